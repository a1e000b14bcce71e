// @ts-check
/**
 * Batches pass by pass, and who holds which block, as certlab.labs.llm_inference.film has them.
 *
 * @typedef {[arrival: number, prompt: number, output: number]} Request milliseconds, and tokens
 * @typedef {{ requests: Request[], joins: "static" | "in-flight", slots: number, blocks: number, block: number, chunk: number, ms: number }} Asked
 * @typedef {ReturnType<typeof film>} Film
 * @typedef {ReturnType<Server["frame"]>} Frame
 */

/** A server of requests: its slots, its blocks, and where each request is. */
class Server {
  /** @param {Asked} asked */
  constructor({ requests, joins, slots, blocks, block, chunk }) {
    this.joins = joins;
    this.block = block;
    this.chunk = chunk;
    this.states = requests.map(([arrival, prompt, output]) => ({
      arrival,
      prompt,
      output,
      made: 0,
      read: prompt, // tokens still to be read
      first: 0,
      slot: -1,
      held: /** @type {number[]} */ ([]),
    }));
    this.free = [...Array(blocks).keys()];
    this.places = [...Array(slots).keys()];
    /** @type {number[]} */
    this.waiting = [];
    /** @type {number[]} */
    this.admitted = [];
    /** @type {number[]} */
    this.writing = []; // in the order of their first tokens
    this.now = 0;
    this.arrived = 0;
    this.left = requests.length;
    this.preemptions = 0;
  }

  /** @param {number} tokens */
  needs(tokens) {
    return Math.ceil(tokens / this.block);
  }

  /** @param {number} n */
  leave(n) {
    const one = this.states[n];
    this.admitted = this.admitted.filter((other) => other !== n);
    this.writing = this.writing.filter((other) => other !== n);
    this.free.push(...one.held);
    one.held = [];
    this.places.push(one.slot);
    this.places.sort((a, b) => a - b);
    one.slot = -1;
  }

  arrive() {
    while (this.states[this.arrived]?.arrival <= this.now) {
      this.waiting.push(this.arrived);
      this.arrived += 1;
    }
  }

  letGo() {
    for (const n of [...this.writing])
      if (this.states[n].made === this.states[n].output) {
        this.leave(n);
        this.left -= 1;
      }
  }

  /** @param {number} n */
  throwOut(n) {
    this.states[n].read = this.states[n].prompt + this.states[n].made;
    this.leave(n);
    this.waiting = [n, ...this.waiting];
    this.preemptions += 1;
  }

  grow() {
    for (const n of [...this.writing].sort((a, b) => a - b)) {
      const one = this.states[n];
      while (this.writing.includes(n) && this.needs(one.prompt + one.made) > one.held.length)
        if (this.free.length) one.held.push(/** @type {number} */ (this.free.shift()));
        else this.throwOut(/** @type {number} */ (this.admitted.at(-1)));
    }
  }

  letIn() {
    if (this.joins === "static" && this.admitted.length) return;
    while (this.waiting.length && this.places.length) {
      const one = this.states[this.waiting[0]];
      const count = this.needs(one.prompt + one.made);
      if (count > this.free.length) return;
      one.held = this.free.splice(0, count);
      one.slot = /** @type {number} */ (this.places.shift());
      this.admitted.push(/** @type {number} */ (this.waiting.shift()));
    }
  }

  /** Who leaves, comes and is let in before the next pass; whether there is one. */
  prepare() {
    this.letGo();
    if (!this.left) return false;
    this.arrive();
    this.grow();
    this.letIn();
    while (!this.admitted.length) {
      this.now = this.states[this.arrived].arrival;
      this.arrive();
      this.letIn();
    }
    return true;
  }

  /**
   * What is to be seen of a pass.
   *
   * @param {number} slots
   */
  frame(slots) {
    const { states } = this;
    /** @type {(null | [number, string])[]} */
    const rows = Array(slots).fill(null);
    for (const n of this.admitted)
      rows[states[n].slot] = [n, this.writing.includes(n) ? "write" : "read"];
    const holds = (
      /** @type {{ prompt: number, made: number, read: number }} */ { prompt, made, read },
    ) => prompt + made - read; // with the token that the pass writes
    return {
      start: this.now,
      rows,
      waiting: [...this.waiting],
      held: this.admitted.map(
        (n) => /** @type {const} */ ([n, [...states[n].held], holds(states[n])]),
      ),
    };
  }

  /**
   * A pass of so many milliseconds: a token for each that writes, a chunk for each that reads.
   *
   * @param {number} ms
   */
  pass(ms) {
    this.now += ms;
    const reading = this.admitted.filter((n) => !this.writing.includes(n));
    for (const n of this.writing) this.states[n].made += 1;
    for (const n of reading) {
      const one = this.states[n];
      one.read -= Math.min(this.chunk, one.read);
      if (one.read) continue;
      one.made += 1;
      if (one.made === 1) one.first = this.now;
      this.writing.push(n);
    }
  }
}

/**
 * All passes of a run, and what it comes to.
 *
 * @param {Asked} asked `requests` as [arrival, prompt, output] in order, `joins` ("static" or "in-flight"), `slots`,
 *   `blocks` of `block` tokens, prompt tokens of a request in a pass (`chunk`), milliseconds of a pass (`ms`)
 */
export function film(asked) {
  const { slots, ms } = asked;
  const server = new Server(asked);
  const frames = [];
  while (server.prepare()) {
    frames.push(server.frame(slots));
    server.pass(ms);
  }
  const { states, now, preemptions } = server;
  const busy = frames.reduce((sum, { rows }) => sum + rows.filter(Boolean).length, 0);
  const tokens = states.reduce((sum, { output }) => sum + output, 0);
  const waits = states.reduce((sum, { first, arrival }) => sum + first - arrival, 0);
  return {
    frames,
    milliseconds: now,
    rate: (1000 * tokens) / now,
    ttft: waits / states.length,
    atWork: busy / (slots * frames.length),
    preemptions,
  };
}
