// @ts-check
/**
 * How one stands with a class, in this tab: what it is, what it says now, and whether it answers.
 *
 * It is looked for again and again, at growing distances, and nothing else waits for it. A tab
 * that is not looked at does not listen.
 *
 * @import { ClassStanding } from "../../app/static/store/rows.d.ts"
 * @import { Store } from "../../app/static/store/store.js"
 * @import { About, ClassConnection, ClassState, Listener, Poll } from "./classes.d.ts"
 */

import { hearTogether } from "./one_stream.js";
import { watchPresses, whenFree } from "./press.js";

const FIRST_WAIT = 1_000; // milliseconds until it is looked for again
const LONGEST_WAIT = 30_000;
const LOOK_EVERY = 1_000; // at what waits, as the store last heard it
const MOMENT = 8_000; // that a row takes to the class, and a page to hear that it is there
const CHANNEL = "certlab-class";

/**
 * Whether it is news that rows wait: the class is away, or it takes them longer than ever.
 *
 * @param {Pick<ClassStanding, "waiting" | "away"> | null} classroom
 * @param {number} milliseconds since nothing waited
 */
export function isLate(classroom, milliseconds) {
  const { waiting = 0, away = false } = classroom ?? {};
  return waiting > 0 && (away || milliseconds > MOMENT);
}

export class ClassModel {
  /** What the class is, as GET class says it; null until it has answered. @type {About | null} */
  about = null;
  /** What it says now, as an event `state`; null while one is not in it. @type {ClassState | null} */
  state = null;
  live = false; // whether the stream is open
  away = ""; // why not, a sentence
  gone = false; // whether one's own server does not answer either
  /** @type {Set<Listener>} */
  #listeners = new Set();
  /** @type {ClassConnection} */
  #connection;
  /** @type {Pick<Store, "classroom">} */
  #store;
  #since = Date.now(); // when nothing waited
  #wait = FIRST_WAIT;
  #wake = () => {};
  #stop = () => {};
  /** @type {BroadcastChannel | null} */
  #channel = null;

  /**
   * `connection` is as connect makes it, `store` the learner's.
   *
   * @param {ClassConnection} connection
   * @param {Pick<Store, "classroom">} store
   */
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

  /**
   * Call `listener(event, map)` after "state" or "map" came, or anything else changed: "changed".
   *
   * @param {Listener} listener
   */
  follow(listener) {
    this.#listeners.add(listener);
  }

  /** Look for the class until the page is left. */
  begin() {
    watchPresses();
    this.#listen();
    this.#run();
  }

  /**
   * Join under a nickname. Rejects with a ClassError.
   *
   * @param {string} nickname
   */
  async join(nickname) {
    this.about = await this.#connection.post("join", { nickname });
    this.#again();
  }

  /** Leave; the class keeps nothing. Rejects with a ClassError. */
  async leave() {
    await this.#connection.post("leave");
    if (this.about) this.about = { ...this.about, joined: false, nickname: "" };
    this.state = null;
    this.#stop();
    this.#again();
  }

  /**
   * Vote in the poll as it is now. Rejects with a ClassError.
   *
   * @param {unknown} response
   */
  async vote(response) {
    const state = /** @type {ClassState} */ (this.state); // without one there is no form to vote in
    const { id, round } = /** @type {Poll} */ (state.poll);
    await this.#connection.post("vote", { poll: id, round, response });
    const poll = this.state?.poll; // another, or none, once one has left in another tab
    if (poll?.id === id && poll.round === round) this.#take({ poll: { ...poll, mine: response } });
  }

  /**
   * Raise the flag with a few words, or take it down. Rejects with a ClassError.
   *
   * @param {boolean} on
   * @param {string} where
   */
  async stuck(on, where = "") {
    await this.#connection.post("stuck", { on, where });
    this.#take({ stuck: on });
  }

  /** @param {Partial<ClassState>} part */
  #take(part) {
    if (!this.state) return;
    this.state = { ...this.state, ...part };
    this.#tell("state");
  }

  /**
   * @param {Parameters<Listener>[0]} event
   * @param {Parameters<Listener>[1]} [map]
   */
  #tell(event, map) {
    whenFree(() => {
      for (const listener of [...this.#listeners]) listener(event, map);
    });
  }

  /** One has joined or left: here, and in the other tabs. */
  #again() {
    this.#channel?.postMessage("changed");
    this.#tell("changed");
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
    addEventListener("pagehide", () => this.#stop());
    document.addEventListener("visibilitychange", () => {
      if (isHidden()) this.#stop();
      else this.#wake();
    });
    let before = "";
    setInterval(() => {
      if (!this.waiting) this.#since = Date.now();
      const now = JSON.stringify([this.#store.classroom, this.late]);
      if (now !== before) this.#tell("changed");
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
        const about = await this.#connection.get("class");
        this.about = about;
        Object.assign(this, { away: "", gone: false });
        if (!about.joined) this.state = null;
        this.#tell("changed");
        if (this.#isIn()) heard = await this.#hear(about);
        else heard = true;
      } catch (error) {
        Object.assign(this, { away: error.message, gone: Boolean(error.own) });
      }
      this.live = false;
      this.#tell("changed");
      this.#wait = heard ? FIRST_WAIT : Math.min(2 * this.#wait, LONGEST_WAIT);
      await this.#pause();
    }
  }

  /**
   * Hear the class until the stream ends; whether it said anything.
   *
   * @param {About} about
   */
  async #hear(about) {
    let heard = false;
    const ended = new AbortController();
    this.#stop = () => ended.abort();
    /**
     * @param {string} event
     * @param {any} data `any`: the event says what
     */
    const take = (event, data) => {
      heard = true;
      Object.assign(this, { live: true, away: "", gone: false });
      if (event === "state") this.state = data;
      if (event === "map") this.#tell(event, data);
      else this.#tell(event === "state" ? event : "changed");
    };
    await hearTogether(this.#connection, about, take, ended.signal);
    this.#stop = () => {};
    return heard;
  }

  /** Wait until it is time to look again, or somebody wakes us. */
  async #pause() {
    const idle = isHidden() || (this.about && !this.#isIn());
    const jitter = 0.5 + Math.random(); // so that a class does not come back all at once
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    await new Promise((done) => {
      this.#wake = () => done(null);
      if (!idle || this.away) timer = setTimeout(done, this.#wait * jitter);
    });
    clearTimeout(timer);
    this.#wake = () => {};
  }

  #isIn() {
    return this.about?.joined || this.about?.instructor;
  }
}

const isHidden = () => document.visibilityState !== "visible";
