// @ts-check
/**
 * What an instructor takes away and sets: files, how long rows are kept, one learner's reset.
 *
 * @import { ClassModel } from "../class_model.js"
 * @import { Heat, Part } from "../classes.d.ts"
 */

import { node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";
import { attempt } from "./attempt.js";

/**
 * Draw it into `el`; `heat` is what mountHeat gives.
 *
 * @param {Part & { heat: Heat }} part
 */
export function mountSettings({ model, el, heat }) {
  const id = `cl-${Math.random().toString(36).slice(2, 10)}`;
  el.replaceChildren(
    node("h2", { class: "cl-heading" }, t("Files and settings")),
    node(
      "div",
      { class: "cl-settings" },
      drawFiles(model),
      drawKept(model, id),
      drawReset(model, heat, id),
    ),
  );
}

/** @param {ClassModel} model */
function drawFiles({ connection }) {
  /**
   * @param {string} path
   * @param {string} words
   */
  const file = (path, words) =>
    node("a", { class: "cl-button", href: connection.href(path), download: true }, words);
  return node(
    "div",
    {},
    node("h3", {}, t("Files for a spreadsheet")),
    node(
      "div",
      { class: "cl-actions" },
      file("export.csv", t("All answers (CSV)")),
      file("items.csv", t("Items (CSV)")),
    ),
  );
}

/**
 * @param {ClassModel} model
 * @param {string} id
 */
function drawKept(model, id) {
  const status = node("p", { class: "cl-note", role: "status" });
  const days = node("input", {
    id: `${id}-days`,
    type: "text",
    inputmode: "numeric",
    size: "4",
    "data-key": "kept-days",
  });
  const known = () => {
    if (model.about && !days.value && document.activeElement !== days)
      days.value = String(model.about.kept_days);
  };
  model.follow(known); // the page is drawn before the class has said what holds
  known();
  const set = () => {
    const entered = Number(days.value);
    if (!Number.isInteger(entered) || entered < 1) {
      status.textContent = t("Enter a whole number of days, 1 or more.");
      days.focus();
      return;
    }
    attempt(
      status,
      () => model.connection.post("settings", { kept_days: entered }),
      t("Answers are removed after this many days: {n}.", { n: entered }),
    );
  };
  return node(
    "form",
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        set();
      },
    },
    node("h3", {}, t("How long answers are kept")),
    node(
      "div",
      { class: "cl-actions" },
      node("label", { for: days.id }, t("Days")),
      days,
      node("button", { type: "submit", "data-key": "keep" }, t("Set")),
    ),
    status,
  );
}

/**
 * Remove what the class has of one learner, after a second press.
 *
 * @param {ClassModel} model
 * @param {Heat} heat
 * @param {string} id
 */
function drawReset(model, heat, id) {
  const status = node("p", { class: "cl-note", role: "status" });
  const who = node("select", { id: `${id}-who`, "data-key": "reset-who", onfocus: () => fill() });
  const asks = node("div", { class: "cl-actions" });
  const fill = () => {
    const before = who.value;
    who.replaceChildren(
      node("option", { value: "" }, t("nobody")),
      ...heat.learners().map(({ id: value, nickname }) => node("option", { value }, nickname)),
    );
    who.value = [...who.options].some(({ value }) => value === before) ? before : "";
  };
  const first = node(
    "button",
    { type: "button", "data-key": "reset", onclick: () => confirm() },
    t("Reset"),
  );
  const confirm = () => {
    const nickname = who.selectedOptions[0]?.textContent ?? "";
    if (!who.value) {
      status.textContent = t("Choose a learner.");
      who.focus();
      return;
    }
    const learner = who.value;
    const back = () => {
      asks.replaceChildren(first);
      first.focus();
    };
    const sure = drawSure(nickname, async () => {
      const done = await attempt(
        status,
        () => model.connection.post("reset", { learner }),
        t("The class no longer has any answers of {nickname}.", { nickname }),
      );
      if (done) heat.reload();
      back();
    });
    status.textContent = t("The learner's own history stays on their computer.");
    asks.replaceChildren(
      sure,
      node("button", { type: "button", class: "cl-quiet", onclick: back }, t("Keep them")),
    );
    sure.focus();
  };
  asks.append(first);
  fill();
  return node(
    "div",
    {},
    node("h3", {}, t("Start again with one learner")),
    node("div", { class: "cl-actions" }, node("label", { for: who.id }, t("Learner")), who, asks),
    status,
  );
}

/**
 * @param {string} nickname
 * @param {() => Promise<void>} onclick
 */
function drawSure(nickname, onclick) {
  return node(
    "button",
    { type: "button", "data-key": "reset-yes", onclick },
    t("Remove the answers of {nickname}", { nickname }),
  );
}
