// @ts-check
/**
 * The card of whoever has joined: what is shared, one's own rows as a file, and the way out.
 *
 * @import { About, AskToLeave, ClassConnection, JoinView } from "./classes.d.ts"
 */

import { drawProblem } from "../../app/static/card.js";
import { icon, node } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";
import { attempt, drawShares, heading, outside } from "./join_parts.js";

/**
 * @param {JoinView} view
 * @param {About} about
 */
export function drawJoined(view, about) {
  /** @type {AskToLeave} */
  const ask = (leaving, aim) => () => {
    Object.assign(view, { leaving, aim, problem: null });
    view.paint();
  };
  return node(
    "section",
    { class: "cl-item cl-joining", "aria-label": t("Class") },
    node(
      "div",
      { class: "cl-body" },
      heading(t("You are in the class {name}", { name: about.name })),
      node(
        "p",
        { class: "cl-is-right" },
        node(
          "span",
          { class: "cl-tag" },
          icon("right"),
          t("Joined as {nickname}", { nickname: about.nickname }),
        ),
      ),
      node(
        "details",
        {},
        node("summary", {}, t("What is shared with the class")),
        drawShares(about),
      ),
      about.way_back ? outside(about.way_back, t("Come back from another browser")) : null,
      drawProblem(view.problem, view.id),
    ),
    view.leaving ? drawLeaving(view, ask) : drawWays(view, ask),
  );
}

/**
 * @param {JoinView} view
 * @param {AskToLeave} ask
 */
function drawWays(view, ask) {
  /**
   * @param {string} key
   * @param {string} words
   * @param {() => void} onclick
   * @param {string | null} [style]
   */
  const button = (key, words, onclick, style) =>
    node("button", { type: "button", class: style, "data-key": key, onclick }, words);
  return node(
    "div",
    { class: "cl-foot" },
    button("mine", t("Take my history with me"), () =>
      attempt(view, () => takeMine(view.model.connection), {}),
    ),
    button("leave", t("Leave the class"), ask(true, "yes"), "cl-quiet"),
  );
}

/**
 * @param {JoinView} view
 * @param {AskToLeave} ask
 */
function drawLeaving(view, ask) {
  return node(
    "div",
    { class: "cl-foot", role: "group", "aria-labelledby": `${view.id}-leaving` },
    node(
      "p",
      { id: `${view.id}-leaving` },
      t(
        "The class removes everything that you shared with it. Your own history stays in your folder.",
      ),
    ),
    node(
      "button",
      {
        type: "button",
        "data-key": "yes",
        onclick: () => attempt(view, () => view.model.leave(), { leaving: false, aim: "class" }),
      },
      t("Leave"),
    ),
    node("button", { type: "button", "data-key": "no", onclick: ask(false, "leave") }, t("Stay")),
  );
}

/**
 * The rows that the class has of oneself, as a file.
 *
 * @param {ClassConnection} connection
 */
async function takeMine(connection) {
  const rows = await (await connection.open("mine")).blob();
  const address = URL.createObjectURL(rows);
  node("a", { href: address, download: "class-history.jsonl" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // a browser may ask where to first
}
