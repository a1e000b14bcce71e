// @ts-check
/** Batches pass by pass, and who holds which block, as certlab.labs.llm_inference.film has them. */

/**
 * All passes of a run, and what it comes to.
 *
 * @param {any} asked `requests` as [arrival, prompt, output] in order, `joins` ("static" or "in-flight"), `slots`,
 *   `blocks` of `block` tokens, prompt tokens of a request in a pass (`chunk`), milliseconds of a pass (`ms`)
 */
export function film({ requests, joins, slots, blocks, block, chunk, ms }) {
  const states = requests.map(([arrival, prompt, output]) => ({
    arrival,
    prompt,
    output,
    made: 0,
    read: prompt, // tokens still to be read
    first: 0,
    slot: -1,
    held: /** @type {number[]} */ ([]),
  }));
  const free = [...Array(blocks).keys()];
  const places = [...Array(slots).keys()];
  /** @type {number[]} */
  let waiting = [];
  /** @type {number[]} */
  let admitted = [];
  /** @type {number[]} */
  let writing = []; // in the order of their first tokens
  const frames = [];
  let [now, arrived, left, preemptions] = [0, 0, requests.length, 0];

  const needs = (tokens) => Math.ceil(tokens / block);
  const leave = (n) => {
    const one = states[n];
    admitted = admitted.filter((other) => other !== n);
    writing = writing.filter((other) => other !== n);
    free.push(...one.held);
    one.held = [];
    places.push(one.slot);
    places.sort((a, b) => a - b);
    one.slot = -1;
  };
  const arrive = () => {
    for (; arrived < states.length && states[arrived].arrival <= now; arrived += 1)
      waiting.push(arrived);
  };
  const letGo = () => {
    for (const n of [...writing])
      if (states[n].made === states[n].output) {
        leave(n);
        left -= 1;
      }
  };
  const throwOut = (n) => {
    states[n].read = states[n].prompt + states[n].made;
    leave(n);
    waiting = [n, ...waiting];
    preemptions += 1;
  };
  const grow = () => {
    for (const n of [...writing].sort((a, b) => a - b)) {
      const one = states[n];
      while (writing.includes(n) && needs(one.prompt + one.made) > one.held.length)
        if (free.length) one.held.push(/** @type {number} */ (free.shift()));
        else throwOut(/** @type {number} */ (admitted.at(-1)));
    }
  };
  const letIn = () => {
    if (joins === "static" && admitted.length) return;
    while (waiting.length && places.length) {
      const one = states[waiting[0]];
      const count = needs(one.prompt + one.made);
      if (count > free.length) return;
      one.held = free.splice(0, count);
      one.slot = /** @type {number} */ (places.shift());
      admitted.push(/** @type {number} */ (waiting.shift()));
    }
  };
  const holds = (n) => {
    const one = states[n];
    return one.prompt + one.made - one.read; // with the token that the pass writes
  };

  for (;;) {
    letGo();
    if (!left) break;
    arrive();
    grow();
    letIn();
    while (!admitted.length) {
      now = states[arrived].arrival;
      arrive();
      letIn();
    }
    /** @type {(null | [number, string])[]} */
    const rows = Array(slots).fill(null);
    for (const n of admitted) rows[states[n].slot] = [n, writing.includes(n) ? "write" : "read"];
    frames.push({
      start: now,
      rows,
      waiting: [...waiting],
      held: admitted.map((n) => [n, [...states[n].held], holds(n)]),
    });
    now += ms;
    const reading = admitted.filter((n) => !writing.includes(n));
    for (const n of writing) states[n].made += 1;
    for (const n of reading) {
      const one = states[n];
      one.read -= Math.min(chunk, one.read);
      if (one.read) continue;
      one.made += 1;
      if (one.made === 1) one.first = now;
      writing.push(n);
    }
  }
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
