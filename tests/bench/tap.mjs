/** Notes, for each tap, when its result stood in the document and when the task after its frame began, in milliseconds. */

let tapped = 0;
const taps = (window.taps = []);

addEventListener("click", (event) => (tapped = event.timeStamp), true);
addEventListener("roll", () => {
  const shown = performance.now() - tapped;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => taps.push([shown, performance.now() - tapped]);
    port2.postMessage(null);
  });
});
