// @ts-check
/**
 * A figure that becomes the widget of which it shows a moment.
 *
 * @import { Store } from "../store/store.js"
 */

import { ASSETS, fetchJson, ROOT, SURFACE, styled } from "./assets.js";

/**
 * A figure becomes the widget that it shows a moment of; what cannot be had leaves the figure.
 *
 * `data-folder` is where the widget's page.js stands, which exports its SHEETS and mount.
 *
 * @param {HTMLElement} el
 * @param {Store} [store] for a widget that records answers
 */
export async function mountLive(el, store) {
  const folder = new URL(el.dataset.folder ?? "", ASSETS);
  const { SHEETS, mount } = await import(new URL("page.js", folder).href);
  await styled(SHEETS.map((/** @type {string} */ name) => new URL(name, folder)));
  const site = { store, root: ROOT, surface: SURFACE };
  await mount(el, JSON.parse(el.dataset.begin ?? ""), fetchJson, site);
  el.dataset.drawn = ""; // the figure beside it is for paper now
}
