// @ts-check
/**
 * The history of a workspace on a machine: a shelf for a Store.
 *
 * A row is on the learner's disk when whoever has the file has answered: the server of certlab
 * study, see server.js, or the Python of a notebook, see kernel.js. Where nobody answers, the
 * row waits in the browser's own database and is sent later; its ulid makes that safe.
 *
 * @import { ClassStanding, Line, Row, Tables } from "./rows.d.ts"
 */

import { t, tn } from "../words.js";
import { fromLine, toLine } from "./answers.js";
import { Database } from "./database.js";
import { readHistory } from "./history_file.js";
import { isUsable } from "./row_fields.js";

/** Why rows were not taken; its message is the whole sentence. */
export class ServerError extends Error {
  name = "ServerError";
}

/** Whoever has the file cannot be reached, or does not know this browser any more: rows wait. */
export class AwayError extends ServerError {}

export class WorkspaceShelf {
  home = "workspace";
  /** @type {ClassStanding | null} */
  classroom = null; // how one stands with a class, where the server is below one
  #line;
  #changed;
  /** @type {Map<string, Row>} */
  #rows = new Map(); // by ulid, those that wait too
  #place = ""; // up to where #rows has the server's file
  /** @type {Promise<void>} */
  #turn = Promise.resolve(); // one look after another
  #told = ""; // the state that those who follow were told last
  /** @type {Database | null} */
  #queue = null; // what waits, once the workspace is known by name
  /** @type {Map<string, Row>} */
  #waiting = new Map();
  #away = ""; // why rows wait

  /**
   * `line` leads to whoever has the file.
   *
   * @param {Line} line
   * @param {() => void} changed
   */
  constructor(line, changed) {
    this.#line = line;
    this.#changed = changed;
  }

  /**
   * Read for the first time, and then every so many milliseconds; 0 for when it is asked only.
   *
   * @param {number} every
   */
  async begin(every) {
    await this.#look().catch(() => {});
    this.#told = this.#state;
    if (!every) return;
    setInterval(() => {
      if (document.visibilityState === "visible" || this.#waiting.size) this.#follow();
    }, every);
    document.addEventListener("visibilitychange", () => this.#follow());
  }

  /** What the learner should know of: answers that wait, and why. */
  get note() {
    if (!this.#away) return "";
    const { size } = this.#waiting;
    if (!size) return this.#away;
    const waits = tn("{n} answer waits", "{n} answers wait", size);
    return t("{waits} in this browser: {why}", { waits, why: this.#away });
  }

  /**
   * The value of `work(tables)`, as Database.within has it.
   *
   * @template Value
   * @param {IDBTransactionMode} _mode
   * @param {(tables: Tables) => Promise<Value>} work
   */
  async within(_mode, work) {
    await this.#look().catch((error) => {
      if (!(error instanceof AwayError) || !this.#queue) throw error;
    });
    /** @type {Row[]} */
    const fresh = [];
    /** @type {Tables["answers"]} */
    const answers = {
      get: async (ulid) => this.#rows.get(ulid),
      add: async (row) => void fresh.push(row),
      keys: async () => [...this.#rows.keys()],
      all: async () => [...this.#rows.values()],
      clear: async () => {
        throw new ServerError(
          t(
            "The answers of a workspace cannot be removed here; they are in its file history.jsonl.",
          ),
        );
      },
    };
    const value = await work({ answers, meta: SETTLED });
    if (fresh.length) await this.#record(fresh);
    return value;
  }

  /** @param {Row[]} rows */
  async #record(rows) {
    try {
      if (this.#away && this.#queue) throw new AwayError(this.#away); // known since the look before
      await this.#send(rows);
    } catch (error) {
      if (!(error instanceof AwayError) || !this.#queue) throw error;
      await this.#queue.within("readwrite", ({ answers }) =>
        Promise.all(rows.map((row) => answers.add(row))),
      );
      for (const row of rows) this.#waiting.set(row.ulid, row);
    }
    for (const row of rows) this.#rows.set(row.ulid, row);
  }

  /** @param {Row[]} rows */
  async #send(rows) {
    const body = rows.map((row) => `${toLine(row)}\n`).join("");
    const recorded = await this.#ask(() => this.#line.send(body));
    // As they were recorded: with the workspace's name for itself.
    for (const line of recorded.split("\n").filter(Boolean)) {
      const row = fromLine(line);
      Object.assign(rows.find(({ ulid }) => ulid === row.ulid) ?? {}, row);
    }
  }

  /** Look for what is new, and say so to whoever follows; what somebody's reading brought is news too. */
  async #follow() {
    await this.#look().catch(() => {});
    if (this.#state === this.#told) return;
    this.#told = this.#state;
    this.#changed();
  }

  get #state() {
    return [this.#rows.size, this.#place, this.note].join();
  }

  /** Read on from where we were, and send what waits. */
  #look() {
    const looked = this.#turn.then(async () => {
      await this.#read();
      if (!this.#waiting.size) return;
      const rows = [...this.#waiting.values()];
      await this.#send(rows);
      // Just these: another tab may have left others there meanwhile.
      await this.#queue?.within("readwrite", ({ answers }) =>
        Promise.all(rows.map(({ ulid }) => answers.delete(ulid))),
      );
      for (const { ulid } of rows) this.#waiting.delete(ulid);
    });
    this.#turn = looked.catch(() => {});
    return looked;
  }

  async #read() {
    const found = await this.#ask(() => this.#line.read(this.#place));
    const { data, size, place, workspace, classroom = null } = found;
    this.classroom = classroom;
    await this.#open(workspace);
    if (!readOn(this.#place, place, size)) this.#rows = new Map(this.#waiting);
    this.#place = place;
    for (const [ulid, row] of (await readHistory(data)).rows)
      if (!this.#rows.has(ulid) || this.#waiting.has(ulid)) this.#rows.set(ulid, row);
  }

  /**
   * What waits from an earlier page of this workspace.
   *
   * @param {string | null} workspace
   */
  async #open(workspace) {
    if (this.#queue) return;
    const queue = new Database(`certlab-waiting-${workspace}`, () => {});
    try {
      const rows = await queue.within("readonly", ({ answers }) => answers.all());
      this.#queue = queue;
      // One that could not be read again stays there: sent, it would be refused for ever.
      for (const row of rows.filter(isUsable)) this.#waiting.set(row.ulid, row);
    } catch (error) {
      console.warn(error); // then nothing can wait, and an answer is refused where it must
    }
  }

  /**
   * @template Value
   * @param {() => Promise<Value>} work
   */
  async #ask(work) {
    try {
      const answer = await work();
      this.#away = "";
      return answer;
    } catch (error) {
      if (error instanceof AwayError) this.#away = error.message;
      throw error;
    }
  }
}

/**
 * A workspace has its own name, and needs no leave to last.
 *
 * @type {Tables["meta"]}
 */
const SETTLED = {
  get: async (name) => ({ name, value: "" }),
  add: async () => {},
};

/**
 * Whether a reply of `size` bytes goes on from a place to another of the same file.
 *
 * @param {string} from
 * @param {string} to
 * @param {number} size
 */
function readOn(from, to, size) {
  const [file, begin] = from.split(":");
  const [same, end] = to.split(":");
  return from !== "" && file === same && Number(begin) + size === Number(end);
}
