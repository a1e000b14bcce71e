// @ts-check
/**
 * Ranks with what they hold, what is arriving, and the ways of the messages: up to 8 ranks.
 *
 * @import { Cells, DrawnWay, Given, Held, Message, Plan, Point } from "./collectives.d.ts"
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { Scene } from "./place.js";
import { labelWords } from "./words.js";

/**
 * One rank's grid, its corner at x and y: a row a chunk, a column a rank whose numbers it holds.
 *
 * @param {{ ranks: number }} scene
 * @param {Cells} place
 * @param {BigUint64Array} before
 * @param {BigUint64Array} after
 */
export function grid(scene, { x, y, cell, id }, before, after) {
  const marks = [];
  const tall = cell > 20 ? cell - 4 : cell;
  for (let row = 0; row < scene.ranks; row += 1) {
    for (let column = 0; column < scene.ranks; column += 1) {
      const bit = 1n << BigInt(column);
      const [there, coming] = [before[row] & bit, after[row] & bit];
      const place = {
        x: x + column * cell + 0.5,
        y: y + row * cell + (cell - tall) / 2 + 0.5,
        width: cell - 1,
        height: tall - 1,
      };
      const who = there || coming ? `cl-who${column} ` : "";
      marks.push(
        shape("rect", {
          ...place,
          class: `${who}${there ? "cl-in" : coming ? "cl-coming" : "cl-none"}`,
        }),
      );
      if (!there && coming) marks.push(shape("rect", { ...place, fill: `url(#${id}-hatch)` }));
      marks.push(
        written(
          x + (column + 0.5) * cell,
          y + (row + 0.5) * cell + 4,
          there ? "1" : coming ? "+" : "0",
          { class: `cl-digit ${there ? "" : coming ? "cl-strong" : "cl-faint"}` },
        ),
      );
    }
  }
  return marks;
}

/**
 * Thick lines around what a rank is sending.
 *
 * @param {Plan} plan
 * @param {Message} message
 * @param {Omit<Cells, "id">} place
 */
export function outlines(plan, message, { x, y, cell }) {
  const runs = message.slice(3);
  const found = [];
  /**
   * @param {number} left
   * @param {number} top
   * @param {number} wide
   * @param {number} high
   */
  const box = (left, top, wide, high) =>
    shape("rect", {
      x: left - 1.5,
      y: top - 1,
      width: wide + 3,
      height: high + 2,
      rx: 2,
      class: "cl-sent",
    });
  for (let n = 0; n < runs.length; n += 2) {
    if (plan.kind !== "all-to-all")
      found.push(box(x, y + runs[n] * cell, plan.ranks * cell, runs[n + 1] * cell));
    else
      for (let chunk = runs[n]; chunk < runs[n] + runs[n + 1]; chunk += 1) {
        found.push(
          box(
            x + Math.floor(chunk / plan.ranks) * cell,
            y + (chunk % plan.ranks) * cell,
            cell,
            cell,
          ),
        );
      }
  }
  return found;
}

/** The row a message's way begins at, null where it has several. */
const rowOf = (/** @type {Plan} */ plan, /** @type {Message} */ message) =>
  message.length === 5 && message[4] === 1 ? message[3] % plan.ranks : null;

/**
 * A way with its head, in the sender's colour.
 *
 * @param {Point[]} points
 * @param {number} who
 */
function arrow(points, who) {
  const [[u, v], [x, y]] = points.slice(-2);
  const long = Math.hypot(x - u, y - v) || 1;
  const [dx, dy] = [(x - u) / long, (y - v) / long];
  const head = `M${x} ${y}L${x - 8 * dx - 4 * dy} ${y - 8 * dy + 4 * dx}L${x - 8 * dx + 4 * dy} ${y - 8 * dy - 4 * dx}Z`;
  const line = [...points.slice(0, -1), [x - 6 * dx, y - 6 * dy]]
    .map((one) => one.join(" "))
    .join("L");
  return [
    shape("path", { d: `M${line}`, class: `cl-way cl-who${who}` }),
    shape("path", { d: head, class: `cl-arrowhead cl-who${who}` }),
  ];
}

