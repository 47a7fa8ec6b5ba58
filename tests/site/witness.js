// Notes, from a page's first moment, what a test asks about afterwards.
{
  const seen = { rolls: [], said: [], states: [], workers: [] };
  window.seen = seen;

  addEventListener("roll", (event) => seen.rolls.push(event.detail));

  const notice = (changes) => {
    for (const { target, attributeName } of changes) {
      if (attributeName === "state") seen.states.push([target.getAttribute("check"), target.getAttribute("state")]);
      const region = attributeName ? null : (target.parentElement ?? target).closest?.("[role=status]") ?? target.closest?.("[role=status]");
      if (region?.textContent) seen.said.push(region.textContent);
    }
  };
  new MutationObserver(notice).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ["state"] });

  if (window.Worker) {
    window.Worker = class extends window.Worker {
      constructor(address, ...rest) {
        super(address, ...rest);
        if (String(address).endsWith("/worker.mjs")) seen.workers.push(this);
      }
    };
  }
}
