// @ts-check
/** The first picture of a page, beside the link that leads to it. */

import { node } from "../../app/static/dom.js";

/** @type {Map<string, Promise<Element | null>>} */
const fetched = new Map(); // by address

/**
 * Add it to `el` once it is there; nothing where the page has none, or is no page of ours.
 *
 * @param {HTMLElement} el
 * @param {string} path
 */
export async function addPicture(el, path) {
  const address = path.replace(/#.*/, "");
  if (!address.endsWith(".html")) return;
  if (!fetched.has(address))
    fetched.set(
      address,
      pictureOf(address).catch(() => null),
    );
  const picture = await fetched.get(address);
  if (picture)
    el.append(node("div", { class: "cl-picture", "aria-hidden": "true" }, picture.cloneNode(true)));
}

/** @param {string} address */
async function pictureOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("article figure svg");
}
