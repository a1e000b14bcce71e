// @ts-check
/**
 * The instructor's page: how the class stands, who is stuck, polls, the gate, items, settings.
 *
 * Each part has its own place and redraws only that, so that no part takes the focus of another.
 *
 * @import { ClassModel } from "../class_model.js"
 * @import { BankPart, FetchBank, Part, RootPart } from "../classes.d.ts"
 */

import { node } from "../../../app/static/dom.js";
import { spoken, t } from "../../../app/static/words.js";
import { mountAgenda } from "./agenda.js";
import { mountGate } from "./gate_control.js";
import { mountHeat } from "./heat.js";
import { mountItems } from "./item_table.js";
import { mountPeople } from "./people.js";
import { mountPoll } from "./poll_control.js";
import { mountSettings } from "./settings.js";
import { mountStuck } from "./stuck_list.js";

/**
 * Draw the page into `el` once the class has said who this is.
 *
 * @param {RootPart & BankPart} part
 */
export function mountInstructor({ model, el, json, root }) {
  let drawn = "";
  const place = node("div", { class: "cl-instructor" });
  const draw = () => {
    const { about, away } = model;
    const now = about ? (about.instructor ? "class" : "refused") : away && "away";
    if (!now || drawn === "class" || drawn === now) return;
    drawn = now;
    el.lang = spoken();
    el.replaceChildren(place);
    if (now === "class") drawClass({ model, place, json, root });
    else
      place.replaceChildren(
        node("p", { role: "status" }, now === "away" ? awayWords(away) : onlyWords()),
      );
  };
  model.follow(draw);
  draw();
}

/** @param {string} why */
const awayWords = (why) => t("{why} This page tries again by itself.", { why });
const onlyWords = () =>
  t(
    "This page is for the instructor of the class. Yours is the start page: the class is at its top.",
  );

/** @param {{ model: ClassModel, place: HTMLElement, json: FetchBank, root: string | URL }} part */
function drawClass({ model, place, json, root }) {
  const part = (/** @type {string} */ name) =>
    node("section", { class: `cl-part cl-part-${name}` });
  const parts = Object.fromEntries(
    [
      ...["head", "poll", "agenda", "gate", "stuck", "people"],
      ...["heat", "items", "settings"],
    ].map((name) => [name, part(name)]),
  );
  place.replaceChildren(
    parts.head,
    node(
      "div",
      { class: "cl-lead" },
      parts.poll,
      parts.agenda,
      node("div", { class: "cl-beside" }, parts.gate, parts.stuck, parts.people),
    ),
    parts.heat,
    parts.items,
    parts.settings,
  );
  const given = { model, json, root };
  mountHead({ ...given, el: parts.head });
  mountPoll({ ...given, el: parts.poll });
  mountAgenda({ ...given, el: parts.agenda });
  mountGate({ ...given, el: parts.gate });
  mountStuck({ ...given, el: parts.stuck });
  mountPeople({ ...given, el: parts.people });
  const heat = mountHeat({ ...given, el: parts.heat });
  mountItems({ ...given, el: parts.items });
  mountSettings({ ...given, el: parts.settings, heat });
}

/**
 * Which class, how many are in it, how one joins, and whether the line is open.
 *
 * @param {Part} part
 */
function mountHead({ model, el }) {
  let before = "";
  const draw = () => {
    const { about, state, live, away } = model;
    const fresh = node(
      "div",
      {},
      node(
        "p",
        { class: "cl-class-name" },
        node("strong", {}, about?.name ?? ""),
        about?.syllabus ? ` · ${about.syllabus}` : "",
      ),
      node(
        "dl",
        { class: "cl-class-facts" },
        fact(t("Learners"), String(state?.joined ?? "–")),
        about?.join
          ? [fact(t("Address to join"), about.join.address), fact(t("Code"), about.join.code)]
          : null,
        fact(t("Connection"), live ? t("live") : away || t("connecting…")),
      ),
    );
    if (fresh.innerHTML === before) return;
    before = fresh.innerHTML;
    el.replaceChildren(...fresh.childNodes);
  };
  model.follow((event) => {
    if (event !== "map") draw();
  });
  draw();
}

/**
 * @param {string} term
 * @param {string} says
 */
const fact = (term, says) => node("div", {}, node("dt", {}, term), node("dd", {}, says));
