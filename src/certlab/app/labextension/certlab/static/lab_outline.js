// @ts-check
/**
 * The steps of a lab beside it: round for a text and a prediction, square for an exercise.
 *
 * @import { Step } from "../../jupyterlab.d.ts"
 */

import { element } from "./lab_cells.js";
import { sayProgress, titleOf } from "./lab_steps.js";

const KINDS = { text: "", prediction: "prediction", exercise: "exercise" };

/**
 * An outline, which is drawn anew by `draw`; `go(place)` is called for a step that is chosen.
 *
 * @param {(place: number) => void} go
 * @param {unknown} minutes
 */
export function makeOutline(go, minutes) {
  const list = element("ol");
  const far = element("span", { class: "certlab-far" });
  // In a wide window it is a heading, and the list stands below it; in a narrow one it opens that.
  const opener = element(
    "button",
    { type: "button", "aria-expanded": "false" },
    "In this lab",
    far,
  );
  const head = element("p", {}, "In this lab");
  const node = element(
    "nav",
    { class: "certlab-outline", "aria-label": "In this lab" },
    head,
    opener,
    list,
  );
  /** @param {boolean} opens */
  const open = (opens) => {
    node.classList.toggle("certlab-open", opens);
    opener.setAttribute("aria-expanded", String(opens));
  };
  opener.addEventListener("click", () => open(!node.classList.contains("certlab-open")));
  node.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !node.classList.contains("certlab-open")) return;
    open(false);
    opener.focus();
  });
  let drawn = "";
  return {
    node,
    fold: () => open(false),
    /** @param {{ steps: Step[]; done: Set<string>; current: number }} state */
    draw: ({ steps, done, current }) => {
      far.textContent = sayProgress(steps, done, minutes);
      const rows = steps.map((step, place) => ({
        kind: step.kind,
        words: titleOf(steps, place, done),
        done: done.has(step.key),
        now: place === current,
      }));
      const looks = JSON.stringify(rows);
      if (looks === drawn) return; // or whoever has the focus here loses it
      drawn = looks;
      const focus = [...list.querySelectorAll("button")].indexOf(
        /** @type {HTMLButtonElement} */ (document.activeElement),
      );
      list.replaceChildren(...rows.map((row, place) => drawRow(row, () => go(place))));
      if (focus >= 0) list.querySelectorAll("button")[focus]?.focus();
      list.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest" });
    },
  };
}

/**
 * @param {{ kind: Step["kind"]; words: string; done: boolean; now: boolean }} row
 * @param {() => void} go
 */
function drawRow({ kind, words, done, now }, go) {
  const told = [KINDS[kind], done ? "done" : ""].filter(Boolean).join(", ");
  const button = element(
    "button",
    { type: "button", class: `certlab-step certlab-${kind}${done ? " certlab-done" : ""}` },
    element("span", { class: "certlab-mark", "aria-hidden": "true" }, done ? "✓" : ""),
    element("span", {}, words, told ? element("span", { class: "certlab-sr" }, ` (${told})`) : ""),
  );
  if (now) button.setAttribute("aria-current", "step");
  button.addEventListener("click", go);
  return element("li", {}, button);
}
