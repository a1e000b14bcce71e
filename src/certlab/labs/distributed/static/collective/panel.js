// @ts-check
/**
 * The controls of a collective, and beside its steps what has been sent and how long it took.
 *
 * @import { Attributes } from "../../../../app/static/elements.d.ts"
 * @import { Account, Ask, Asked, Step } from "./collectives.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import {
  amount,
  durationText,
  rateText,
  sizeText,
} from "../../../../app/static/drawing/quantities.js";
import { t } from "../../../../app/static/words.js";
import { nanoseconds } from "./words.js";

/**
 * Which algorithm does which collective; the simulator's own list, which a test compares.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const DOES = Object.freeze({
  "all-reduce": ["ring", "tree", "halving-doubling", "in-switch"],
  "all-gather": ["ring", "halving-doubling", "in-switch"],
  "reduce-scatter": ["ring", "halving-doubling", "in-switch"],
  broadcast: ["ring", "tree", "halving-doubling", "in-switch"],
  "all-to-all": ["direct", "ring", "halving-doubling"],
});
/** @type {[string, number][]} */
const BYTE_UNITS = [
  ["bytes", 1],
  ["KiB", 2 ** 10],
  ["MiB", 2 ** 20],
  ["GiB", 2 ** 30],
];

/**
 * The largest unit in which a number of bytes is short: [count, unit's bytes].
 *
 * @param {number} bytes
 */
function inUnits(bytes) {
  const [, factor] =
    BYTE_UNITS.findLast(([, one]) => bytes >= one && ((bytes / one) * 1000) % 1 === 0) ??
    BYTE_UNITS[0];
  return [bytes / factor, factor];
}

/**
 * A field for a number; it tells `ask` what was typed.
 *
 * @param {string} name
 * @param {string} words
 * @param {number | string} value
 * @param {Attributes} attributes
 * @param {Ask} ask
 */
export function numberField(name, words, value, attributes, ask) {
  return node(
    "label",
    {},
    node("span", {}, words),
    node("input", {
      type: "number",
      "data-key": name,
      value: String(value),
      autocomplete: "off",
      ...attributes,
      onchange: ({ target }) => ask(name, target.valueAsNumber),
    }),
  );
}

/**
 * The controls; `ask` takes the name of what changed and its value.
 *
 * @param {Asked} asked
 * @param {number | null} units bytes of the unit that was chosen
 * @param {Ask} ask
 */
export function drawCollectiveControls(asked, units, ask) {
  const { kind, ranks, bytes, latency, rate } = asked;
  return node(
    "form",
    { class: "cl-controls", onsubmit: (event) => event.preventDefault() },
    node(
      "label",
      {},
      node("span", {}, t("Collective")),
      node(
        "select",
        { "data-key": "kind", onchange: ({ target }) => ask("kind", target.value) },
        Object.keys(DOES).map((one) => node("option", { value: one, selected: one === kind }, one)),
      ),
    ),
    numberField("ranks", t("Ranks"), ranks, { min: 1, max: 64, step: 1 }, ask),
    drawMessageField(bytes, units ?? inUnits(bytes)[1], ask),
    drawAlgorithms(asked, ask),
    numberField(
      "rate",
      t("Link bandwidth, GB/s"),
      rate / 1e9,
      { min: 0, step: "any" },
      (_, value) => ask("rate", value * 1e9),
    ),
    numberField(
      "latency",
      t("Latency a message, ns"),
      nanoseconds(latency),
      { min: 0, step: "any" },
      (_, value) => ask("latency", value / 1e9),
    ),
  );
}

/**
 * The size of the message, and the unit in which it is written.
 *
 * @param {number} bytes
 * @param {number} factor
 * @param {Ask} ask
 */
