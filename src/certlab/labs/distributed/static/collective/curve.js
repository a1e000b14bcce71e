// @ts-check
/**
 * Time against message size, both axes logarithmic: where one algorithm begins to be faster.
 *
 * @import { Asked, Plan, Scale } from "./collectives.d.ts"
 */

import { node } from "../../../../app/static/dom.js";
import { amount, durationText, sizeText } from "../../../../app/static/drawing/quantities.js";
import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { t } from "../../../../app/static/words.js";
import { crossingOf, lineSeconds } from "./count.js";

const FRAME = { left: 56, top: 12, wide: 196, high: 180 };
const DASHED = ["", "6 3", "2 3", "8 3 2 3"];

/**
 * The algorithms drawn: the first two of the collective, and the one that runs.
 *
 * @param {Plan} plan
 */
function drawnOf({ lines, algorithm }) {
  const [one, other] = Object.keys(lines);
  return [...new Set([one, other, algorithm])].filter((name) => name && lines[name]);
}

/**
 * The chart with its heading and what it says, null where there is nothing to compare.
 *
 * @param {Plan} plan
 * @param {Asked} asked
 */
export function drawCurves(plan, asked) {
  const names = drawnOf(plan);
  if (names.length < 2 || plan.ranks < 2) return null;
  const [one, other] = names;
  const at = crossingOf(plan.lines[one], plan.lines[other], asked);
  const says = crossingWords(plan, asked, [one, other], at);
  return node(
    "div",
    { class: "cl-curves" },
    node(
      "p",
      { class: "cl-title" },
      t("Time by {one} or {other}, {n} ranks", { one, other, n: plan.ranks }),
    ),
    chart(plan, asked, names, at, says),
    node(
      "p",
      { class: "cl-foot-note" },
      says,
      " ",
      t(
        "Here each step waits for the one before. NCCL pipelines its steps, so its crossover is elsewhere, and you have to measure it.",
      ),
    ),
  );
}

/**
 * Where two algorithms cross, and which is faster where.
 *
 * @param {Plan} plan
 * @param {Asked} asked
 * @param {string[]} algorithms
 * @param {number | null} at
 */
export function crossingWords({ ranks, lines }, asked, [one, other], at) {
  if (at === null)
    return t("{one} and {other} over {ranks} ranks do not cross.", { one, other, ranks });
  const some = (/** @type {string} */ name) => lineSeconds(lines[name], 2 ** 20, asked);
  if (at === 0)
    return t("Over {ranks} ranks, {name} is faster at every size.", {
      ranks,
      name: some(other) < some(one) ? other : one,
    });
  const none = (/** @type {string} */ name) => lineSeconds(lines[name], 0, asked);
  const [small, large] = none(other) < none(one) ? [other, one] : [one, other];
  return t(
    "Over {ranks} ranks, {small} is faster below {size} and {large} is faster above it. At that size both take {time}.",
    {
      ranks,
      small,
      large,
      size: sizeText(at),
      time: durationText(lineSeconds(lines[one], at, asked)),
    },
  );
}

/**
 * Powers of two and of ten that hold all there is to show.
 *
 * @param {Plan} plan
 * @param {Asked} asked
 * @param {string[]} names
 * @returns {Scale}
 */
function scales(plan, asked, names) {
  const power = Math.log2(asked.bytes);
  const sizes = [Math.min(10, Math.floor(power)), Math.max(30, Math.ceil(power))];
  const times = names.flatMap((name) =>
    sizes.map((n) => Math.log10(Math.max(1e-12, lineSeconds(plan.lines[name], 2 ** n, asked)))),
  );
  const [low, high] = [Math.floor(Math.min(...times)), Math.ceil(Math.max(...times))];
  return {
    sizes,
    low,
    high,
    x: (bytes) => FRAME.left + (FRAME.wide * (Math.log2(bytes) - sizes[0])) / (sizes[1] - sizes[0]),
    y: (seconds) =>
      FRAME.top + (FRAME.high * (high - Math.log10(Math.max(1e-12, seconds)))) / (high - low),
  };
}

/**
 * @param {Plan} plan
 * @param {Asked} asked
 * @param {string[]} names
 * @param {number | null} at
 * @param {string} says
 */
function chart(plan, asked, names, at, says) {
  const scale = scales(plan, asked, names);
  const made = [...axes(scale)];
  names.forEach((name, n) => made.push(line(plan, asked, scale, name, DASHED[n % DASHED.length])));
  made.push(...nameLines(plan, asked, scale, names));
  if (at !== null && at >= 2 ** scale.sizes[0] && at <= 2 ** scale.sizes[1])
    made.push(...crossing(scale, at, lineSeconds(plan.lines[names[0]], at, asked)));
  made.push(...thisRun(plan, asked, scale));
  return shape(
    "svg",
    {
      width: 320,
      height: 248,
      viewBox: "0 0 320 248",
      role: "img",
      "aria-label": says,
      class: "cl-chart",
    },
    ...made,
  );
}

