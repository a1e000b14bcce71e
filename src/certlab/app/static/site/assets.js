// @ts-check
/**
 * What a page fetches of its own edition, and which of the two kinds of page it is.
 *
 * @import { Bank } from "../question/items.d.ts"
 */

import { node } from "../dom.js";

export const ASSETS = new URL("../../../", import.meta.url); // holds the package's tree
export const ROOT = new URL("../../", ASSETS);
// Served by certlab study, or by a web server that keeps nothing.
export const SURFACE = document.documentElement.dataset.home ? "app" : "site";
/** @param {string} [lang] */
export const PAGES = (lang) => `${ROOT}${lang ? `${lang}/` : ""}modules/{page}.html`;

/** Parsed JSON of the folder this module is in; each file is fetched once. */
const fetched = new Map();
/**
 * @param {string} name
 * @returns {Promise<any>} `any`: the file says what it is
 */
export function json(name) {
  if (!fetched.has(name)) fetched.set(name, load(name));
  return fetched.get(name);
}

/**
 * Parts of banks are asked for one after the other, so one that could not be had is asked for again.
 *
 * @param {string} name
 */
async function load(name) {
  try {
    return await fetchJson(`banks/${name}.json`);
  } catch (error) {
    fetched.delete(name);
    throw error;
  }
}

/**
 * @param {string} name
 * @returns {Promise<any>} `any`: as json
 */
export async function fetchJson(name) {
  const answer = await fetch(new URL(`./${name}`, ASSETS));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

/**
 * Of a module's bank its outline, or the part of a number.
 *
 * @param {string} module
 * @param {"outline" | number} part
 * @param {string} [lang] "" for English
 * @returns {Promise<Bank>}
 */
export function bankPart(module, part, lang) {
  return json(`${lang ? `${lang}/` : ""}${module}/${part}`);
}

/**
 * What the search looks through: the rows of a language, by its name, or the sentences of a page.
 * Names stay, so the server is asked whether it is new.
 *
 * @param {string} name "en", or the page's path without its ending
 */
export async function fetchSearched(name) {
  const address = new URL(`_static/search/${name}.json`, ROOT);
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/**
 * Styles that only some pages want, once they are there.
 *
 * @param {URL[]} addresses
 */
export function styled(addresses) {
  return Promise.all(
    addresses.map(
      (href) =>
        new Promise((done) => {
          const link = node("link", {
            rel: "stylesheet",
            href: href.href,
            onload: done,
            onerror: done,
          });
          document.head.append(link);
        }),
    ),
  );
}
