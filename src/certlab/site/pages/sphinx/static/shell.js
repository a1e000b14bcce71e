/**
 * What must happen before a page is drawn: the theme that was chosen, and lists that fold on a
 * narrow screen. Without JavaScript they stand open.
 */

(() => {
  "use strict";

  let theme = "auto";
  try {
    theme = localStorage.getItem("theme") ?? theme;
  } catch {
    // Storage is refused: the system's theme it is.
  }
  document.body.dataset.theme = theme;
  document.documentElement.classList.add("live");

  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".fold > button");
    if (!button) return;
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
  });

  // What is folded is printed, too.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("main details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
})();
