/** The expected score with its interval, and the chance to pass at cuts that nobody publishes. */

import { shortDay } from "./dates.js";
import { node } from "./dom.js";
import { spanWords } from "./exammocks.js";
import { drawScale, drawWhisker } from "./examplots.js";
import { t, tn } from "./words.js";

const CUT_STEPS = [60, 65, 70, 75, 80];

/** `outlook` is { now, then, curve, answers, fresh, missing }; `now` and `then` are { mean, low, high } or null. */
export function drawOutlook(outlook, goal) {
  const { now, then, curve, answers, missing } = outlook;
  const day = shortDay(goal.day);
  return node("section", { class: "cl-outlook" },
    node("h2", { class: "cl-heading" }, t("Expected score, with 80 % interval")),
    now ? drawScore(t("If it were today"), now, false) : null,
    then ? drawScore(t("On {day}, if nothing more is studied", { day }), then, true) : null,
    now || then ? node("div", { class: "cl-scale" }, drawScale()) : null,
    missing.length ? node("p", { class: "cl-small cl-muted" },
      tn("Not enough data for domain {list}: fewer than {fresh} first answers.",
        "Not enough data for domains {list}: fewer than {fresh} first answers each.", missing.length,
        { list: missing.join(", "), fresh: outlook.fresh })) : null,
    curve.length ? drawCuts(curve, day) : null,
    node("p", { class: "cl-small cl-muted" }, t("NVIDIA publishes no pass mark."), " ",
      tn("An estimate from {n} first answer.", "An estimate from {n} first answers.", answers)));
}

function drawScore(words, { mean, low, high }, strong) {
  return node("div", { class: "cl-expected" },
    node("span", { class: "cl-small" }, words),
    node("span", { class: "cl-small" }, node("strong", {}, String(Math.round(100 * mean))), ` ${spanWords(low, high)}`),
    drawWhisker({ share: mean, low, high, strong, height: 24 }));
}

function drawCuts(curve, day) {
  const steps = curve.filter(([cut]) => CUT_STEPS.includes(cut));
  return node("table", { class: "cl-figures" },
    node("thead", {}, node("tr", {}, node("th", { scope: "row" }, t("If the pass mark is")),
      steps.map(([cut]) => node("td", {}, `${cut} %`)))),
    node("tbody", {}, node("tr", {}, node("th", { scope: "row" }, t("Chance to pass on {day}", { day })),
      steps.map(([, chance]) => node("td", {}, `${Math.round(100 * chance)} %`)))));
}
