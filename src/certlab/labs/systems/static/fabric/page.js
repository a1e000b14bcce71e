// @ts-check
/**
 * A fabric on a page: how many systems, how many share a leaf, which spines fail.
 *
 * @import { Fabric } from "./fabric.js"
 * @typedef {{ rails: number, ports: number, gbit: number, downs: number[], systems: number, down: number, failed: number }} Begin
 * @typedef {{ systems: number, down: string, failed: number }} Values what the controls hold
 */

import { amount } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { fabricOf, fabricWords, number } from "./fabric.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "fabric.css"];

const MOST_LEAVES = 32; // more lines than theirs nobody can tell apart
const HIGH = 252;
const [SPINE, LEAF, FOOT] = [34, 164, 214]; // pixels from the top

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `rails`, `ports` of a switch, `gbit` of a port, `downs` that can be chosen; and what is first
 */
export async function mount(el, { rails, ports, gbit, downs, systems, down, failed }) {
  const made = (/** @type {Values} */ values) =>
    fabricOf({ ...values, down: Number(values.down), rails, ports, gbit });
  const split = (/** @type {number} */ each) =>
    t("{down} down, {up} up", { down: each, up: ports - each });
  new LivePicture(el, {
    root: "cl-fabric",
    label: t("Fabric"),
    values: { systems, down: String(down), failed },
    controls: [
      {
        key: "systems",
        label: t("Systems of {rails} adapters", { rails }),
        min: 1,
        max: ({ down: each }) => Number(each) * Math.floor(MOST_LEAVES / rails),
      },
      {
        key: "down",
        label: t("Ports of a leaf"),
        choices: downs.map((each) => [String(each), split(each)]),
      },
      {
        key: "failed",
        label: t("Spines that failed"),
        min: 0,
        max: (values) => made({ ...values, failed: 0 }).spines - 1,
      },
    ],
    draw: (values, wide) => [drawFabric(made(values), wide)],
    counts: (values) => counts(made(values)),
    says: (values) => fabricWords(made(values)),
  });
}

/** @param {Fabric} one */
function counts(one) {
  const ratio = t("{over} to 1", { over: number(one.overLeft) });
  return [
    [amount(one.leaves + one.spines), t("switches")],
    [amount(one.systemCables + one.spineCables), t("cables")],
    [ratio, one.overLeft > 1 ? t("oversubscribed") : t("down over up: non-blocking")],
    [
      t("{rate} Gbit/s", { rate: number(one.rate) }),
      t("over the spine for each rail, when all send"),
    ],
  ];
}

/**
 * @param {Fabric} one
 * @param {number} wide
 */
function drawFabric(one, wide) {
  const gap = 12;
  const pitch = Math.min(32, (wide - gap * (one.units - 1)) / one.leaves);
  const side = Math.max(4, pitch - Math.max(2, pitch / 6));
  const whole = pitch * one.leaves + gap * (one.units - 1);
  const left = (/** @type {number} */ leaf) =>
    (wide - whole) / 2 + leaf * pitch + Math.floor(leaf / one.rails) * gap + (pitch - side) / 2;
  const middle = (/** @type {number} */ spine) => (wide * (2 * spine + 1)) / (2 * one.spines);
  const isDown = (/** @type {number} */ spine) => spine >= one.spines - one.failed;
  const leaves = [...Array(one.leaves).keys()];
  const spines = [...Array(one.spines).keys()];
  return canvas(
    wide,
    HIGH,
    t(
      "Spines above and leaves below, grouped by unit, with a bundle of cables from each leaf to each spine",
    ),
    ...leaves.flatMap((leaf) =>
      spines.map((spine) =>
        shape("line", {
          x1: left(leaf) + side / 2,
          y1: LEAF,
          x2: middle(spine),
          y2: SPINE + 24,
          class: `cl-cable cl-who${(leaf % one.rails) % 8}${isDown(spine) ? " cl-gone" : ""}`,
        }),
      ),
    ),
    ...spines.map((spine) => drawSpine(middle(spine), spine, isDown(spine), wide / one.spines)),
    ...leaves.map((leaf) =>
      shape(
        "g",
        { class: `cl-who${(leaf % one.rails) % 8}` },
        shape("rect", { x: left(leaf), y: LEAF, width: side, height: 26, class: "cl-in" }),
        side < 14
          ? null
          : written(left(leaf) + side / 2, LEAF + 17, String(leaf % one.rails), {
              "text-anchor": "middle",
            }),
      ),
    ),
    ...drawUnits(one, (unit) => left(unit * one.rails), pitch * (one.rails - 1) + side, wide),
  );
}

/**
 * @param {number} x
 * @param {number} spine
 * @param {boolean} down
 * @param {number} room
 */
function drawSpine(x, spine, down, room) {
  const wide = Math.min(40, room - 4);
  const box = { x: x - wide / 2, y: SPINE, width: wide, height: 24, rx: 4 };
  const cross = `M${x - 5} ${SPINE - 15}l10 10m0-10l-10 10`;
  return shape(
    "g",
    {},
    shape("rect", { ...box, class: down ? "cl-spine cl-broken" : "cl-spine" }),
    wide < 16
      ? null
      : written(x, SPINE + 16, String(spine), { "text-anchor": "middle", class: "cl-says" }),
    down ? shape("path", { d: cross, class: "cl-cross" }) : null,
  );
}

/**
 * @param {Fabric} one
 * @param {(unit: number) => number} left
 * @param {number} long
 * @param {number} wide
 */
function drawUnits(one, left, long, wide) {
  /** @type {SVGElement[]} */
  const marks = [written(0, 12, t("spines"), { class: "cl-faint" })];
  let rest = one.systems;
  for (let unit = 0; unit < one.units; unit += 1) {
    const here = Math.min(rest, one.down);
    rest -= here;
    const x = left(unit);
    const says = t("unit {unit}: {n} systems", { unit, n: here });
    marks.push(
      shape("path", { d: `M${x} ${FOOT - 14}v6h${long}v-6`, class: "cl-bracket" }),
      written(x + long / 2, FOOT + 8, long < 100 ? String(here) : says, {
        "text-anchor": "middle",
        class: "cl-says",
      }),
    );
  }
  const key =
    wide < 480
      ? t("square: a leaf with its rail; below: systems of a unit")
      : t("square: a leaf with the number of its rail; line: its {n} cables to a spine", {
          n: one.each,
        });
  return [...marks, written(0, HIGH - 6, key, { class: "cl-faint" })];
}
