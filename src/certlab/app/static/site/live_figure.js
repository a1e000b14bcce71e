// @ts-check
/**
 * A figure that becomes the widget of which it shows a moment.
 *
 * @import { Store } from "../store/store.js"
 */

import { addWords, spoken } from "../words.js";
import { ASSETS, fetchJson, ROOT, SURFACE, styled } from "./assets.js";

/**
 * The same once the figure is near: nobody waits for what many readers never come to.
 *
 * @param {HTMLElement} el
 * @param {Store} [store]
 */
export async function mountLiveNear(el, store) {
  const { top, bottom } = el.getBoundingClientRect();
  if (bottom > -innerHeight && top < 2 * innerHeight) {
    await mountLive(el, store);
    return;
  }
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      mountLive(el, store).catch(console.warn);
    },
    { rootMargin: "100% 0px" }, // a window's height above and below
  );
  watch.observe(el);
}

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
  await takeWords(el.dataset.folder ?? "");
  const { SHEETS, mount } = await import(new URL("page.js", folder).href);
  await styled(SHEETS.map((/** @type {string} */ name) => new URL(name, folder)));
  const site = { store, root: ROOT, surface: SURFACE };
  await mount(el, JSON.parse(el.dataset.begin ?? ""), fetchJson, site);
  el.dataset.drawn = ""; // the figure beside it is for paper now
}

/**
 * What only the widget's wing says, before its scripts; where it cannot be had, English.
 *
 * @param {string} folder
 */
async function takeWords(folder) {
  const [wing] = /^labs\/\w+/.exec(folder) ?? [];
  if (!wing || spoken() === "en") return;
  try {
    addWords(await fetchJson(`words/${spoken().replace("-", "_")}/${wing}.json`));
  } catch (error) {
    console.warn(error);
  }
}
