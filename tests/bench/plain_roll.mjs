/**
 * One plain throw after another under Node.js: the runtime that the pages get, and rpg-dice-roller.
 *
 *   node plain_roll.mjs RUNTIME ENGINE RULES ROLLER NOTATION TIMES    prints both lists of milliseconds, as JSON
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, engine, rules, roller, notation, times] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const { DiceRoll } = await import(pathToFileURL(roller).href);
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.FS.writeFile("/engine.pack", readFileSync(engine));
python.pyimport("sys").path.insert(0, "/engine.pack");
const { handle, open_library } = python.pyimport("engine.bridge");
open_library(readFileSync(rules, "utf8"));

const ask = JSON.stringify({ ask: "roll", game: "dice", check: notation });
const rolls = {
  ours: () => JSON.parse(handle(ask)).answer.text,
  other: () => new DiceRoll(notation).output,
};
const took = { ours: [], other: [] };
// In turn, so that whatever else the machine does is shared by both; the first of each warms it up.
for (let at = 0; at <= Number(times); at++) {
  for (const [name, roll] of Object.entries(rolls)) {
    const start = performance.now();
    if (!roll()) throw new Error(`${name} did not roll`);
    if (at) took[name].push(performance.now() - start);
  }
}
console.log(`\n${JSON.stringify(took)}`);
