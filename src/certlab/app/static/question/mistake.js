// @ts-check
/**
 * "Report a mistake": what was asked and answered, as a short text for the clipboard.
 *
 * @import { Feedback } from "./items.d.ts"
 */

import { copy } from "../clipboard.js";
import { node } from "../dom.js";
import { t, tparts } from "../words.js";

/**
 * One line, the same in every language; as certlab.study.questions writes it.
 *
 * @param {string} item
 * @param {Feedback["asked"]} asked
 * @param {unknown} response
 */
function mistakeLine(item, { rev, seed }, response) {
  return `${item} rev ${rev} seed ${seed}: ${JSON.stringify(response)}`;
}

/** Where a mistake is an issue: there .github/ISSUE_TEMPLATE/wrong-fact.yml asks for it. */
const ISSUES = /^https:\/\/github\.com\/[^/?#]+\/[^/?#]+\/issues\/?$/;
const LONGEST = 300; // characters of a line that stand in an address, which has a limit

/**
 * The address of the form or the message that has the line in it, where there is one.
 *
 * @param {string} report
 * @param {string} item
 * @param {string} line
 */
function addressed(report, item, line) {
  const short = encodeURIComponent(Array.from(line).slice(0, LONGEST).join(""));
  if (ISSUES.test(report)) {
    const form = `${report.replace(/\/$/, "")}/new?template=wrong-fact.yml`;
    // A repository without the form opens an empty issue, and takes its text from `body`.
    return `${form}&title=${encodeURIComponent(item)}&where=${short}&body=${short}`;
  }
  if (!report.startsWith("mailto:")) return report;
  const subject = `subject=${encodeURIComponent(item)}`;
  return `${report}${report.includes("?") ? "&" : "?"}${subject}&body=${short}`;
}

/**
 * A button that copies the line and says where to send it; where it may not, the line to copy.
 *
 * @param {string} item
 * @param {unknown} response
 * @param {Feedback} feedback
 */
export function drawMistake(item, response, { asked, report }) {
  const line = mistakeLine(item, asked, response);
  const reply = node("span", { "aria-live": "polite" });
  const press = async () => {
    const copied = await copy(line);
    const place = drawPlace(report, addressed(report, item, line));
    reply.replaceChildren(
      ...(copied
        ? tparts("Copied. Send it to {place}.", { place })
        : [
            ...tparts("Copy this line and send it to {place}:", { place }),
            " ",
            node("code", {}, line),
          ]),
    );
  };
  return node(
    "p",
    { class: "cl-mistake" },
    node(
      "button",
      { type: "button", class: "cl-quiet", "data-key": "mistake", onclick: press },
      t("Report a mistake"),
    ),
    reply,
  );
}

/**
 * @param {string} report
 * @param {string} href
 */
function drawPlace(report, href) {
  if (!/^(https?:\/\/|mailto:)/.test(report)) return t("the authors of this course");
  const shown = report.replace(/^(https?:\/\/|mailto:)/, "");
  return node("a", { href, target: "_blank", rel: "noopener noreferrer" }, shown);
}
