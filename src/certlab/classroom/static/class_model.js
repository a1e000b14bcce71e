// @ts-check
/**
 * How one stands with a class, in this tab: what it is, what it says now, and whether it answers.
 *
 * It is looked for again and again, at growing distances, and nothing else waits for it. A tab
 * that is not looked at has no stream from the class, because a browser opens six to one server.
 */

import { hear } from "./stream.js";

const FIRST_WAIT = 1_000; // milliseconds until it is looked for again
const LONGEST_WAIT = 30_000;
const LOOK_EVERY = 1_000; // at what waits, as the store last heard it
const MOMENT = 8_000; // that a row takes to the class, and a page to hear that it is there
const CHANNEL = "certlab-class";

/** Whether it is news that rows wait: the class is away, or it takes them longer than ever. */
export function isLate(classroom, milliseconds) {
  const { waiting = 0, away = false } = classroom ?? {};
  return waiting > 0 && (away || milliseconds > MOMENT);
}

export class ClassModel {
  /** What the class is, as GET class says it; null until it has answered. @type {any} */
  about = null;
  /** What it says now, as an event `state`; null while one is not in it. @type {any} */
  state = null;
  live = false; // whether the stream is open
  away = ""; // why not, a sentence
  /** @type {Set<(event: string, data?: any) => void>} */
  #listeners = new Set();
  #connection;
  #store;
  #since = Date.now(); // when nothing waited
  #wait = FIRST_WAIT;
  #wake = () => {};
  #stop = () => {};
  /** @type {BroadcastChannel | null} */
  #channel = null;

  /** `connection` is as connect makes it, `store` the learner's. */
  constructor(connection, store) {
    this.#connection = connection;
    this.#store = store;
  }

  get connection() {
    return this.#connection;
  }

  /** Rows that the class does not have yet. */
  get waiting() {
    return this.#store.classroom?.waiting ?? 0;
  }

  /** Whether they wait longer than their way takes, so that the learner is told. */
  get late() {
    return isLate(this.#store.classroom, Date.now() - this.#since);
  }

  /** Call `listener(event, data)` after "state" or "map" came, or anything else changed: "changed". */
  follow(listener) {
    this.#listeners.add(listener);
  }

  /** Look for the class until the page is left. */
  begin() {
    this.#listen();
    this.#run();
  }

  /** Join under a nickname. Rejects with a ClassError. */
  async join(nickname) {
    this.about = await this.#connection.post("join", { nickname });
    this.#again();
  }

  /** Leave; the class keeps nothing. Rejects with a ClassError. */
  async leave() {
    await this.#connection.post("leave");
    this.about = { ...this.about, joined: false, nickname: null };
    this.state = null;
    this.#stop();
    this.#again();
  }

  /** Vote in the poll as it is now. Rejects with a ClassError. */
  async vote(response) {
    const { id, round } = this.state.poll;
    await this.#connection.post("vote", { poll: id, round, response });
    const { poll } = this.state;
    if (poll?.id === id && poll.round === round) this.#take({ poll: { ...poll, mine: response } });
  }

  /** Raise the flag with a few words, or take it down. Rejects with a ClassError. */
  async stuck(on, where = "") {
    await this.#connection.post("stuck", { on, where });
    this.#take({ stuck: on });
  }

  #take(part) {
    this.state = { ...this.state, ...part };
    this.#tell("state");
  }

  #tell(event = "changed", data = undefined) {
    for (const listener of [...this.#listeners]) listener(event, data);
  }

  /** One has joined or left: here, and in the other tabs. */
  #again() {
    this.#channel?.postMessage("changed");
    this.#tell();
    this.#wake();
  }

  #listen() {
    try {
      this.#channel = new BroadcastChannel(CHANNEL);
      this.#channel.onmessage = () => this.#anew();
    } catch {
      // each tab for itself
    }
    addEventListener("online", () => this.#wake());
    document.addEventListener("visibilitychange", () => {
      if (isHidden()) this.#stop();
      else this.#wake();
    });
    let before = "";
    setInterval(() => {
      if (!this.waiting) this.#since = Date.now();
      const now = JSON.stringify([this.#store.classroom, this.late]);
      if (now !== before) this.#tell();
      before = now;
    }, LOOK_EVERY);
  }

  /** Another tab has joined or left. */
  #anew() {
    this.#stop();
    this.#wake();
  }

  async #run() {
    for (;;) {
      if (isHidden()) {
        await this.#pause();
        continue;
      }
      let heard = false;
      try {
        this.about = await this.#connection.get("class");
        this.away = "";
        if (!this.about.joined) this.state = null;
        this.#tell();
        if (this.#isIn()) heard = await this.#hear();
        else heard = true;
      } catch (error) {
        this.away = error.message;
      }
      this.live = false;
      this.#tell();
      this.#wait = heard ? FIRST_WAIT : Math.min(2 * this.#wait, LONGEST_WAIT);
      await this.#pause();
    }
  }

  /** Hear the class until the stream ends; whether it said anything. */
  async #hear() {
    let heard = false;
    const ended = new AbortController();
    this.#stop = () => ended.abort();
    const take = (event, data) => {
      heard = true;
      Object.assign(this, { live: true, away: "" });
      if (event === "state") this.state = data;
      this.#tell(event, data);
    };
    await hear((signal) => this.#connection.open("events", signal), take, ended.signal);
    this.#stop = () => {};
    return heard;
  }

  /** Wait until it is time to look again, or somebody wakes us. */
  async #pause() {
    const idle = isHidden() || (this.about && !this.#isIn());
    const jitter = 0.5 + Math.random(); // so that a class does not come back all at once
    /** @type {any} */
    let timer = null;
    await new Promise((done) => {
      this.#wake = () => done(null);
      if (!idle || this.away) timer = setTimeout(done, this.#wait * jitter);
    });
    clearTimeout(timer);
    this.#wake = () => {};
  }

  #isIn() {
    return this.about.joined || this.about.instructor;
  }
}

const isHidden = () => document.visibilityState !== "visible";
