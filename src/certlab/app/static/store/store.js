// @ts-check
/**
 * A store of answers: the same rows in every tab, on the site, in JupyterLite and in the app.
 *
 * They lie on a shelf: the browser's database, or server.js for a workspace on a machine.
 *
 * Rows are added, never changed. Merging is a union by ulid, so each answer of two tabs or
 * two machines stands.
 *
 * @import { NewRow, Row, Shelf, Tables } from "./rows.d.ts"
 * @import { Room } from "./rooms.js"
 */

import { timeOf } from "../memory/memory.js";
import { t, tn } from "../words.js";
import { countedRows, fromLine, newUlid, stamp, toLine } from "./answers.js";
import { Database, storageSentence } from "./database.js";
import { readHistory } from "./history_file.js";
import { roomOf, tellAll, tellOwn } from "./rooms.js";
import { isUsable } from "./row_fields.js";
import { TabMemory } from "./tab_memory.js";

/**
 * The store of that name; where the browser refuses one, rows last as long as this page.
 *
 * @param {string} name
 */
export async function openStore(name = "certlab") {
  const room = roomOf(name);
  const database = new Database(name, () => tellOwn(room));
  try {
    await database.within("readonly", async () => {});
    return new Store(room, database, "");
  } catch (error) {
    const lasting = t("Answers last only until you leave this page, so export them first");
    return new Store(room, new TabMemory(name), storageSentence(lasting, error));
  }
}

/**
 * A store over the shelf that `open(changed)` gives; `changed` tells that rows came otherwise.
 *
 * @param {string} name
 * @param {(changed: () => void) => Promise<Shelf>} open
 */
export async function storeOver(name, open) {
  const room = roomOf(name);
  return new Store(room, await open(() => tellOwn(room)), "");
}

// By which another machine's clock may differ from this one's; Python's twin allows as much.
const AHEAD = 86_400_000; // milliseconds

export class Store {
  #room;
  #shelf;
  /** @type {Row[]} */
  #future = []; // rows that a clock ahead of ours has dated
  #odd = 0; // rows that cannot be used

  /**
   * `refused`: "", or why rows are not kept and what to do, for the learner.
   *
   * @param {Room} room
   * @param {Shelf} shelf
   * @param {string} refused
   */
  constructor(room, shelf, refused) {
    this.#room = room;
    this.#shelf = shelf;
    this.refused = refused;
  }

  /**
   * Record a row; it is on disk when this resolves with it. A ulid that is there stays as it is.
   *
   * `at`, `ulid` and `device` are filled in. Rejects with a sentence, and nothing is recorded.
   *
   * @param {NewRow} row
   * @returns {Promise<Row>}
   */
  async add(row) {
    const made = wholeRow(row);
    const { kept, fresh, first } = await this.#write(
      t("The answer was not recorded"),
      async ({ answers, meta }) => {
        const there = await answers.get(made.ulid);
        if (there) return { kept: there, fresh: false, first: false };
        const kept = { ...made, device: made.device || (await deviceIn(meta)) };
        await answers.add(kept);
        return { kept, fresh: true, first: await isFirst(meta) };
      },
    );
    if (fresh) tellAll(this.#room);
    if (first && !this.refused) askToPersist();
    return kept;
  }

  /** The rows that say what the learner knows, in order of time. */
  async all() {
    return countedRows(await this.rows());
  }

  /** Where rows are kept: "browser" or "workspace". */
  get home() {
    return this.#shelf.home;
  }

  /** What is amiss just now with the shelf, or with the rows read last; "" when nothing is. */
  get note() {
    return this.#shelf.note || futureSentence(this.#future) || oddSentence(this.#odd);
  }

  /** How one stands with a class, { joined, waiting, away, page }; null where there is none. */
  get classroom() {
    return this.#shelf.classroom ?? null;
  }

  /**
   * The rows in order of time, steps of exams too.
   *
   * One that a wrong clock has dated in the future is kept and does not count until then. One
   * that an earlier edition took in, though it cannot be used, is kept and passed over.
   */
  async rows() {
    const every = await this.#everyRow();
    const rows = every.filter(isUsable);
    this.#odd = every.length - rows.length;
    const last = Date.now() + AHEAD;
    this.#future = rows.filter(({ at }) => Date.parse(at) > last);
    return rows.filter(({ at }) => Date.parse(at) <= last);
  }

