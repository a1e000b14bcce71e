// @ts-check
/** What was typed and what came of it, as a terminal shows it: text, and never anything else. */

import { node } from "../../../../app/static/dom.js";
import { t, tn } from "../../../../app/static/words.js";

const SHOWN = 1_000; // lines of an output at first
// Whose answers are sentences, which wrap; what a machine prints keeps its lines.
const OURS = /^ *(help|story|hint|why|notes|diagnose|submit)\b/;

/**
 * A line and what it printed.
 *
 * @param {string} prompt
 * @param {string} line
 * @param {string} text
 * @param {number} seconds simulated; a minute and more is said
 */
export function drawTurn(prompt, line, text, seconds = 0) {
  return node(
    "div",
    { class: "cl-turn" },
    node("p", { class: "cl-typed" }, node("span", { class: "cl-shell" }, prompt), ` ${line}`),
    text
      ? drawText(text, OURS.test(line) || text.startsWith("[certlab]") ? "cl-prose" : null)
      : null,
    seconds >= 60
      ? node("p", { class: "cl-took" }, t("simulated: {time}", { time: time(seconds) }))
      : null,
  );
}

/**
 * An output, whose end comes when it is asked for where it is long.
 *
 * @param {string} text
 * @param {string | null} kind
 */
function drawText(text, kind) {
  const lines = text.split("\n");
  if (lines.length <= SHOWN) return node("pre", { class: kind }, text);
  const pre = node("pre", {}, lines.slice(0, SHOWN).join("\n"));
  const rest = node(
    "button",
    {
      type: "button",
      onclick: () => {
        pre.textContent = text;
        rest.remove();
      },
    },
    t("{n} of {count} lines are shown. All of it", {
      n: SHOWN.toLocaleString("en"),
      count: lines.length.toLocaleString("en"),
    }),
  );
  return [pre, rest];
}

/**
 * A stretch of simulated time in words.
 *
 * @param {number} seconds
 */
export function time(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 60) return tn("{n} second", "{n} seconds", Math.round(seconds));
  if (minutes < 60) return tn("{n} minute", "{n} minutes", minutes);
  return t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