/**
 * @param {Plan} plan
 * @param {Asked} asked
 * @param {Scale} scale
 * @param {string} name
 * @param {string} dashes
 */
function line(plan, asked, scale, name, dashes) {
  const [first, last] = scale.sizes;
  const points = Array.from({ length: 4 * (last - first) + 1 }, (_, n) => 2 ** (first + n / 4));
  const d = points
    .map(
      (bytes) =>
        `${scale.x(bytes).toFixed(1)} ${scale.y(lineSeconds(plan.lines[name], bytes, asked)).toFixed(1)}`,
    )
    .join("L");
  return shape("path", {
    d: `M${d}`,
    class: "cl-line-of",
    ...(dashes ? { "stroke-dasharray": dashes } : {}),
  });
}

/**
 * Each name at its line's end, or below the one that stands there.
 *
 * @param {Plan} plan
 * @param {Asked} asked
 * @param {Scale} scale
 * @param {string[]} names
 */
function nameLines(plan, asked, scale, names) {
  let free = -Infinity;
  return names
    .map((name) => ({
      name,
      end: scale.y(lineSeconds(plan.lines[name], 2 ** scale.sizes[1], asked)),
    }))
    .sort((a, b) => a.end - b.end)
    .map(({ name, end }) => {
      const y = Math.max(end, free);
      free = y + 14;
      return written(
        FRAME.left + FRAME.wide + 6,
        y + 4,
        name === "halving-doubling" ? t("halving") : name,
        { class: "cl-strong" },
      );
    });
}

/** @param {Scale} scale */
function axes({ sizes: [first, last], low, high, x, y }) {
  const made = [];
  for (let power = low; power <= high; power += Math.ceil((high - low) / 6)) {
    const level = y(10 ** power);
    made.push(
      shape("path", { d: `M${FRAME.left} ${level}h${FRAME.wide}`, class: "cl-rule" }),
      written(
        FRAME.left - 6,
        level + 4,
        power < -3
          ? `${amount(Number((10 ** (power + 6)).toPrecision(6)))} µs`
          : power < 0
            ? `${amount(10 ** (power + 3))} ms`
            : `${amount(10 ** power)} s`,
        { "text-anchor": "end", class: "cl-faint" },
      ),
    );
  }
  const every = Math.ceil((last - first) / 20) * 5;
  for (let power = first; power <= last; power += every) {
    made.push(
      written(x(2 ** power), FRAME.top + FRAME.high + 18, sizeText(2 ** power), {
        "text-anchor": "middle",
        class: "cl-faint",
      }),
    );
  }
  made.push(
    written(
      FRAME.left + FRAME.wide / 2,
      FRAME.top + FRAME.high + 40,
      t("message size, both axes logarithmic"),
      { "text-anchor": "middle", class: "cl-faint" },
    ),
  );
  return made;
}

/**
 * @param {Scale} scale
 * @param {number} at
 * @param {number} seconds
 */
function crossing({ x, y }, at, seconds) {
  const [across, down] = [x(at), y(seconds)];
  const left = across > FRAME.left + 64;
  const more = { "text-anchor": left ? "end" : "start" };
  const from = across + (left ? -6 : 8);
  return [
    shape("path", { d: `M${across} ${down}V${FRAME.top + FRAME.high}`, class: "cl-crossline" }),
    shape("circle", { cx: across, cy: down, r: 4, class: "cl-crossdot" }),
    written(from, down - 38, t("crossover"), { ...more, class: "cl-strong cl-halo" }),
    written(from, down - 24, sizeText(at), { ...more, class: "cl-halo" }),
    written(from, down - 10, durationText(seconds), { ...more, class: "cl-halo" }),
  ];
}

/**
 * Where the collective of the moment lies.
 *
 * @param {Plan} plan
 * @param {Asked} asked
 * @param {Scale} scale
 */
function thisRun({ lines, algorithm }, asked, { x, y }) {
  const seconds = lineSeconds(lines[algorithm], asked.bytes, asked);
  const [across, down] = [x(asked.bytes), y(seconds)];
  const foot = FRAME.top + FRAME.high;
  return [
    shape("path", { d: `M${across} ${down}V${foot}`, class: "cl-mineline" }),
    shape("circle", { cx: across, cy: down, r: 4, class: "cl-minedot" }),
    ...[t("this run"), sizeText(asked.bytes), durationText(seconds)].map((says, n) =>
      written(across + 6, foot - 38 + 14 * n, says, { class: "cl-mine cl-halo" }),
    ),
  ];
}
