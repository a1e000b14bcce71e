// @ts-check
/**
 * The link from an item to the section of a module page that teaches it.
 *
 * @import { Happened } from "../elements.d.ts"
 * @import { Section } from "./items.d.ts"
 * @typedef {Happened<MouseEvent, HTMLAnchorElement>} Pressed
 */

import { decoded } from "../addresses.js";
import { node } from "../dom.js";
import { t } from "../words.js";

/**
 * "Read: The slice grid", null where the item names no section.
 *
 * @param {Section | null} section
 * @param {string} pages the address of a page, with {page}
 */
export function readLink(section, pages) {
  if (!section) return null;
  const { page, anchor, title } = section;
  const href = `${pages.replace("{page}", encodeURI(page))}#${encodeURIComponent(anchor)}`;
  const onclick = (/** @type {Pressed} */ event) =>
    onPage(event) ? stay(event) : openInLab(event, title);
  return node(
    "a",
    { class: "cl-button", href, target: "_blank", onclick },
    t("Read: {title}", { title }),
  );
}

/**
 * Whether the link stands on a page of the site; leaving that loses nothing, and Back returns.
 *
 * @param {Pressed} event
 */
function onPage({ currentTarget: link }) {
  return link.closest("[data-certlab]") !== null;
}

/**
 * Follow the link in this tab.
 *
 * @param {Pressed} event
 */
function stay({ currentTarget: link }) {
  link.target = "";
}

/**
 * In JupyterLab the page opens beside the notebook, where Lab shows us its commands.
 *
 * @param {Pressed} event
 * @param {string} title
 */
function openInLab(event, title) {
  const { jupyterapp: app } = globalThis;
  const path = decoded(new URL(event.currentTarget.href).pathname).split("/tree/")[1];
  if (!app || !path) return;
  event.preventDefault();
  // Lab names a heading by its words as they stand, not by the anchor other pages use.
  const id = `#${title.replaceAll(" ", "-")}`;
  app.commands.execute("rendermime:handle-local-link", { path, id });
}
