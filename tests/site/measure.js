// Measures a page as it is laid out.
{
  const scrolls = (element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);

  const isHeld = (element) => {
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      if (scrolls(up)) return true;
    }
    return false;
  };

  // A control in a label is as large as the label.
  const target = (element) => (element.matches("[type=radio], [type=checkbox]") && element.closest("label")) || element;

  const name = (element) => element.outerHTML.slice(0, 90);

  window.measure = {
    // What sticks out to the right, except inside a region that scrolls by itself.
    broad(width) {
      const parts = document.querySelectorAll("[data-md-component=container] *, footer *, .rb-colophon *");
      const wide = [...parts].filter(
        (part) => part.getBoundingClientRect().right > width + 1 && part.checkVisibility() && !isHeld(part),
      );
      return [...(document.documentElement.scrollWidth > width ? ["the page itself"] : []), ...wide.map(name)];
    },

    // What a thumb may aim at that is smaller than so many pixels.
    small(selector, width, height) {
      return [...document.querySelectorAll("article")]
        .flatMap((article) => [...article.querySelectorAll(selector)])
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => [element, target(element).getBoundingClientRect()])
        .filter(([, box]) => box.width < width - 0.5 || box.height < height - 0.5)
        .map(([element, box]) => `${name(element)} ${Math.round(box.width)}×${Math.round(box.height)}`);
    },

    // Keeps the length of the longest motion of the handbook's own parts from now on, in milliseconds, in `measure.motion`.
    watchMotion() {
      measure.motion = 0;
      const look = () => {
        for (const { effect } of document.getAnimations()) {
          if (!effect.target?.closest("article, .rb-sheet")) continue;
          measure.motion = Math.max(measure.motion, effect.getComputedTiming().activeDuration);
        }
        requestAnimationFrame(look);
      };
      look();
    },
  };
}