function drawMessageField(bytes, factor, ask) {
  return node(
    "label",
    {},
    node("span", {}, t("Message")),
    node(
      "span",
      { class: "cl-withunit" },
      node("input", {
        type: "number",
        "data-key": "bytes",
        min: 1,
        step: "any",
        value: String(bytes / factor),
        "aria-label": t("Message"),
        onchange: ({ target }) => ask("bytes", target.valueAsNumber * factor),
      }),
      node(
        "select",
        {
          "data-key": "unit",
          "aria-label": t("Unit of the message"),
          onchange: ({ target }) => ask("unit", Number(target.value)),
        },
        BYTE_UNITS.map(([name, one]) =>
          node("option", { value: String(one), selected: one === factor }, name),
        ),
      ),
    ),
  );
}

/**
 * The algorithms that can do the collective.
 *
 * @param {Asked} asked
 * @param {Ask} ask
 */
function drawAlgorithms({ kind, algorithm }, ask) {
  const names = DOES[kind].map((name) =>
    node(
      "label",
      {},
      node("input", {
        type: "radio",
        name: "algorithm",
        value: name,
        "data-key": `algorithm-${name}`,
        checked: name === algorithm,
        onchange: () => ask("algorithm", name),
      }),
      name,
    ),
  );
  return node(
    "fieldset",
    {},
    node("legend", {}, t("Algorithm")),
    node("span", { class: "cl-radios" }, names),
  );
}

/**
 * What has been sent, how long it took, and the bandwidths of the whole.
 *
 * @param {Asked} asked
 * @param {Account} shown
 * @param {number} step
 */
export function drawTotals(asked, shown, step) {
  const { steps, seconds, sent } = shown;
  const at = Math.min(step, steps.length);
  const now = steps[at - 1];
  return node(
    "div",
    { class: "cl-totals" },
    node("p", { class: "cl-title" }, at ? t("After step {n}", { n: at }) : t("At the start")),
    node(
      "dl",
      {},
      counted(t("Sent by the busiest rank"), now?.sent ?? 0, sent, sizeText, []),
      counted(t("Time"), now?.elapsed ?? 0, seconds, durationText, [
        now ? stepTime(asked, now) : "",
        overall(shown, asked),
      ]),
      node("dt", {}, t("When done")),
      node(
        "dd",
        {},
        node(
          "p",
          {},
          node("strong", {}, rateText(shown.algorithm_bandwidth)),
          " ",
          t("algorithm bandwidth, size / time"),
        ),
        node(
          "p",
          {},
          node("strong", {}, rateText(shown.bus_bandwidth)),
          " ",
          factorWords(asked, shown.bus_factor),
        ),
      ),
    ),
  );
}

/**
 * @param {string} name
 * @param {number} now
 * @param {number} whole
 * @param {(amount: number) => string} words
 * @param {string[]} below
 */
function counted(name, now, whole, words, below) {
  return [
    node("dt", {}, name),
    node(
      "dd",
      {},
      node("p", {}, node("strong", {}, words(now)), " ", t("of {whole}", { whole: words(whole) })),
      node("progress", { value: String(now), max: String(whole || 1), "aria-label": name }),
      below.map((one) => node("p", { class: "cl-small-print" }, one)),
    ),
  ];
}

/**
 * The whole time as so many latencies and bytes over the link one after the other.
 *
 * @param {Account} shown
 * @param {Asked} asked
 */
function overall({ steps }, { latency, rate }) {
  const bytes = steps.reduce((sum, one) => sum + one.largest, 0);
  return t("in all: {count} α + {size} / β = {first} + {second}", {
    size: sizeText(bytes),
    count: steps.length,
    first: durationText(steps.length * latency),
    second: durationText(bytes / rate),
  });
}

/**
 * @param {Asked} asked
 * @param {Step} step
 */
function stepTime({ latency, rate }, { largest }) {
  return t("this step: α + {size} / β = {first} + {second}", {
    size: sizeText(largest),
    first: durationText(latency),
    second: durationText(largest / rate),
  });
}

/**
 * @param {Asked} asked
 * @param {number} factor
 */
function factorWords({ kind }, factor) {
  if (kind === "broadcast") return t("bus bandwidth, the same for a broadcast");
  const formula = kind === "all-reduce" ? "2 (N − 1) / N" : "(N − 1) / N";
  return t("bus bandwidth, × {formula} = {factor}", { formula, factor: amount(factor) });
}
