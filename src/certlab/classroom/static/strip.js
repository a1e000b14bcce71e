// @ts-check
/**
 * The strip at the foot of the window while one is in a class, and what opens above it.
 *
 * A poll opens there by itself. It takes no focus, moves nothing on the page, and folds.
 *
 * @import { ClassModel } from "./class_model.js"
 * @import { StripParts, StripView } from "./classes.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { listen } from "../../app/static/keys.js";
import { t } from "../../app/static/words.js";
import { attempt, hearPoll, paintPanel, show } from "./panel.js";
import { isInLab, placeStrip, whenInLab } from "./strip_place.js";
import { paintStrip } from "./strip_row.js";

/**
 * Mount the strip; `titles()` resolves with the labs' titles by id.
 *
 * `open(lab)` and `read(address)` open a lab and a page where no link does, and `reserve(height)` keeps so many pixels free at the
 * foot of the window.
 *
 * @param {StripParts} parts
 */
export function mountStrip({ model, root, titles, open = null, read = null, reserve = undefined }) {
  const view = viewOf(model, root, { open, read });
  const { strip, row } = view;
  listen(strip, () => false); // plain keys are ours, not the notebook's
  strip.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && view.shown) show(view, "", view.shown);
  });
  placeStrip(strip, row, reserve);
  titles()
    .then((found) => {
      view.titles = found;
      view.paint();
    })
    .catch(console.warn);
  model.follow((event) => {
    if (event !== "map") view.paint();
  });
  whenInLab(view.paint);
  view.paint();
}

/**
 * What the strip and its panel share, with their elements, which stand nowhere yet.
 *
 * @param {ClassModel} model
 * @param {string | URL} root
 * @param {Pick<StripView, "open" | "read">} ways
 */
function viewOf(model, root, ways) {
  const panel = node("section", { class: "cl-panel", hidden: true });
  const row = node("div", { class: "cl-strip-row" });
  const says = node("p", { class: "cl-hidden", role: "status" });
  const strip = node(
    "aside",
    { class: "cl-strip", id: "cl-class", "aria-label": t("Class"), tabindex: "-1", hidden: true },
    panel,
    row,
    says,
  );
  /** @type {StripView} */
  const view = {
    model,
    root,
    ...ways,
    panel,
    row,
    strip,
    id: `cl-${Math.random().toString(36).slice(2, 10)}`,
    titles: {},
    shown: "", // "poll", "stuck" or nothing
    seen: "", // the poll, round and phase that the learner was told of
    look: "", // what stands in the panel
    draft: null,
    where: "",
    problem: null,
    paint: () => paint(view),
    say: (words) => {
      says.textContent = words;
    },
    refuse: (problem) => {
      view.problem = problem;
      view.look = "";
      paint(view);
      const field = panel.querySelector("[aria-invalid], input, textarea, select");
      /** @type {HTMLElement | null} */ (field)?.focus();
    },
    vote: (response) => attempt(view, () => model.vote(response), t("Your vote counts.")),
    raise: (where) =>
      attempt(
        view,
        () => model.stuck(true, where),
        t("Your instructor sees that you are stuck."),
      ).then((done) => done && show(view, "", "stuck")),
  };
  return view;
}

/** @param {StripView} view */
function paint(view) {
  const { strip, model } = view;
  const { about, state } = model;
  const isIn = Boolean(about?.joined || model.waiting || about?.instructor) && !isInLab();
  strip.hidden = !isIn;
  if (!isIn) return;
  if (about?.joined) hearPoll(view, state?.poll ?? null);
  paintStrip(view);
  paintPanel(view);
}
