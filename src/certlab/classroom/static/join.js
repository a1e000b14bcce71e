// @ts-check
/**
 * The card of the start page: what a class sees before one joins, and the way out again.
 *
 * @import { About, JoinView, RootPart } from "./classes.d.ts"
 */

import { focusAgain, keyWithin, node } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";
import { drawJoin } from "./join_form.js";
import { heading, outside } from "./join_parts.js";
import { drawJoined } from "./member_card.js";

/**
 * Draw the card into `el` as the model has it, now and after each change.
 *
 * Its `holder` stands before the page, and after it for whoever comes back and is in the class.
 *
 * @param {RootPart & { holder: Element, page: Element }} part
 */
export function mountJoin({ model, el, root, holder, page }) {
  /** @type {JoinView} */
  const view = {
    model,
    root,
    id: `cl-${Math.random().toString(36).slice(2, 10)}`,
    nickname: "",
    problem: null,
    busy: false,
    leaving: false,
    renaming: false,
    aim: "",
    paint,
  };
  let before = "";

  function paint() {
    before = look(view);
    const now = document.activeElement;
    const key = keyWithin(el);
    if (!holder.isConnected && model.about?.joined) page.after(holder);
    else if (!holder.isConnected && (model.about || model.away)) page.before(holder);
    el.replaceChildren(...[drawCard(view)].filter((card) => card !== null));
    const aim = view.aim || key;
    view.aim = "";
    if (aim) focusAgain(el.querySelector(`[data-key="${CSS.escape(aim)}"]`), now);
  }

  model.follow((event) => {
    if (event === "changed" && look(view) !== before) paint();
  });
  paint();
}

/** @param {JoinView} view */
const look = ({ model, problem, busy, leaving, renaming }) =>
  JSON.stringify([model.about, problem, busy, leaving, renaming, model.about ? "" : model.away]);

/** @param {JoinView} view */
function drawCard(view) {
  const { about, away } = view.model;
  if (!about) return away ? drawAway(away) : null;
  if (about.instructor) return drawTeacher(about, view.root);
  return about.joined ? drawJoined(view, about) : drawJoin(view, about);
}

/**
 * There is a class, and it does not answer; studying goes on below.
 *
 * @param {string} says
 */
function drawAway(says) {
  return node(
    "section",
    { class: "cl-item cl-joining", "aria-label": t("Class") },
    node(
      "div",
      { class: "cl-body" },
      heading(t("Class")),
      node(
        "p",
        {},
        t("{why} You can study meanwhile, and this card tries again by itself.", { why: says }),
      ),
    ),
  );
}

/**
 * @param {About} about
 * @param {string | URL} root
 */
function drawTeacher({ name, way_back: wayBack }, root) {
  return node(
    "section",
    { class: "cl-item cl-joining", "aria-label": t("Class") },
    node(
      "div",
      { class: "cl-body" },
      heading(name),
      node("p", {}, t("You teach this class.")),
      node(
        "div",
        { class: "cl-actions" },
        node(
          "a",
          { class: "cl-button cl-primary", href: new URL("class.html", root).href },
          t("Open the class page"),
        ),
        wayBack ? outside(wayBack, t("Bring a learner back in")) : null,
      ),
    ),
  );
}
