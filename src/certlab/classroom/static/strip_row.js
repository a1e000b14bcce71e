// @ts-check
/**
 * What stands in the strip: the class with its gate and its connection, and the panel's buttons.
 *
 * @import { ClassModel } from "./class_model.js"
 * @import { ClassState, Gate, Poll, StripView } from "./classes.d.ts"
 */

import { icon, keyWithin, node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";
import { stepWords } from "./gate_words.js";
import { attempt, show } from "./panel.js";
import { pollWords } from "./poll.js";

/** @param {StripView} view */
export function paintStrip(view) {
  const { row } = view;
  const key = keyWithin(row);
  const parts = drawStrip(view);
  const fresh = node("div", {}, parts);
  if (fresh.innerHTML === row.innerHTML) return; // nothing to see, and nothing to lose the focus
  row.replaceChildren(...fresh.childNodes);
  if (key) /** @type {HTMLElement | null} */ (row.querySelector(`[data-key="${key}"]`))?.focus();
}

/** @param {StripView} view */
function drawStrip(view) {
  const { about, state } = view.model;
  return [
    node(
      "p",
      { class: "cl-told" },
      node("strong", {}, about?.name ?? t("Class")),
      drawGate(view, state?.gate ?? null),
      drawLine(view.model),
    ),
    about?.instructor
      ? node(
          "a",
          { class: "cl-button", href: new URL("class.html", view.root).href },
          t("Class page"),
        )
      : about?.joined
        ? node(
            "div",
            { class: "cl-actions" },
            drawPollButton(view, state?.poll),
            drawFlag(view, state),
          )
        : null,
  ];
}

/**
 * What the class is at: a link that opens the lab, at the step where it can.
 *
 * @param {StripView} view
 * @param {Gate | null} gate
 */
function drawGate({ titles, root, open, read }, gate) {
  if (!gate) return null;
  const { lab, page = "", step, text, tells = false } = gate;
  if (page) return drawPage(page, text, root, read);
  const title = titles[lab] ?? lab;
  // A heading that says what came out is no word for somebody who has not predicted it yet.
  const words = tells
    ? t("Go on in {title}", { title })
    : step
      ? t("Go on to {step} of {title}", { step: stepWords(step), title })
      : t("Go on to {title}", { title });
  const href = `${new URL("lite/lab/index.html", root)}?path=${encodeURIComponent(`labs/${lab}.ipynb`)}`;
  const onclick = open
    ? (/** @type {Event} */ event) => {
        event.preventDefault();
        open(lab, step);
      }
    : null;
  return node(
    "span",
    { class: "cl-gate" },
    lab ? node("a", { href, "data-key": "gate", ...(onclick ? { onclick } : {}) }, words) : null,
    text ? ` ${text}` : null,
  );
}

/**
 * A page that all are to read.
 *
 * @param {string} page "mig#profiles"
 * @param {string} text
 * @param {string | URL} root
 * @param {StripView["read"]} read
 */
function drawPage(page, text, root, read) {
  const [file, anchor] = page.split("#");
  const address = `modules/${file}.html${anchor ? `#${anchor}` : ""}`;
  const onclick = read
    ? (/** @type {Event} */ event) => {
        event.preventDefault();
        read(address);
      }
    : null;
  const words = t("Read now: {title}", { title: text || file });
  const href = new URL(address, root).href;
  return node(
    "span",
    { class: "cl-gate" },
    node("a", { href, "data-key": "gate", ...(onclick ? { onclick } : {}) }, words),
  );
}

/**
 * What waits for the class, and why; studying is never held up by it.
 *
 * @param {ClassModel} model
 */
function drawLine({ live, away, gone, late, waiting, about }) {
  if (gone)
    return node(
      "span",
      { class: "cl-waits" },
      icon("note"),
      t("Your server does not answer; what you answer waits in this browser until it runs again."),
    );
  const waits = late
    ? tn("{n} answer waits for the class.", "{n} answers wait for the class.", waiting)
    : "";
  const says = [waits, away && t("The class does not answer, but you can go on studying.")];
  const words = says.filter(Boolean).join(" ");
  if (words) return node("span", { class: "cl-waits", title: away }, icon("note"), words);
  return node("span", { class: "cl-muted" }, live || !about ? t("Connected") : t("Connecting…"));
}

/**
 * @param {StripView} view
 * @param {Poll | null | undefined} poll
 */
function drawPollButton(view, poll) {
  if (!poll) return null;
  const isOpen = view.shown === "poll";
  return node(
    "button",
    {
      type: "button",
      "data-key": "poll",
      class: poll.open && (poll.mine ?? null) === null && !isOpen ? "cl-primary" : null,
      "aria-expanded": String(isOpen),
      onclick: () => show(view, isOpen ? "" : "poll", "poll"),
    },
    isOpen ? t("Fold the poll") : pollWords(poll),
  );
}

/**
 * @param {StripView} view
 * @param {ClassState | null} state
 */
function drawFlag(view, state) {
  if (!state) return null;
  const isOpen = view.shown === "stuck";
  if (state.stuck)
    return node(
      "button",
      {
        type: "button",
        "data-key": "stuck",
        class: "cl-quiet",
        "aria-pressed": "true",
        onclick: () => attempt(view, () => view.model.stuck(false), t("The flag is down.")),
      },
      icon("flag"),
      t("Take the flag down"),
    );
  return node(
    "button",
    {
      type: "button",
      "data-key": "stuck",
      "aria-expanded": String(isOpen),
      onclick: () => show(view, isOpen ? "" : "stuck", "stuck"),
    },
    icon("flag"),
    t("I am stuck"),
  );
}
