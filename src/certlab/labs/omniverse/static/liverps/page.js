// @ts-check
/**
 * LIVERPS on a page: each place that may speak of a pump's paint is a button, and who wins follows.
 *
 * @import { Place, Scene } from "./heard.js"
 * @typedef {{ place: Place, button: HTMLElement, state: HTMLElement }} Row
 */

import { node } from "../../../../app/static/dom.js";
import { inRow, t, tn } from "../../../../app/static/words.js";
import { heard } from "./heard.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "liverps.css"];

/** What an arc is called, by its letter. */
const arcNames = () =>
  /** @type {Record<string, string>} */ ({
    L: t("local"),
    I: t("inherits"),
    V: t("variant"),
    E: t("relocates"),
    R: t("references"),
    P: t("payload"),
    S: t("specializes"),
  });

const named = (/** @type {string} */ arcs) =>
  [...arcs].map((letter) => arcNames()[letter]).join(", ");

/** What stands at the end of a row, by its state. */
const stateNames = () =>
  /** @type {Record<string, string>} */ ({
    wins: t("wins"),
    loses: t("overruled"),
    silent: t("silent"),
    away: t("not there"),
  });

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {{ places: Place[] }} begin the strongest first
 */
export async function mount(el, { places }) {
  const scene = { chosen: true, loaded: true };
  const status = node("p", { class: "cl-inwords", role: "status" });
  const rows = places.map((place) => makeRow(place, () => paint()));
  const paint = () => settle(rows, scene, status);
  el.classList.add("certlab");
  el.replaceChildren(
    node(
      "div",
      {
        class: "cl-frame cl-sim cl-live cl-liverps",
        role: "group",
        "aria-label": t("Which opinion wins"),
      },
      node(
        "p",
        { class: "cl-foot-note" },
        t("Press a place, and it falls silent or speaks again."),
      ),
      node(
        "ol",
        { class: "cl-places" },
        rows.map(({ button }) => node("li", {}, button)),
      ),
      node(
        "div",
        { class: "cl-controls" },
        tick(scene, "chosen", t("The finish plain is chosen"), paint),
        tick(scene, "loaded", t("Payloads are loaded"), paint),
      ),
      node("p", { class: "cl-words-name" }, t("In words")),
      status,
    ),
  );
  paint();
}

/**
 * A place as a button: its arcs, where it stands, what it says, and how it fares.
 *
 * @param {Place} place
 * @param {() => void} paint
 * @returns {Row}
 */
function makeRow(place, paint) {
  const state = node("span", { class: "cl-state" });
  const press = () => {
    place.speaks = !place.speaks;
    paint();
  };
  const button = node(
    "button",
    { type: "button", class: "cl-place", onclick: press },
    node("span", { class: "cl-arcs", "aria-hidden": "true" }, [...place.arcs].join(" ")),
    node("span", { class: "cl-by" }, named(place.arcs)),
    node("span", { class: "cl-where" }, place.layer, " ", node("span", {}, place.path)),
    node("span", { class: "cl-paint" }, place.value),
    state,
  );
  return { place, button, state };
}

/**
 * A box to tick, for what holds of the whole scene.
 *
 * @param {Scene} scene
 * @param {keyof Scene} key
 * @param {string} label
 * @param {() => void} paint
 */
function tick(scene, key, label, paint) {
  const input = node("input", { type: "checkbox", checked: scene[key], "data-key": key });
  input.addEventListener("input", () => {
    scene[key] = input.checked;
    paint();
  });
  return node("label", { class: "cl-tick" }, input, node("span", {}, label));
}

/**
 * Each row with its state, and the same in words.
 *
 * @param {Row[]} rows
 * @param {Scene} scene
 * @param {HTMLElement} status
 */
function settle(rows, scene, status) {
  const names = stateNames();
  const states = heard(
    rows.map(({ place }) => place),
    scene,
  );
  rows.forEach(({ place, button, state }, n) => {
    button.dataset.state = states[n];
    button.setAttribute("aria-pressed", String(place.speaks));
    state.textContent = names[states[n]];
  });
  const lost = states.filter((one) => one === "loses").length;
  status.textContent = says(rows[states.indexOf("wins")]?.place, lost);
}

/**
 * @param {Place | undefined} first
 * @param {number} lost
 */
function says(first, lost) {
  if (!first) return t("Nobody speaks of the paint, so the pump has none.");
  const { layer, value } = first;
  return inRow(
    t("The pump is {paint}: {layer} says so, and its arc is the strongest that speaks ({arcs}).", {
      ...{ paint: value, layer, arcs: named(first.arcs) },
    }),
    lost ? tn("{n} weaker opinion is overruled.", "{n} weaker opinions are overruled.", lost) : "",
  );
}
