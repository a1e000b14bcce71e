// @ts-check
/**
 * Banks of shared memory on a page: a stride, padding, and how many words each bank has to deliver.
 *
 * @typedef {{ stride: number, padded: boolean }} Begin
 * @typedef {Begin & { lane: number }} Values what the controls hold
 */

import { percentText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { inRow, t, tn } from "../../../../app/static/words.js";
import { BANKS, LANES, rounds, words, wordsByBank } from "./banks.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "banks.css"];

const BOX = { top: 20, left: 34, right: 4, bottom: 44 };
const [MOST, ROUND] = [40, 9]; // the largest stride; pixels of one round

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin the `stride` in words, and whether the rows are `padded`
 */
export async function mount(el, { stride, padded }) {
  const read = (/** @type {Values} */ values) => words(values.stride, values.padded);
  new LivePicture(el, {
    root: "cl-banks",
    label: t("Banks of shared memory"),
    values: { stride, padded, lane: 1 },
    controls: [
      { key: "stride", label: t("Stride in words"), min: 0, max: MOST },
      { key: "lane", label: t("Lane to follow"), min: 0, max: LANES - 1 },
      { key: "padded", label: t("One word of padding after each 32"), tick: true },
    ],
    draw: (values, wide) => [drawBanks(wide, read(values), values.lane)],
    counts: (values) => counts(read(values)),
    says: (values) => says(values, read(values)),
  });
}

const used = (/** @type {number[]} */ read) => wordsByBank(read).filter((one) => one.length).length;
const different = (/** @type {number[]} */ read) => new Set(read).size;

/** @param {number[]} read */
function counts(read) {
  const most = rounds(read);
  return [
    [String(most), most === 1 ? t("round for the read") : t("rounds for the read")],
    [String(used(read)), t("of {n} banks deliver something", { n: BANKS })],
    [percentText(different(read) / (BANKS * most)), t("of what the banks could deliver meanwhile")],
  ];
}

/**
 * @param {Values} values
 * @param {number[]} read
 */
function says({ stride, lane }, read) {
  const most = rounds(read);
  const word = read[lane];
  const own = t("Lane {lane} reads word {word}, which is in bank {bank}.", {
    ...{ lane, word, bank: word % BANKS },
  });
  if (stride === 0)
    return inRow(own, t("All lanes read one word, which is delivered once: no conflict."));
  if (most === 1) return inRow(own, t("No bank has more than one word to deliver: no conflict."));
  const bank = wordsByBank(read).findIndex((one) => one.length === most);
  const lanes = wordsByBank(read)[bank].flatMap(([, many]) => many);
  const met = t("The lanes {lanes} need different words of bank {bank},", {
    ...{ bank, lanes: lanes.join(", ") },
  });
  return inRow(own, met, tn("so the read takes {n} round.", "so the read takes {n} rounds.", most));
}

/**
 * A pile for each bank, as high as it has words to deliver; the word of one lane is marked.
 *
 * @param {number} wide
 * @param {number[]} read
 * @param {number} mine
 */
function drawBanks(wide, read, mine) {
  const column = (wide - BOX.left - BOX.right) / BANKS;
  const foot = BOX.top + ROUND * BANKS;
  const x = (/** @type {number} */ bank) => BOX.left + bank * column;
  /**
   * @param {number} bank
   * @param {[number, number[]]} word
   * @param {number} n
   */
  const word = (bank, [number, lanes], n) => {
    const place = { x: x(bank) + 0.5, y: foot - (n + 1) * ROUND + 1 };
    const tip = shape("title");
    tip.textContent = t("Bank {bank}, word {number}, for lanes {lanes}", {
      ...{ bank, number },
      lanes: lanes.join(", "),
    });
    const size = { width: column - 1, height: ROUND - 2 };
    const kind = n ? "cl-late" : "cl-first";
    const own = lanes.includes(mine) ? " cl-mine" : "";
    return shape("rect", { ...place, ...size, class: `${kind}${own}` }, tip);
  };
  const ticks = [1, 8, 16, 24, 32];
  return canvas(
    wide,
    foot + BOX.bottom,
    t("Words that each of the 32 banks has to deliver, one in each round"),
    ...ticks.flatMap((n) => [
      shape("line", {
        ...{ x1: BOX.left, x2: x(BANKS), y1: foot - n * ROUND, y2: foot - n * ROUND },
        class: "cl-rule",
      }),
      written(BOX.left - 6, foot - n * ROUND + 8, String(n), {
        "text-anchor": "end",
        class: "cl-faint",
      }),
    ]),
    ...wordsByBank(read).flatMap((some, bank) => some.map((one, n) => word(bank, one, n))),
    shape("line", { x1: BOX.left, x2: x(BANKS), y1: foot, y2: foot, class: "cl-axis" }),
    ...[0, 8, 16, 24, 31].map((bank) =>
      written(x(bank) + column / 2, foot + 16, String(bank), {
        "text-anchor": "middle",
        class: "cl-faint",
      }),
    ),
    written(x(BANKS), foot + 36, t("bank"), { "text-anchor": "end", class: "cl-faint" }),
    written(0, 10, t("rounds"), { class: "cl-faint" }),
  );
}
