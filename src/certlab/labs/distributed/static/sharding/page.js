// @ts-check
/**
 * Sharding on a page: what DDP and each stage of ZeRO leave on one of so many GPUs.
 *
 * @typedef {[name: string, bytes: number[]]} Recipe bytes a parameter of each part
 * @typedef {{ recipes: Recipe[], cards: [name: string, gib: number][], recipe: string, card: string, billions: number, ranks: number }} Begin
 * @typedef {{ recipe: string, card: string, size: number, ranks: number }} Values what the controls hold
 * @typedef {{ bars: number[][], card: string, room: number, gpus: number }} Bars bytes by stage and part
 */

import { amount } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t } from "../../../../app/static/words.js";
import { stateBytes } from "./sharding.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const BILLIONS = [0.5, 1, 1.5, 3, 7, 7.5, 8, 13, 30, 70, 175, 405];
const MOST_DOUBLINGS = 10; // 1,024 GPUs
const GIB = 2 ** 30;
const [LANE, TOP, LEFT, RIGHT] = [36, 28, 64, 64];

const partWords = () => [t("weights"), t("gradients"), t("optimizer")];
const stageWords = (/** @type {number} */ zero) => (zero ? `ZeRO ${zero}` : "DDP");
const gib = (/** @type {number} */ bytes) =>
  t("{n} GiB", { n: amount(Number((bytes / GIB).toPrecision(3))) });
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, one) => all + one, 0);

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `recipes`, [name, bytes a parameter of each part] each, `cards`, [name, GiB] each; and what
 *   is first, of which `ranks` is a power of two
 */
export async function mount(el, { recipes, cards, recipe, card, billions, ranks }) {
  const asked = (/** @type {Values} */ values) => {
    const [, kept] = /** @type {Recipe} */ (recipes.find(([one]) => one === values.recipe));
    const [name, room] = /** @type {[string, number]} */ (
      cards.find(([one]) => one === values.card)
    );
    const gpus = 2 ** values.ranks;
    const own = BILLIONS[values.size] * 1e9;
    const bars = [0, 1, 2, 3].map((zero) => stateBytes(own, kept, zero, gpus));
    return { bars, card: name, room: room * GIB, gpus };
  };
  new LivePicture(el, {
    root: "cl-sharding",
    label: t("States of training on one GPU"),
    values: { recipe, card, size: BILLIONS.indexOf(billions), ranks: Math.log2(ranks) },
    controls: [
      {
        key: "size",
        label: t("Parameters"),
        max: BILLIONS.length - 1,
        shown: (at) => t("{n} billion", { n: amount(BILLIONS[at]) }),
      },
      {
        key: "ranks",
        label: t("GPUs that share"),
        max: MOST_DOUBLINGS,
        shown: (power) => amount(2 ** power),
      },
      {
        key: "recipe",
        label: t("Optimizer and formats"),
        choices: recipes.map(([one]) => [one, one]),
      },
      { key: "card", label: t("GPU"), choices: cards.map(([one]) => [one, one]) },
    ],
    draw: (values, wide) => [drawBars(asked(values), wide)],
    counts: (values) => counts(asked(values)),
    says: (values) => says(asked(values)),
  });
}

/** @param {Bars} bars */
function counts({ bars }) {
  return [
    [gib(sum(bars[0])), t("a copy for each GPU, DDP")],
    [gib(sum(bars[3])), t("with all shared, ZeRO 3 or FSDP")],
  ];
}

/** @param {Bars} bars */
function says({ bars, card, room, gpus }) {
  const fits = bars.findIndex((bar) => sum(bar) <= room);
  const values = { card, room: gib(room), gpus: amount(gpus), stage: stageWords(fits) };
  const each = bars.map((bar, zero) => `${stageWords(zero)} ${gib(sum(bar))}`).join(", ");
  const says =
    fits < 0
      ? t("No stage fits the {room} of one {card}; use more GPUs, or split the layers too.", values)
      : t("{stage} is the first that fits the {room} of one {card}, before activations.", values);
  return inRow(t("States on each of {gpus} GPUs: {each}.", { ...values, each }), says);
}

/**
 * @param {Bars} bars
 * @param {number} wide
 */
function drawBars({ bars, card, room }, wide) {
  const most = Math.max(sum(bars[0]), room);
  const unit = (wide - LEFT - RIGHT) / most;
  const high = TOP + LANE * bars.length + 40;
  const foot = TOP + LANE * bars.length;
  let at = 0;
  const keys = partWords().flatMap((words, part) => {
    const x = at;
    at += 28 + 7 * words.length;
    return [
      shape(
        "g",
        { class: `cl-who${part}` },
        shape("rect", { x, y: 4.5, width: 12, height: 12, class: "cl-in" }),
      ),
      written(x + 18, 15, words, { class: "cl-says" }),
    ];
  });
  return canvas(
    wide,
    high,
    t("Memory of the states on one GPU, by stage"),
    ...keys,
    ...bars.flatMap((bar, zero) => {
      const y = TOP + zero * LANE;
      let x = LEFT;
      const pieces = bar.map((bytes, part) => {
        const place = { x, y: y + 6, width: Math.max(0.5, bytes * unit), height: LANE - 14 };
        x += bytes * unit;
        return shape("g", { class: `cl-who${part}` }, shape("rect", { ...place, class: "cl-in" }));
      });
      return [
        written(LEFT - 8, y + 21, stageWords(zero), { "text-anchor": "end", class: "cl-says" }),
        ...pieces,
        written(x + 6, y + 21, gib(sum(bar)), {
          class: sum(bar) <= room ? "cl-strong cl-halo" : "cl-says cl-halo",
        }),
      ];
    }),
    shape("line", {
      ...{ x1: LEFT + room * unit, x2: LEFT + room * unit, y1: TOP, y2: foot + 6 },
      class: "cl-line cl-dashed",
    }),
    written(LEFT + room * unit, foot + 22, t("{card}: {room}", { card, room: gib(room) }), {
      "text-anchor": room * unit > 160 ? "end" : "start",
      class: "cl-says",
    }),
    shape("line", { x1: LEFT, x2: LEFT, y1: TOP, y2: foot, class: "cl-axis" }),
  );
}