/**
 * The whole drawing; `ways` in it are the corners that each message goes along.
 *
 * @param {Plan} plan
 * @param {number} bytes
 * @param {number} step
 * @param {Held[]} states
 * @param {Given} given
 */
export function drawRanks(plan, bytes, step, states, { id, label }) {
  const scene = new Scene(plan.ranks);
  const messages = plan.steps[step - 1] ?? [];
  const [before, after] = statesAt(states, step);
  const svg = shape("svg", {
    viewBox: `0 0 ${scene.width} ${scene.height}`,
    role: "img",
    "aria-label": label,
    class: "cl-ranks",
  });
  const ways = messages.map((message) => ({
    ...scene.way(message, rowOf(plan, message)),
    who: message[0] < plan.ranks ? message[0] : message[1],
    message,
  }));
  for (let rank = 0; rank < plan.ranks; rank += 1) {
    const place = { ...scene.at(rank), cell: scene.cell, id };
    svg.append(
      ...rankHead(scene, rank, place),
      ...chunkNames(plan, scene, rank, place),
      ...grid(scene, place, before[rank], after[rank]),
    );
    const own = messages.filter(([source]) => source === rank);
    svg.append(...own.flatMap((message) => outlines(plan, message, place)));
    const untold = ways.filter((way) => way.message[0] === rank && !way.label);
    untold
      .slice(0, 1)
      .forEach((way) =>
        svg.append(
          written(place.x, place.y - 8, labelWords(plan, bytes, way.message), { class: "cl-says" }),
        ),
      );
  }
  ways.forEach((way) => {
    svg.append(...arrow(way.points, way.who));
    svg.append(...wayLabel(plan, bytes, way));
  });
  if (plan.algorithm === "in-switch") svg.append(...drawSwitch(scene));
  return { svg, ways };
}

/**
 * Before and after a step; past the last both are the end.
 *
 * @param {Held[]} states
 * @param {number} step
 */
export function statesAt(states, step) {
  const last = states.length - 1;
  return [states[Math.min(Math.max(step - 1, 0), last)], states[Math.min(step, last)]].map(
    (one, n) => (n === 0 && step > last ? states[last] : one),
  );
}

/**
 * @param {Scene} scene
 * @param {number} rank
 * @param {{ x: number, y: number }} place
 */
function rankHead(scene, rank, { x, y }) {
  const top = scene.few ? y - 30 : y - 36;
  return [
    shape("rect", {
      x: x + 0.5,
      y: top + 0.5,
      width: 10,
      height: 10,
      class: `cl-chip cl-who${rank}`,
    }),
    written(x + 17, top + 10, t("rank {n}", { n: rank }), { class: "cl-strong" }),
  ];
}

/**
 * @param {Plan} plan
 * @param {Scene} scene
 * @param {number} rank
 * @param {Cells} place
 */
function chunkNames(plan, scene, rank, { y, cell }) {
  const { x, anchor } = scene.labels(rank);
  return Array.from({ length: plan.ranks }, (_, row) => {
    const name = plan.kind === "all-to-all" ? t("for {n}", { n: row }) : t("chunk {n}", { n: row });
    return written(x, y + (row + 0.5) * cell + 4, scene.few ? name : String(row), {
      "text-anchor": anchor,
      class: "cl-faint",
    });
  });
}

/**
 * Above a way that lies, beside one that goes around: in two lines.
 *
 * @param {Plan} plan
 * @param {number} bytes
 * @param {DrawnWay} way
 */
function wayLabel(plan, bytes, { label, anchor, message }) {
  if (!label) return [];
  const [x, y] = label;
  const says = labelWords(plan, bytes, message);
  if (!anchor) return [written(x, y, says, { "text-anchor": "middle", class: "cl-says" })];
  const [first, ...rest] = says.split(/(?<=[,，])\s*/);
  return [first, ...rest].map((line, n) =>
    written(x, y - 2 + 16 * n, line, { "text-anchor": anchor, class: "cl-says" }),
  );
}

/** @param {Scene} scene */
function drawSwitch(scene) {
  const { x, y } = scene.switchAt;
  return [
    shape("rect", { x: x - 64, y: y - 14, width: 128, height: 28, rx: 4, class: "cl-switch" }),
    written(x, y + 4, t("the switch"), { "text-anchor": "middle" }),
  ];
}
