// @ts-check
/**
 * A prediction as a card: a choice or a number for each row, and one button.
 *
 * @import { Mounted } from "../elements.d.ts"
 * @import { PredictionModel } from "./model.js"
 * @import { Compared } from "./predictions.d.ts"
 */

import { drawCard, drawProblem, primary } from "../card.js";
import { node } from "../dom.js";
import { listen } from "../keys.js";
import { inline } from "../text.js";
import { spoken, t } from "../words.js";
import { drawResult, verdictOf } from "./comparison.js";

// Whoever goes on writing elsewhere while it runs is not taken away from there.
const WRITES = "input, textarea, select, [contenteditable='true']";

/**
 * Draw a prediction into `el`; returns what ends it.
 *
 * `runBelow()` runs the cell that measures, and says whether it could; `shows(turn)` is told which
 * comparison the card shows, 0 for none.
 *
 * @param {Mounted<PredictionModel>} context
 * @param {{ runBelow: () => Promise<boolean>, shows: (turn: number) => void }} page
 */
export function mountPrediction({ model, el }, { runBelow, shows }) {
  const id = `cl-${Math.random().toString(36).slice(2, 10)}`;
  const place = node("div", { class: "cl-frame cl-prediction" });
  const status = node("p", { class: "cl-hidden", role: "status" });
  let running = false;
  let pressed = false; // what comes out is what the learner's press asked for
  let turn = 0; // of the comparison that the card shows
  /** @param {string} words */
  const say = (words) => {
    place.querySelector(".cl-next")?.replaceChildren(words);
    status.textContent = words;
  };
  const commit = async () => {
    if (running || model.busy || !(await model.commit())) return;
    running = pressed = true;
    say(t("The next cell runs…"));
    const ran = await runBelow().finally(() => {
      running = false;
    });
    pressed &&= ran;
    const saved = t("Your prediction is saved. Now run the next cell to compare.");
    if (!model.result) say(ran ? t("The next cell has run.") : saved);
  };
  const paint = () => {
    const inside = place.contains(document.activeElement);
    const { result, problem } = model;
    place.replaceChildren(result ? drawCompared(model, result) : draw(model, id, commit));
    const wrong = problem && place.querySelector(`[data-row="${CSS.escape(problem.row)}"] input`);
    const fresh = result !== null && turn !== result.turn;
    const leads = fresh && pressed && (inside || !document.activeElement?.closest(WRITES));
    const verdict = leads ? place.querySelector(".cl-verdict") : null;
    const aim = verdict ?? wrong ?? place.querySelector(".cl-result, .cl-primary");
    if (inside || leads) /** @type {HTMLElement | null} */ (aim)?.focus({ preventScroll: true });
    if (fresh) {
      pressed = false;
      status.textContent = told(result, !leads);
    }
    if (turn !== (result?.turn ?? 0)) {
      turn = result?.turn ?? 0;
      shows(turn);
    }
  };
  el.classList.add("certlab");
  el.lang = spoken();
  el.replaceChildren(place, status);
  listen(place, () => false);
  const leave = model.follow(paint);
  paint();
  return () => {
    leave();
    el.replaceChildren();
  };
}

/**
 * A comparison as it is read out; without its verdict where that has the focus, and is read for it.
 *
 * @param {Compared} compared
 * @param {boolean} whole
 */
function told({ rows }, whole) {
  const each = rows.map(({ row, measured, verdict }) =>
    t("{row}: it is {measured}, {verdict}.", { row: row || t("Measured"), measured, verdict }),
  );
  return [...(whole ? [verdictOf(rows)] : []), ...each].join(" ");
}

/**
 * The same card with what came out in it.
 *
 * @param {PredictionModel} model
 * @param {Compared} result
 */
function drawCompared(model, result) {
  const head = node(
    "div",
    { class: "cl-head" },
    node("span", {}, t("Your prediction")),
    node("span", { class: "cl-place" }, t("saved")),
  );
  const asked = node("p", { class: "cl-ask" }, inline(model.asks.ask));
  const again = node(
    "button",
    { type: "button", class: "cl-quiet", "data-key": "again", onclick: () => model.ask() },
    t("Predict again"),
  );
  return drawResult(result, [head, asked], again);
}

/**
 * @param {PredictionModel} model
 * @param {string} id
 * @param {() => Promise<void>} commit
 */
function draw(model, id, commit) {
  const { asks, given, busy, problem, note } = model;
  const many = asks.rows.length > 1 || asks.rows[0][0] !== "";
  const card = drawCard({
    label: t("Prediction"),
    left: t("Prediction"),
    right: given ? t("saved") : t("no prediction yet"),
    body: [
      node(
        "fieldset",
        { "aria-describedby": problem ? `${id}-problem` : null },
        node("legend", { class: "cl-ask" }, inline(asks.ask)),
        asks.rows.map((row, place) => drawRow(model, row, `${id}-${place}`, many)),
      ),
      drawProblem(problem, id),
      note ? node("p", { class: "cl-note", role: "alert" }, note) : null,
    ],
    foot: [primary(t("Run and compare")), node("span", { class: "cl-small cl-muted cl-next" })],
    submit: commit,
    entered: ({ target }) => {
      const field = /** @type {HTMLInputElement} */ (target);
      model.enter(field.dataset.name ?? "", field.value);
    },
  });
  if (busy) card.querySelector(".cl-primary")?.setAttribute("aria-disabled", "true");
  return card;
}

/**
 * @param {PredictionModel} model
 * @param {[name: string, text: string]} row
 * @param {string} id
 * @param {boolean} many
 */
function drawRow(model, [name, text], id, many) {
  const { asks, draft, problem } = model;
  const controls = asks.options.length
    ? asks.options.map((option, place) => drawOption(option, draft[name], { name, id, place }))
    : drawNumber(asks.unit, draft[name] ?? "", { name, id, wrong: problem?.row === name });
  if (!many) return node("div", { class: "cl-guess", "data-row": name }, controls);
  return node(
    "div",
    { class: "cl-guess", "data-row": name, role: "group", "aria-labelledby": `${id}-row` },
    node(
      "p",
      { class: "cl-what", id: `${id}-row` },
      node("strong", {}, name),
      text ? [" ", inline(text)] : null,
    ),
    node("div", { class: "cl-controls" }, controls),
  );
}

/**
 * @param {string} option
 * @param {string | undefined} chosen
 * @param {{ name: string, id: string, place: number }} row
 */
function drawOption(option, chosen, { name, id, place }) {
  return node(
    "label",
    { class: "cl-option" },
    node("input", {
      type: "radio",
      name: id,
      value: option,
      checked: option === chosen,
      "data-name": name,
      "data-key": `${name}-${place}`,
    }),
    node("span", {}, inline(option)),
  );
}

/**
 * @param {string} unit
 * @param {string} text
 * @param {{ name: string, id: string, wrong: boolean }} row
 */
function drawNumber(unit, text, { name, id, wrong }) {
  return node(
    "label",
    { class: "cl-field" },
    node("input", {
      type: "text",
      id: `${id}-number`,
      inputmode: "decimal",
      size: "10",
      autocomplete: "off",
      spellcheck: "false",
      value: text,
      "aria-label": [name, t("Your number")].filter(Boolean).join(", "),
      "aria-invalid": wrong ? "true" : null,
      "data-name": name,
      "data-key": "number",
    }),
    unit ? node("span", {}, unit) : null,
  );
}
