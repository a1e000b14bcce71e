// @ts-check
/**
 * The browser's database: a table of answers by ulid, and "meta", a few words of our own.
 *
 * @import { Meta, Row } from "./rows.d.ts"
 * @typedef {{ answers: StoredTable<Row>, meta: StoredTable<Meta> }} StoredTables
 */

import { t } from "../words.js";

const EDITION = 1; // of the tables; a page of an older edition is refused by the browser
const TABLES = { answers: "ulid", meta: "name" };
const ANSWERED_BY = 8_000; // milliseconds before a silent browser counts as one that refuses

/**
 * "`what`: why the browser did not, and what to do."
 *
 * @param {string} what
 * @param {{ name: string }} error
 */
export function storageSentence(what, { name }) {
  const otherwise = t(
    "the browser refuses storage ({name}); let this site store data, then reload this page",
    { name },
  );
  return t("{what}: {why}.", { what, why: storageReasons()[name] ?? otherwise });
}

/** @returns {Record<string, string>} by the name of the browser's error */
function storageReasons() {
  const closed = t("the browser closed its storage meanwhile; try again");
  return {
    VersionError: t("this page is older than the answers stored here; reload this page"),
    BlockedError: t(
      "another tab has an older edition of this site open; close it, then reload this page",
    ),
    QuotaExceededError: t("the browser's storage is full; make room, then try again"),
    TimeoutError: t("the browser's storage does not answer; reload this page, then try again"),
    NotFoundError: t(
      "something else has stored data under our name; clear this site's data, then reload this page",
    ),
    AbortError: closed,
    TransactionInactiveError: closed,
  };
}

export class Database {
  home = "browser";
  note = "";
  #name;
  #lost;
  /** @type {Promise<IDBDatabase> | null} */
  #connection = null; // null once it was closed under us

  /**
   * `lost` is called when the browser took the database away, with all that was in it.
   *
   * @param {string} name
   * @param {() => void} lost
   */
  constructor(name, lost) {
    this.#name = name;
    this.#lost = lost;
  }

  /**
   * The value of `work(tables)`, once what it wrote is on disk; all of it or nothing.
   *
   * `work` may await nothing but its tables. Rejects with the browser's own error.
   *
   * @template Value
   * @param {IDBTransactionMode} mode
   * @param {(tables: StoredTables) => Promise<Value>} work
   * @returns {Promise<Value>}
   */
  async within(mode, work) {
    const transaction = await this.#begin(mode);
    return new Promise((resolve, reject) => {
      /** @type {any} */
      let value; // of `work`, once it is there
      /** @type {unknown} */
      let failure = null;
      const stop = (/** @type {unknown} */ error) => {
        failure ??= error;
        try {
          transaction.abort();
        } catch {
          /* it has ended; its event is on the way */
        }
      };
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let timer;
      const alive = () => {
        clearTimeout(timer);
        timer = setTimeout(() => stop(new DOMException("", "TimeoutError")), ANSWERED_BY);
      };
      alive();
      transaction.oncomplete = () => {
        clearTimeout(timer);
        resolve(value);
      };
      transaction.onabort = () => {
        clearTimeout(timer);
        reject(failure ?? transaction.error ?? new DOMException("", "AbortError"));
      };
      work(tablesOf(transaction, alive)).then((found) => {
        value = found;
      }, stop);
    });
  }

  /**
   * @param {IDBTransactionMode} mode
   * @returns {Promise<IDBTransaction>}
   */
  async #begin(mode) {
    for (let again = true; ; again = false) {
      const database = await this.#open();
      try {
        return database.transaction(Object.keys(TABLES), mode, { durability: "strict" });
      } catch (error) {
        if (!again || error.name !== "InvalidStateError") throw error;
        this.#connection = null; // it was closed and nobody told us
      }
    }
  }

  #open() {
    const opening =
      this.#connection ??
      openDatabase(this.#name, (taken) => {
        this.#connection = null;
        if (taken) this.#lost();
      });
    this.#connection = opening;
    opening.catch(() => {
      if (this.#connection === opening) this.#connection = null;
    });
    return opening;
  }
}

/**
 * `closed(taken)` is called when the connection ends: for another page, or taken away.
 *
 * @param {string} name
 * @param {(taken: boolean) => void} closed
 * @returns {Promise<IDBDatabase>}
 */
function openDatabase(name, closed) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, EDITION);
    let given = false;
    const refuse = (/** @type {unknown} */ error) => {
      given = true;
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => refuse(new DOMException("", "TimeoutError")), ANSWERED_BY);
    request.onupgradeneeded = () => {
      for (const [table, keyPath] of Object.entries(TABLES))
        request.result.createObjectStore(table, { keyPath });
    };
    request.onblocked = () => refuse(new DOMException("", "BlockedError"));
    request.onerror = () => refuse(request.error);
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      if (given) {
        database.close();
        return;
      } // too late: nobody waits for it any more
      // A newer page upgrades, or somebody deletes: neither can while we hold on.
      database.onversionchange = ({ newVersion }) => {
        database.close();
        closed(newVersion === null);
      };
      database.onclose = () => closed(true);
      resolve(database);
    };
  });
}

/**
 * `alive` is called with each reply.
 *
 * @param {IDBTransaction} transaction
 * @param {() => void} alive
 * @returns {StoredTables}
 */
function tablesOf(transaction, alive) {
  return {
    answers: new StoredTable(transaction.objectStore("answers"), alive),
    meta: new StoredTable(transaction.objectStore("meta"), alive),
  };
}

/** @template Kept */
class StoredTable {
  #store;
  #alive;

  /**
   * @param {IDBObjectStore} store
   * @param {() => void} alive
   */
  constructor(store, alive) {
    this.#store = store;
    this.#alive = alive;
  }

  /**
   * @param {string} key
   * @returns {Promise<Kept | undefined>}
   */
  get(key) {
    return this.#reply(this.#store.get(key));
  }
  /** @param {Kept} row */
  add(row) {
    return this.#reply(this.#store.add(row));
  }
  /** @returns {Promise<string[]>} */
  keys() {
    return this.#reply(this.#store.getAllKeys());
  }
  /** @returns {Promise<Kept[]>} */
  all() {
    return this.#reply(this.#store.getAll());
  }
  /** @param {string} key */
  delete(key) {
    return this.#reply(this.#store.delete(key));
  }
  clear() {
    return this.#reply(this.#store.clear());
  }

  /**
   * @param {IDBRequest} request
   * @returns {Promise<any>} as the database holds what we gave it
   */
  #reply(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => {
        this.#alive();
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    });
  }
}