  async #everyRow() {
    const rows = await this.#reach("readonly", t("The answers cannot be read"), ({ answers }) =>
      answers.all(),
    );
    return rows.sort(inTime);
  }

  /**
   * Add the rows of a history: a text of JSON lines, or a file of them.
   *
   * Resolves with { added, known, answers, problems }: rows that are new here, rows that were
   * here and stay as they are, the same two of answers alone, and a sentence for each line that
   * is no row.
   *
   * @param {string | Blob} source
   */
  async merge(source) {
    const { rows, problems } = await readHistory(source);
    const found = await this.#write(t("Nothing was imported"), async ({ answers }) => {
      const there = new Set(await answers.keys());
      const fresh = [...rows.values()].filter((row) => !there.has(row.ulid));
      await Promise.all(fresh.map((row) => answers.add(row)));
      const added = countedRows(fresh).length;
      const known = countedRows([...rows.values()].filter((row) => there.has(row.ulid))).length;
      return { added: fresh.length, known: rows.size - fresh.length, answers: { added, known } };
    });
    if (found.added) tellAll(this.#room);
    return { ...found, problems };
  }

  /** Every row as a line of JSON, in order of time; a workspace's history.jsonl is the same. */
  async lines() {
    return (await this.exported()).text;
  }

  /** The same lines, and how many of them are answers: { text, answers }. */
  async exported() {
    const rows = await this.#everyRow();
    return {
      text: rows.map((row) => `${toLine(row)}\n`).join(""),
      answers: countedRows(rows).length,
    };
  }

  /** Remove every row. */
  async clear() {
    await this.#write(t("Nothing was removed"), ({ answers }) => answers.clear());
    tellAll(this.#room);
  }

  /**
   * Call `listener` after rows changed, in this tab or another; returns what ends it.
   *
   * @param {() => void} listener
   */
  follow(listener) {
    this.#room.listeners.add(listener);
    return () => {
      this.#room.listeners.delete(listener);
    };
  }

  /**
   * @template Value
   * @param {string} otherwise what to say when it cannot be done
   * @param {(tables: Tables) => Promise<Value>} work
   */
  #write(otherwise, work) {
    return this.#reach("readwrite", otherwise, work);
  }

  /**
   * @template Value
   * @param {IDBTransactionMode} mode
   * @param {string} otherwise
   * @param {(tables: Tables) => Promise<Value>} work
   */
  async #reach(mode, otherwise, work) {
    try {
      return await this.#shelf.within(mode, work);
    } catch (error) {
      const why = error.name === "ServerError" ? error.message : storageSentence(otherwise, error);
      throw new Error(why, { cause: error });
    }
  }
}

/** @param {number} n */
function oddSentence(n) {
  if (!n) return "";
  return tn(
    "{n} row stored here cannot be used; it is kept and skipped.",
    "{n} rows stored here cannot be used; they are kept and skipped.",
    n,
  );
}

/** @param {Row[]} rows */
function futureSentence(rows) {
  if (!rows.length) return "";
  return tn(
    "{n} answer is dated in the future, {day}; it is kept and does not count until then, so check the clock of this machine.",
    "{n} answers are dated in the future, up to {day}; they are kept and do not count until then, so check the clock of this machine.",
    rows.length,
    { day: rows[rows.length - 1].at.slice(0, 10) },
  );
}

/**
 * The row as it will be read again, whatever was given.
 *
 * @param {NewRow} row
 */
function wholeRow(row) {
  const at = row.at || stamp();
  const ulid = row.ulid || newUlid(Date.parse(at) || 0);
  try {
    return fromLine(toLine({ ...row, at, ulid }));
  } catch (error) {
    throw new Error(t("The answer was not recorded: it {why}.", { why: error.message }), {
      cause: error,
    });
  }
}

/**
 * Eight hex digits for this browser, drawn with its first answer.
 *
 * @param {Tables["meta"]} meta
 */
async function deviceIn(meta) {
  const there = await meta.get("device");
  if (there) return there.value ?? "";
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  const value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  await meta.add({ name: "device", value });
  return value;
}

/**
 * Whether no row was recorded here before; asked once, so that nobody is asked twice.
 *
 * @param {Tables["meta"]} meta
 */
async function isFirst(meta) {
  if (await meta.get("asked")) return false;
  await meta.add({ name: "asked" });
  return true;
}

/** So that a browser short of room does not clear the answers; its reply changes nothing. */
function askToPersist() {
  globalThis.navigator?.storage?.persist?.().catch(() => {});
}

/**
 * @param {Row} one
 * @param {Row} other
 */
function inTime(one, other) {
  // In one zone, as all of ours are, times sort as text.
  if (one.at !== other.at)
    return timeOf(`${one.at}`) - timeOf(`${other.at}`) || (one.at < other.at ? -1 : 1);
  return one.ulid < other.ulid ? -1 : Number(one.ulid > other.ulid);
}
