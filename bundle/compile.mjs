/**
 * Runs a Python program inside Pyodide under Node.js: only that Python writes bytecode that it can load.
 *
 *   node compile.mjs PYODIDE PROGRAM NAME=FOLDER…     folders of this machine, seen by the program as /NAME
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, program, ...folders] = process.argv.slice(2);

// Fixed dates and a fixed order of sets: the same sources must give the same bytes.
const env = { SOURCE_DATE_EPOCH: "315532800", TZ: "UTC", PYTHONHASHSEED: "0" };

try {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: `${pyodide}/`, env });
  for (const folder of folders) {
    const [name, ...path] = folder.split("=");
    python.mountNodeFS(`/${name}`, path.join("="));
  }
  python.runPython(readFileSync(program, "utf8"), { filename: program });
} catch (error) {
  // Left uncaught, Node.js would print the line that failed: the megabyte of Pyodide's own program.
  console.error(String(error).trim());
  process.exitCode = 1;
}
