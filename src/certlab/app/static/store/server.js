// @ts-check
/**
 * The history of a workspace, kept by the server of certlab study: a shelf for a Store.
 *
 * A row is on the learner's disk when the server has answered. Where it does not answer, the
 * row waits in the browser's own database and is sent later; its ulid makes that safe. The
 * server is certlab.app.server.history_api.
 */

import { t, tn } from "../words.js";
import { fromLine, toLine } from "./answers.js";
import { Database } from "./database.js";
import { readHistory } from "./history_file.js";
import { storeOver } from "./store.js";

const LOOK_EVERY = 3_000; // milliseconds between two looks for what others have added
const GONE = [401, 403, 404, 405]; // another server, or one that does not know this browser

/** The store of the server whose API is at `address`, an URL that ends with a slash. */
export async function openServerStore(address) {
  return storeOver(address, async (changed) => {
    const shelf = new ServerShelf(new URL("history", address), changed);
    await shelf.begin();
    return shelf;
  });
}

/** Why the server did not take rows; its message is the whole sentence. */
class ServerError extends Error {
  name = "ServerError";
}

/** It cannot be reached, or does not know this browser any more: rows wait. */
class AwayError extends ServerError {}

class ServerShelf {
  home = "workspace";
  #address;
  #changed;
  /** @type {Map<string, any>} */
  #rows = new Map(); // by ulid, those that wait too
  #place = ""; // up to where #rows has the server's file
  #turn = Promise.resolve(); // one look after another
  /** @type {Database | null} */
  #queue = null; // what waits, once the workspace is known by name
  #waiting = new Map();
  #away = ""; // why rows wait

  constructor(address, changed) {
    this.#address = address;
    this.#changed = changed;
  }

  async begin() {
    await this.#look().catch(() => {});
    setInterval(() => {
      if (document.visibilityState === "visible" || this.#waiting.size) this.#follow();
    }, LOOK_EVERY);
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

  /** The value of `work(tables)`, as Database.within has it. */
  async within(_mode, work) {
    await this.#look().catch((error) => {
      if (!(error instanceof AwayError) || !this.#queue) throw error;
    });
    const fresh = [];
    const answers = {
      get: async (ulid) => this.#rows.get(ulid),
      add: async (row) => void fresh.push(row),
      keys: async () => [...this.#rows.keys()],
      all: async () => [...this.#rows.values()],
      clear: async () => {
        throw new ServerError(
          t("What a workspace holds is not removed here; its file is history.jsonl."),
        );
      },
    };
    const value = await work({ answers, meta: SETTLED });
    if (fresh.length) await this.#record(fresh);
    return value;
  }

  async #record(rows) {
    try {
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

  async #send(rows) {
    const body = rows.map((row) => `${toLine(row)}\n`).join("");
    const answer = await this.#fetch(this.#address, { method: "POST", body });
    // As they were recorded: with the workspace's name for itself.
    for (const line of (await answer.text()).split("\n").filter(Boolean)) {
      const row = fromLine(line);
      Object.assign(rows.find(({ ulid }) => ulid === row.ulid) ?? {}, row);
    }
  }

  /** Look for what is new, and say so to whoever follows. */
  async #follow() {
    const before = [this.#rows.size, this.#place, this.note].join();
    await this.#look().catch(() => {});
    if ([this.#rows.size, this.#place, this.note].join() !== before) this.#changed();
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
    const address = new URL(this.#address);
    address.searchParams.set("after", this.#place);
    const answer = await this.#fetch(address, {});
    const data = await answer.blob();
    const place = answer.headers.get("Certlab-Place") ?? "";
    await this.#open(answer.headers.get("Certlab-Workspace"));
    if (!readOn(this.#place, place, data.size)) this.#rows = new Map(this.#waiting);
    this.#place = place;
    for (const [ulid, row] of (await readHistory(data)).rows)
      if (!this.#rows.has(ulid) || this.#waiting.has(ulid)) this.#rows.set(ulid, row);
  }

  /** What waits from an earlier page of this workspace. */
  async #open(workspace) {
    if (this.#queue) return;
    const queue = new Database(`certlab-waiting-${workspace}`, () => {});
    try {
      const rows = await queue.within("readonly", ({ answers }) => answers.all());
      this.#queue = queue;
      for (const row of rows) this.#waiting.set(row.ulid, row);
    } catch (error) {
      console.warn(error); // then nothing can wait, and an answer is refused where it must
    }
  }

  async #fetch(address, options) {
    try {
      const answer = await askServer(address, options);
      this.#away = "";
      return answer;
    } catch (error) {
      if (error instanceof AwayError) this.#away = error.message;
      throw error;
    }
  }
}

/** The server's answer, which is good; else an Error whose message is a sentence. */
export async function askServer(address, options) {
  const headers = { "X-XSRFToken": cookie("_xsrf") };
  let answer;
  try {
    answer = await fetch(address, { ...options, headers, cache: "no-store" });
  } catch {
    throw new AwayError(
      t("The server of certlab study does not answer; start it again, and all is sent."),
    );
  }
  if (GONE.includes(answer.status))
    throw new AwayError(
      t("This page is not signed in any more; open the address that certlab study prints."),
    );
  if (answer.ok) return answer;
  const { message } = await answer.json().catch(() => ({}));
  throw new ServerError(
    message || t("The server refused ({status}); reload this page.", { status: answer.status }),
  );
}

/** A workspace has its own name, and needs no leave to last. */
const SETTLED = {
  get: async (name) => ({ name, value: "" }),
  add: async () => {},
};

/** Whether a reply of `size` bytes goes on from a place to another of the same file. */
function readOn(from, to, size) {
  const [file, begin] = from.split(":");
  const [same, end] = to.split(":");
  return from !== "" && file === same && Number(begin) + size === Number(end);
}

function cookie(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}
