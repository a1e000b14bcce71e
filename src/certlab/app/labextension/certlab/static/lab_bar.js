// @ts-check
/**
 * The bar above a lab: back to today's work, its title, how far one is, its page, all the code.
 *
 * @import { Step, Ways } from "../../jupyterlab.d.ts"
 */

import { element } from "./lab_cells.js";
import { sayProgress } from "./lab_steps.js";

/**
 * @param {{ title: string; minutes: unknown; home: Ways["home"]; leave: () => void }} about
 */
export function makeBar({ title, minutes, home, leave }) {
  const back = element("a", { class: "certlab-home", href: home.href }, "← Today");
  back.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    home.open();
  });
  const filled = element("span");
  const progress = element("span", { class: "certlab-progress", "aria-hidden": "true" }, filled);
  const says = element("span", { class: "certlab-far" });
  const page = element("span", { class: "certlab-page" });
  const code = element("button", { type: "button", class: "certlab-button" }, "All the code");
  code.title = "Show the whole notebook, as JupyterLab does";
  code.addEventListener("click", leave);
  const name = element("h2", { class: "certlab-title" }, title);
  const far = element("div", { class: "certlab-how-far" }, progress, says);
  const node = element(
    "section",
    { class: "certlab-top", "aria-label": "This lab" },
    back,
    name,
    far,
    page,
    code,
  );
  return {
    node,
    code,
    /** @param {HTMLElement | undefined} link */
    lead: (link) => {
      if (!link) return;
      link.className = "certlab-button";
      link.textContent = "Read the page";
      page.replaceChildren(link);
    },
    /** @param {{ steps: Step[]; done: Set<string> }} state */
    draw: ({ steps, done }) => {
      const made = steps.filter(({ key }) => done.has(key)).length;
      filled.style.width = `${steps.length ? (100 * made) / steps.length : 0}%`;
      const words = sayProgress(steps, done, minutes);
      if (says.textContent !== words) says.textContent = words;
    },
  };
}
