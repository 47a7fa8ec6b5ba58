/** A worker as Pyodide's own manual has it: `loadPyodide`, the engine as a zip of sources, one roll. */

addEventListener("message", async ({ data: { pyodide, engine, rules, ask } }) => {
  const { loadPyodide } = await import(pyodide + "pyodide.mjs");
  const python = await loadPyodide();
  python.unpackArchive(await (await fetch(engine)).arrayBuffer(), "zip");
  const bridge = python.pyimport("engine.bridge");
  bridge.open_library(await (await fetch(rules)).text());
  postMessage(bridge.handle(ask));
});
