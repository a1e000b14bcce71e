// @ts-check
/**
 * The mock exams so far, each with its interval, on one scale.
 *
 * @import { ExamDesk } from "./desk.js"
 * @import { ExamView, Mock } from "./exams.d.ts"
 */

import { shortDay } from "../dates.js";
import { node } from "../dom.js";
import { t } from "../words.js";
import { drawScale, drawWhisker } from "./plots.js";

/**
 * A row for each sitting that has ended; pressing it opens its report. `now` is the one shown.
 *
 * @param {Pick<ExamView, "desk">} view
 * @param {string | null} now
 */
export function drawMocks({ desk }, now = null) {
  const mocks = desk.model.get("mocks");
  if (!mocks.length) return null;
  return node(
    "section",
    { class: "cl-mocks", "aria-label": t("Your mock exams, % right") },
    node("h2", { class: "cl-heading" }, t("Your mock exams, % right")),
    node(
      "ol",
      {},
      mocks.map((mock) => drawMock(mock, desk, mock.sitting === now)),
    ),
    node("div", { class: "cl-mock" }, node("span", {}), drawScale(), node("span", {})),
  );
}

/**
 * @param {Mock} mock
 * @param {ExamDesk} desk
 * @param {boolean} now whether its report is shown
 */
function drawMock({ sitting, code, number, day, right, total, percent, low, high }, desk, now) {
  const share = total ? right / total : 0;
  const what = number ? t("{code} paper {n}", { code, n: number }) : code;
  const name = `${what}, ${shortDay(day)}`;
  return node(
    "li",
    { class: "cl-mock" },
    now
      ? node("strong", {}, name)
      : node(
          "button",
          {
            type: "button",
            class: "cl-quiet",
            "data-key": `mock-${sitting}`,
            onclick: () => desk.send({ type: "open", sitting }),
          },
          name,
        ),
    drawWhisker({ share, low, high, strong: now, height: 24 }),
    node(
      "span",
      {},
      node("strong", {}, String(percent)),
      ` ${spanWords(low, high)} `,
      node("span", { class: "cl-muted" }, t("{right} of {total}", { right, total })),
    ),
  );
}

/**
 * "(64–78)": an interval in whole percent.
 *
 * @param {number} low
 * @param {number} high
 */
export function spanWords(low, high) {
  return `(${Math.round(100 * low)}–${Math.round(100 * high)})`;
}
