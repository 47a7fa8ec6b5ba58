addEventListener("message", ({ data }) => postMessage(data));
