// @ts-check
/**
 * The way to an exam below its name, on the front page.
 *
 * @import { Way } from "./days.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";
import { drawWay, wayWords } from "./way.js";

/**
 * `root` leads from the page to the root of all pages.
 *
 * @param {Way} way
 * @param {string} root
 */
export function drawWayStrip(way, root) {
  const words = t("{way}, and a mock exam at the end · round: read, square: lab", {
    way: wayWords(way),
  });
  return node(
    "section",
    { class: "cl-newcomer" },
    node(
      "div",
      { class: "cl-waytop" },
      node("h2", {}, t("The way to {code}", { code: way.code })),
      node("p", { class: "cl-small cl-muted" }, words),
    ),
    drawWay(way, { root }),
  );
}
