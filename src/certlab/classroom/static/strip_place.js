// @ts-check
/** Where the strip of a class lies: at the foot of the window, over nothing that one reads. */

import { node } from "../../app/static/dom.js";
import { spoken, t } from "../../app/static/words.js";

/**
 * Put the strip there, and keep as many pixels free at the foot as its row is high.
 *
 * @param {HTMLElement} strip
 * @param {HTMLElement} row
 * @param {(height: number) => void} [reserve]
 */
export function placeStrip(strip, row, reserve = onPage) {
  document.body.append(
    node(
      "div",
      { class: "certlab", lang: spoken() },
      node("div", { class: "cl-classroom" }, strip),
    ),
  );
  skipTo(strip);
  let kept = -1;
  new ResizeObserver(() => {
    if (kept === row.offsetHeight) return;
    kept = row.offsetHeight; // 0 while nothing is shown
    reserve(kept);
  }).observe(row);
}

/**
 * The page ends above the strip, and so does whatever sticks to its foot.
 *
 * @param {number} height
 */
function onPage(height) {
  const { style } = document.documentElement;
  style.setProperty("--cl-strip", `${height}px`);
  const all = `calc(${height}px + var(--cl-tabs, 0px))`; // above the words of a phone, too
  style.scrollPaddingBlockEnd = all;
  document.body.style.paddingBlockEnd = all;
}

/**
 * A way there for the keyboard, beside the one to the main text.
 *
 * @param {HTMLElement} strip
 */
function skipTo(strip) {
  const first = document.querySelector("a.skip");
  if (!first) return;
  const link = node(
    "a",
    { class: "skip", href: `#${strip.id}`, hidden: true },
    t("Skip to the class"),
  );
  first.after(link);
  new MutationObserver(() => {
    link.hidden = strip.hidden;
  }).observe(strip, { attributeFilter: ["hidden"] });
}

/** Of JupyterLab's own page, where this one is a tab of it. */
function bodyOfLab() {
  try {
    return window.parent === window ? null : window.parent.document.body;
  } catch {
    return null; // another site's
  }
}

/** Whether JupyterLab has a strip of its own now; both begin at once, and either may be first. */
export const isInLab = () => bodyOfLab()?.dataset.certlabStrip !== undefined;

/**
 * Call `act` when JupyterLab gets its own strip.
 *
 * @param {() => void} act
 */
export function whenInLab(act) {
  const body = bodyOfLab();
  if (body) new MutationObserver(act).observe(body, { attributeFilter: ["data-certlab-strip"] });
}
