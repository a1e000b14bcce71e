// @ts-check
/** What a button copies for somebody to send. */

import { node } from "./dom.js";
import { t } from "./words.js";

/**
 * Whether the clipboard took it: a page may have none, and a browser may refuse.
 *
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A button that copies a link, and beside it the link: where it was not copied, to be copied by hand.
 *
 * @param {string} link
 * @param {string} words
 */
export function linkButton(link, words) {
  const said = node("span", { role: "status" });
  const press = async () => {
    said.textContent = (await copy(link)) ? t("Copied: {link}", { link }) : link;
  };
  const attributes = { type: "button", class: "cl-quiet", "data-key": "link", onclick: press };
  return [node("button", attributes, words), said];
}
