// @ts-check
/**
 * The way to an exam, drawn: round to read, square for a lab, a star for the mock exam at its end.
 *
 * It is an ordered list of links, as wide as it likes inside a box that scrolls, or with
 * `whole` a column.
 *
 * @import { Station, Way } from "./days.d.ts"
 */

import { icon, node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";
import { solvedWords } from "./lab_progress.js";
import { workLink } from "./links.js";
import { hoursWords } from "./path_hours.js";
import { stepsDone } from "./stations.js";

/**
 * `way` is what stations.js makes; `root` leads from the page to the root of all pages.
 *
 * @param {Way} way
 * @param {{ root?: string, whole?: boolean }} options
 */
export function drawWay(way, { root = "", whole = false } = {}) {
  const list = node(
    "ol",
    { class: "cl-way-stations" },
    way.stations.map((station) => drawStation(station, root, whole)),
  );
  if (!whole) scrollToHere(list);
  return node(
    "div",
    { class: whole ? "cl-way cl-way-whole" : "cl-way" },
    list,
    drawPlanned(way.planned),
  );
}

/**
 * How long the way is, or how far one is on it.
 *
 * @param {Way} way
 */
export function wayWords({ stations, minutes }) {
  const { done, skipped, count } = stepsDone({ stations });
  if (done + skipped) return t("{n} of {count} steps done", { n: done + skipped, count });
  const long = hoursWords(minutes);
  return tn("{n} step, {long}", "{n} steps, {long}", count, { long });
}

/**
 * @param {Station} station
 * @param {string} root
 * @param {boolean} whole
 */
function drawStation(station, root, whole) {
  const { kind, name, state, here, path } = station;
  const part = partOf(station, whole);
  return node(
    "li",
    {
      class: ["cl-station", `cl-is-${kind}`, `cl-is-${state}`, here ? "cl-is-here" : ""].join(" "),
    },
    workLink(`${root}${path}`, { "aria-current": here ? "step" : null }, [
      node("span", { class: "cl-sign", "aria-hidden": "true" }, signOf(station)),
      node("span", { class: "cl-hidden" }, KINDS[kind]()),
      node("span", { class: "cl-station-name" }, name),
      part ? node("span", { class: "cl-station-part" }, part) : null,
      node("span", { class: "cl-muted" }, lineOf(station)),
    ]),
  );
}

/**
 * What stands under a station's name: the module of a lab only where there is room.
 *
 * @param {Station} station
 * @param {boolean} whole
 */
function partOf({ kind, part }, whole) {
  if (kind !== "lab") return part;
  return whole ? t("Lab on {module}", { module: part }) : "";
}

/** What a screen reader says before a station's name. */
const KINDS = { read: () => t("Read:"), lab: () => t("Lab:"), mock: () => "" };

/** @param {Station} station */
function signOf({ kind, state, done }) {
  if (state === "done") return icon("tick");
  if (state === "begun") return String(done);
  return kind === "mock" ? "★" : null;
}

/**
 * What it takes, or what became of it.
 *
 * @param {Station} station
 */
function lineOf({ kind, state, minutes, done, count, here }) {
  const time = tn("{n} min", "{n} min", minutes);
  const says = {
    open: time,
    begun: solvedWords({ done, count }),
    skipped: t("skipped: asked enough"),
    done: kind === "lab" ? solvedWords({ done, count }) : kind === "read" ? t("read") : t("taken"),
  }[state];
  return here ? [says, node("b", { class: "cl-here" }, t("You are here"))] : says;
}

/** @param {Way["planned"]} planned */
function drawPlanned(planned) {
  if (!planned.length) return null;
  const count = planned.length;
  return node(
    "details",
    { class: "cl-way-planned cl-small" },
    node(
      "summary",
      { "data-key": "planned" },
      tn("{n} step is not written yet", "{n} steps are not written yet", count),
    ),
    node(
      "ul",
      {},
      planned.map(({ title, minutes, lab }) =>
        node(
          "li",
          {},
          lab ? t("Lab: {title}", { title }) : title,
          " ",
          node("span", { class: "cl-muted" }, tn("about {n} min", "about {n} min", minutes)),
        ),
      ),
    ),
  );
}

/**
 * Once it stands on the page the strip shows where one is; the page itself does not move.
 *
 * @param {HTMLElement} list
 */
function scrollToHere(list) {
  requestAnimationFrame(() => {
    const here = /** @type {HTMLElement | null} */ (list.querySelector(".cl-is-here"));
    const first = /** @type {HTMLElement | null} */ (list.firstElementChild);
    // The station before it stands where the first does, below the heading.
    if (here && first) list.scrollLeft = here.offsetLeft - first.offsetLeft - here.offsetWidth;
  });
}
