/** The worker of `tests.tracing`: loads the runtime, asks the engine everything, and tells what that imported. */

addEventListener("message", async ({ data: { runtime, engine, rules, asks, imported } }) => {
  try {
    const { loadPyodide } = await import(runtime + "pyodide.mjs");
    const python = await loadPyodide({ indexURL: runtime });
    python.FS.writeFile("/engine.pack", new Uint8Array(await (await fetch(engine)).arrayBuffer()));
    python.pyimport("sys").path.insert(0, "/engine.pack");
    const bridge = python.pyimport("engine.bridge");
    bridge.open_library(await (await fetch(rules)).text());
    for (const ask of asks) bridge.handle(ask);
    postMessage({ modules: JSON.parse(python.runPython(imported)) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
});
