// @ts-check
/**
 * The card before one joins: what the class will see, and the nickname. Who has signed in under
 * one is not asked for it again, and may still take another.
 *
 * @import { About, JoinView } from "./classes.d.ts"
 */

import { drawProblem } from "../../app/static/card.js";
import { node } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";
import { attempt, drawShares, heading } from "./join_parts.js";

const LONGEST = 40; // characters of a nickname

/**
 * @param {JoinView} view
 * @param {About} about
 */
export function drawJoin(view, about) {
  const { id, problem } = view;
  const called = view.renaming || problem ? "" : about.called;
  const field = drawField(view, about);
  return node(
    "section",
    { class: "cl-joining" },
    node(
      "form",
      {
        class: "cl-item",
        "aria-label": t("Join the class"),
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          join(view, called || field.value.trim());
        },
      },
      node(
        "div",
        { class: "cl-body" },
        heading(t("Join the class {name}", { name: about.name })),
        node("p", {}, t("If you join, this is shared with it:")),
        drawShares(about),
        called ? drawCalled(called) : [node("label", { for: field.id }, t("Nickname")), field],
        node(
          "p",
          { class: "cl-note", id: `${id}-hint` },
          called
            ? t("The instructor sees this name with your answers.")
            : t("It need not be your real name. The instructor sees it with your answers."),
        ),
        drawProblem(problem, id),
      ),
      drawFoot(view, called),
    ),
  );
}

/** @param {string} called */
const drawCalled = (called) =>
  node("p", { class: "cl-called" }, `${t("Nickname")}: `, node("strong", {}, called));

/**
 * @param {JoinView} view
 * @param {string | undefined} called
 */
function drawFoot(view, called) {
  const busy = view.busy ? "true" : null;
  const rename = () => {
    Object.assign(view, { renaming: true, aim: "nickname" });
    view.paint();
  };
  return node(
    "div",
    { class: "cl-foot" },
    node(
      "button",
      { type: "submit", class: "cl-primary", "data-key": "join", "aria-disabled": busy },
      called ? t("Join as {nickname}", { nickname: called }) : t("Join"),
    ),
    called
      ? node(
          "button",
          { type: "button", class: "cl-quiet", "data-key": "rename", onclick: rename },
          t("Take another nickname"),
        )
      : null,
    node(
      "span",
      { class: "cl-small cl-muted" },
      t("You can study without joining, and leave at any time."),
    ),
  );
}

/**
 * @param {JoinView} view
 * @param {About} about
 */
function drawField(view, about) {
  const { id, problem } = view;
  const field = node("input", {
    id: `${id}-nickname`,
    type: "text",
    "data-key": "nickname",
    maxlength: String(LONGEST),
    autocomplete: "off",
    spellcheck: "false",
    value: view.nickname || about.called || "",
    "aria-invalid": problem ? "true" : null,
    "aria-describedby": problem ? `${id}-hint ${id}-problem` : `${id}-hint`,
    oninput: () => {
      view.nickname = field.value;
    },
  });
  return field;
}

/**
 * @param {JoinView} view
 * @param {string} nickname
 */
function join(view, nickname) {
  if (!nickname) {
    Object.assign(view, { problem: { say: t("Enter a nickname.") }, aim: "nickname" });
    view.paint();
    return;
  }
  attempt(view, () => view.model.join(nickname), { aim: "class" });
}
