// @ts-check
/** The browser's database: a table of answers by ulid, and "meta", a few words of our own. */

import { t } from "../words.js";

const EDITION = 1; // of the tables; a page of an older edition is refused by the browser
const TABLES = { answers: "ulid", meta: "name" };
const ANSWERED_BY = 8_000; // milliseconds before a silent browser counts as one that refuses

/** "`what`: why the browser did not, and what to do." */
export function storageSentence(what, { name }) {
  const otherwise = t(
    "the browser refuses storage ({name}); let this site store data, then reload this page",
    { name },
  );
  return t("{what}: {why}.", { what, why: storageReasons()[name] ?? otherwise });
}

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
  /** @type {Promise<any> | null} */
  #connection = null; // promise of an IDBDatabase; null once it was closed under us

  /** `lost` is called when the browser took the database away, with all that was in it. */
  constructor(name, lost) {
    this.#name = name;
    this.#lost = lost;
  }

  /**
   * The value of `work(tables)`, once what it wrote is on disk; all of it or nothing.
   *
   * `work` may await nothing but its tables. Rejects with the browser's own error.
   */
  async within(mode, work) {
    const transaction = await this.#begin(mode);
    return new Promise((resolve, reject) => {
      let value;
      let failure = null;
      const stop = (error) => {
        failure ??= error;
        try {
          transaction.abort();
        } catch {
          /* it has ended; its event is on the way */
        }
      };
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

/** `closed(taken)` is called when the connection ends: for another page, or taken away. */
function openDatabase(name, closed) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, EDITION);
    let given = false;
    const refuse = (error) => {
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

/** `alive` is called with each reply. */
function tablesOf(transaction, alive) {
  const made = (name) => [name, new StoredTable(transaction.objectStore(name), alive)];
  return Object.fromEntries(Object.keys(TABLES).map(made));
}

class StoredTable {
  #store;
  #alive;

  constructor(store, alive) {
    this.#store = store;
    this.#alive = alive;
  }

  get(key) {
    return this.#reply(this.#store.get(key));
  }
  add(row) {
    return this.#reply(this.#store.add(row));
  }
  keys() {
    return this.#reply(this.#store.getAllKeys());
  }
  all() {
    return this.#reply(this.#store.getAll());
  }
  delete(key) {
    return this.#reply(this.#store.delete(key));
  }
  clear() {
    return this.#reply(this.#store.clear());
  }

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

/** The same, in the memory of this tab: for browsers that refuse storage. */
export class TabMemory {
  home = "browser";
  note = "";
  #tables;

  /** One memory a name and document, as several widgets may each bring this file along. */
  constructor(name) {
    const all = Symbol.for("certlab.memory");
    globalThis[all] ??= new Map();
    const held = globalThis[all];
    if (!held.has(name))
      held.set(name, { answers: new TabTable("ulid"), meta: new TabTable("name") });
    this.#tables = held.get(name);
  }

  within(_mode, work) {
    return work(this.#tables);
  }
}

class TabTable {
  #key;
  #rows = new Map();

  constructor(key) {
    this.#key = key;
  }

  async get(key) {
    return this.#rows.get(key);
  }
  async add(row) {
    this.#rows.set(row[this.#key], row);
  }
  async keys() {
    return [...this.#rows.keys()];
  }
  async all() {
    return [...this.#rows.values()];
  }
  async clear() {
    this.#rows.clear();
  }
}
