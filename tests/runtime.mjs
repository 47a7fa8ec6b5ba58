/**
 * Starts the runtime that the pages get, under Node.js, and answers asks with it.
 *
 *   node runtime.mjs RUNTIME ENGINE RULES     asks on standard input as one JSON list, answers likewise
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, engine, rules] = process.argv.slice(2);

try {
  const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: `${runtime}/` });
  python.FS.writeFile("/engine.pack", readFileSync(engine));
  python.pyimport("sys").path.insert(0, "/engine.pack");
  const bridge = python.pyimport("engine.bridge");
  bridge.open_library(readFileSync(rules, "utf8"));
  const answers = JSON.parse(readFileSync(0, "utf8")).map((ask) => bridge.handle(ask));
  // Only what follows this line is the answer: a module may have printed.
  console.log(`\n${JSON.stringify(answers)}`);
} catch (error) {
  // Left uncaught, Node.js would print the line that failed: the megabyte of Pyodide's own program.
  console.error(String(error));
  process.exitCode = 1;
}
