// @ts-check
/**
 * The dock below a lab: one button for what is next, and what runs meanwhile.
 *
 * @import { Child, Next } from "../../jupyterlab.d.ts"
 */

import { element } from "./lab_cells.js";

/**
 * What a dock shows: `main` and `aside` are buttons, `says` is told, `links` lead onward.
 *
 * @typedef {object} Shown
 * @property {{ words: string; act: () => void } | null} main
 * @property {{ words: string; act: () => void } | null} aside
 * @property {string} says
 * @property {boolean} busy
 * @property {HTMLElement[]} links
 */

/** A dock, which is drawn anew by `draw`; `press` does what its button does. */
export function makeDock() {
  const main = element("button", { type: "button", class: "certlab-main" });
  const aside = element("button", { type: "button", class: "certlab-aside" });
  const key = element("kbd", {}, "Shift+Enter");
  const says = element("span", { role: "status", class: "certlab-says", tabindex: "-1" });
  const links = element("div", { class: "certlab-onward" });
  const node = element(
    "section",
    { class: "certlab-dock", "aria-label": "What is next" },
    says,
    links,
    main,
    key,
    aside,
  );
  // What it says takes more lines on a phone, and a button below its edge could not be pressed.
  new ResizeObserver(() => {
    const { offsetHeight, parentElement } = node;
    if (offsetHeight) parentElement?.style.setProperty("--certlab-foot", `${offsetHeight}px`);
  }).observe(node);
  /** @type {Shown | null} */
  let shown = null;
  main.addEventListener("click", () => shown?.main?.act());
  aside.addEventListener("click", () => shown?.aside?.act());
  return {
    node,
    says, // what stops a run may put a button there
    /** A key is for what is next: whoever presses it twice does not want to stop what runs. */
    press: () => !shown?.busy && shown?.main?.act(),
    focus: () => main.focus({ preventScroll: true }),
    /** @param {Shown} now */
    draw: (now) => {
      shown = now;
      const held = document.activeElement === main;
      put(main, now.main?.words);
      put(aside, now.aside?.words);
      main.classList.toggle("certlab-stop", now.busy);
      key.hidden = !now.main || now.busy;
      node.classList.toggle("certlab-busy", now.busy);
      if (says.textContent !== now.says) says.replaceChildren(now.says);
      says.hidden = false;
      if (links.childElementCount !== now.links.length) links.replaceChildren(...now.links);
      if (held && main.hidden) (links.querySelector("a") ?? says).focus(); // else it is nowhere
    },
  };
}

/**
 * @param {HTMLElement} button
 * @param {string | undefined} words
 */
function put(button, words) {
  button.hidden = !words;
  if (words && button.textContent !== words) button.textContent = words;
}
