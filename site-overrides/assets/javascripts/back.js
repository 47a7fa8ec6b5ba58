// A classic script, loaded before the theme's: the theme takes the step back that closes a sheet
// for a change of page, and would fetch the page anew, with all that stands open on it lost.
addEventListener("popstate", (event) => {
  if (!document.documentElement.hasAttribute("data-rb-sheet")) return;
  event.stopImmediatePropagation();
  document.dispatchEvent(new Event("rb-back"));
});
