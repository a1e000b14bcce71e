// @ts-check
/**
 * What a page asks the server of the learner's own decks.
 *
 * @import { Bank } from "../question/items.d.ts"
 * @import { Listing, OwnCard, Said } from "./own_decks.d.ts"
 */

import { offsetHere } from "../dates.js";
import { askServer } from "../store/server.js";

const MINE = "mine/"; // begins the id of an own card

export class DeckCalls {
  #api;

  /** @param {string} api ends with a slash */
  constructor(api) {
    this.#api = api;
  }

  /** @returns {Promise<Listing>} */
  listing() {
    return this.#ask("decks", {});
  }

  /**
   * @param {string} deck
   * @returns {Promise<{ cards: OwnCard[] }>}
   */
  cards(deck) {
    return this.#ask(`decks/cards?${new URLSearchParams({ deck })}`, {});
  }

  /**
   * What a set of a deck asks.
   *
   * @param {string} deck
   * @returns {Promise<{ bank: Bank, items: string[] }>}
   */
  set(deck) {
    return this.#ask(`decks/bank?${new URLSearchParams({ deck })}`, {});
  }

  /**
   * The banks of those items that are own cards; none where none is.
   *
   * @param {string[]} items
   * @returns {Promise<Bank[]>}
   */
  async banks(items) {
    const own = items.filter((id) => id.startsWith(MINE));
    if (!own.length) return [];
    const asked = new URLSearchParams(own.map((id) => ["item", id]));
    return [(await this.#ask(`decks/bank?${asked}`, {})).bank];
  }

  /**
   * @param {File} file
   * @param {string} how "update" or "beside" where its deck is there, else ""
   * @returns {Promise<Said>}
   */
  import(file, how) {
    const asked = new URLSearchParams({ file: file.name, how });
    return this.#ask(`decks/import?${asked}`, { method: "POST", body: file });
  }

  /**
   * @param {"change" | "remove" | "restore"} what
   * @param {object} sent
   * @returns {Promise<Said>}
   */
  change(what, sent) {
    return this.#ask(`decks/${what}`, { method: "POST", body: JSON.stringify(sent) });
  }

  /**
   * @param {string} path
   * @param {RequestInit} options
   */
  async #ask(path, options) {
    const headers = { "Certlab-Offset": String(offsetHere()) };
    const answer = await askServer(new URL(path, this.#api), { ...options, headers });
    return answer.json();
  }
}
