// @ts-check
/**
 * A gap or a pair after its answer: a line with its mark, what was given, and why.
 *
 * @import { Child } from "../elements.d.ts"
 */

import { icon, node } from "../dom.js";
import { inline } from "../text.js";
import { t } from "../words.js";

/**
 * @param {Child} head what is right
 * @param {{ right: boolean, yours: Child, why: string | undefined }} result `yours` is said of what
 *   was not right; null where nothing was answered, and then there is no mark
 */
export function drawPartResult(head, { right, yours, why = "" }) {
  const answered = yours !== null;
  return node(
    "li",
    { class: answered && (right ? "cl-is-right" : "cl-is-wrong") },
    node("span", {}, head),
    answered
      ? node(
          "span",
          { class: "cl-tag" },
          icon(right ? "right" : "wrong"),
          right ? t("Right") : t("Wrong"),
        )
      : null,
    node("span", { class: "cl-says" }, right || !answered ? null : [yours, " "], inline(why)),
  );
}
