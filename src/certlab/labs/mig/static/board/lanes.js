// @ts-check
/**
 * The profiles of one GPU: where each may stand, who is in the way, how many more fit.
 *
 * @import { Layout, Profile, Table } from "./boards.d.ts"
 * @import { View } from "./view.js"
 */

import { node } from "../../../../app/static/dom.js";
import { kind, ruler } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { fits, inTheWay } from "./rules.js";
import { lane, listed, none, span } from "./words.js";

/**
 * The list of profiles; picking is by native radio buttons.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function drawLanes(view, gpu) {
  const { table } = view.gpu(gpu);
  const after = view.hand.after(gpu);
  return node(
    "fieldset",
    { class: "cl-lanes" },
    node("legend", { class: "cl-hidden" }, t("Profiles for GPU {gpu}", { gpu })),
    node(
      "div",
      { class: "cl-lane cl-lanehead", "aria-hidden": "true" },
      node("span", {}, t("profile")),
      node("span", {}, t("where it may start; a filled bar shows what is in the way")),
      node("span", {}, after ? t("fits now → after this") : t("still fits")),
    ),
    table.profiles.map((_, index) => drawLane(view, gpu, index, after)),
  );
}

/**
 * @param {View} view
 * @param {number} gpu
 * @param {number} index
 * @param {Layout | null} after
 */
function drawLane(view, gpu, index, after) {
  const { table } = view.gpu(gpu);
  const layout = view.hand.standing(gpu);
  const profile = table.profiles[index];
  const picked = view.hand.pick(gpu) === index;
  const on = view.hand.isOn(gpu);
  const { count, why } = on
    ? lane(table, layout, after, index)
    : { count: none(), why: t("MIG is off") };
  const says = `${view.id}-why-${gpu}-${index}`;
  return node(
    "div",
    { class: `cl-lane${picked ? " cl-picked" : ""}`, "data-lane": index, "data-gpu": gpu },
    node(
      "label",
      { class: "cl-who", "data-drag": index },
      node("input", {
        type: "radio",
        name: `${view.id}-${gpu}`,
        checked: picked,
        "data-key": `p-${gpu}-${index}`,
        "data-gpu": gpu,
        "data-profile": index,
        "aria-describedby": says,
      }),
      node("code", {}, profile.name),
      node("span", { class: "cl-id" }, `id ${profile.id}`),
    ),
    node(
      "div",
      { class: "cl-where" },
      ruler(table.memory),
      profile.starts.map((start) => drawPlace(view, gpu, index, start, layout)),
    ),
    node(
      "span",
      { class: "cl-why", id: says },
      node("b", { class: count === none() ? null : "cl-some" }, count),
      " ",
      node("span", {}, why),
    ),
  );
}

/**
 * One allowed place: free, or dashed with the colours of who is in the way.
 *
 * @param {View} view
 * @param {number} gpu
 * @param {number} index
 * @param {number} start
 * @param {Layout} layout
 */
function drawPlace(view, gpu, index, start, layout) {
  const { table } = view.gpu(gpu);
  const profile = table.profiles[index];
  const free = view.hand.isOn(gpu) && fits(table, layout, index).includes(start);
  const ghost = view.hand.ghost(gpu);
  const aimed = ghost?.profile === index && ghost.start === start && !ghost.blocked;
  const holders = inTheWay(table, layout, index, start);
  const names = listed(holders.map(([, one]) => table.profiles[one].name));
  const values = { profile: profile.name, span: span(start, profile.size), names };
  const left = (100 * start) / table.memory;
  return node(
    "button",
    {
      type: "button",
      tabindex: "-1",
      style: `left:${left}%;width:${(100 * profile.size) / table.memory}%`,
      class: `cl-place-at ${free ? "cl-free" : "cl-held"} ${kind(profile)}${aimed ? " cl-aimed" : ""}`,
      "data-place": start,
      "data-profile": index,
      "data-gpu": gpu,
      "aria-label": placeWords(free, values),
    },
    node(
      "span",
      { class: "cl-bar" },
      free
        ? node(
            "span",
            {},
            view.hand.pick(gpu) === index && profile.size > 1 ? t("start {n}", { n: start }) : "",
          )
        : holders.map(([, one, at]) => drawHolder(table, profile, start, one, at)),
    ),
  );
}

/**
 * @param {boolean} free
 * @param {{ profile: string, span: string, names: string }} values
 */
function placeWords(free, values) {
  if (free) return t("{profile} at memory {span}, free", values);
  return values.names
    ? t("{profile} at memory {span}, taken by {names}", values)
    : t("{profile} at memory {span}, not now", values);
}

/**
 * The part of a place that an instance holds, in that instance's colour.
 *
 * @param {Table} table
 * @param {Profile} wanted
 * @param {number} start
 * @param {number} index
 * @param {number} at
 */
function drawHolder(table, { size }, start, index, at) {
  const profile = table.profiles[index];
  const from = Math.max(start, at);
  const until = Math.min(start + size, at + profile.size);
  return node("i", {
    class: kind(profile),
    style: `left:${(100 * (from - start)) / size}%;width:${(100 * (until - from)) / size}%`,
  });
}
