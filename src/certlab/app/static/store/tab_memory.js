// @ts-check
/**
 * A store's tables in the memory of a tab: for browsers that refuse storage.
 *
 * @import { Meta, Row } from "./rows.d.ts"
 * @typedef {{ answers: TabTable<Row>, meta: TabTable<Meta> }} TabTables
 */

export class TabMemory {
  home = "browser";
  note = "";
  #tables;

  /**
   * One memory a name and document, as several widgets may each bring this file along.
   *
   * @param {string} name
   */
  constructor(name) {
    const all = Symbol.for("certlab.memory");
    /** @type {Record<symbol, Map<string, TabTables>>} */
    const page = /** @type {any} */ (globalThis);
    page[all] ??= new Map();
    const tables = page[all].get(name) ?? {
      answers: new TabTable("ulid"),
      meta: new TabTable("name"),
    };
    page[all].set(name, tables);
    this.#tables = tables;
  }

  /**
   * @template Value
   * @param {IDBTransactionMode} _mode
   * @param {(tables: TabTables) => Promise<Value>} work
   */
  within(_mode, work) {
    return work(this.#tables);
  }
}

/** @template {object} Kept */
class TabTable {
  #key;
  /** @type {Map<unknown, Kept>} */
  #rows = new Map();

  /** @param {keyof Kept} key */
  constructor(key) {
    this.#key = key;
  }

  /** @param {string} key */
  async get(key) {
    return this.#rows.get(key);
  }
  /** @param {Kept} row */
  async add(row) {
    this.#rows.set(row[this.#key], row);
  }
  async keys() {
    return /** @type {string[]} */ ([...this.#rows.keys()]);
  }
  async all() {
    return [...this.#rows.values()];
  }
  async clear() {
    this.#rows.clear();
  }
}
