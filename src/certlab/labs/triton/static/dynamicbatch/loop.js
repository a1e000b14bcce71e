// @ts-check
/**
 * Clients that each ask again when answered, against one instance behind Triton's dynamic batcher;
 * certlab.labs.triton.batching has the same. Times are milliseconds.
 *
 * @typedef {[arrives: number, client: number]} Request
 * @typedef {{ fixed: number, each: number, way: number, client: number, late: number }} Cost milliseconds
 */

/**
 * What has arrived by `now` waits. `arriving` is in order of time.
 *
 * @param {Request[]} arriving
 * @param {Request[]} waiting
 * @param {number} now
 */
function arrive(arriving, waiting, now) {
  while (arriving.length && arriving[0][0] <= now) waiting.push(...arriving.splice(0, 1));
}

/**
 * @param {Request[]} arriving
 * @param {Request} one
 */
function enter(arriving, one) {
  let at = arriving.length;
  while (
    at &&
    (arriving[at - 1][0] > one[0] ||
      (arriving[at - 1][0] === one[0] && arriving[at - 1][1] > one[1]))
  )
    at -= 1;
  arriving.splice(at, 0, one);
}

/**
 * When the next execution begins.
 *
 * @param {Request[]} arriving
 * @param {Request[]} waiting
 * @param {number} free
 * @param {number | null} delay
 * @param {number} most
 * @param {number} late
 */
function starts(arriving, waiting, free, delay, most, late) {
  if (!waiting.length) waiting.push(...arriving.splice(0, 1));
  let now = Math.max(free, waiting[0][0]);
  arrive(arriving, waiting, now);
  const limit = waiting[0][0] + (delay ? delay + late : 0);
  while (waiting.length < most && arriving.length && arriving[0][0] <= limit) {
    now = Math.max(now, arriving[0][0]);
    arrive(arriving, waiting, now);
  }
  return waiting.length >= most ? now : Math.max(now, limit);
}

/**
 * Answers a second, the mean latency and the mean batch; a delay of null is no dynamic batching.
 *
 * @param {Cost} cost
 * @param {number} clients
 * @param {number | null} delay
 * @param {number} most
 * @param {number} answers
 */
export function closedLoop(cost, clients, delay, most, answers) {
  const { fixed, each, way, client, late } = cost;
  /** @type {Request[]} */
  const arriving = Array.from({ length: clients }, (_, n) => [client * (n + 1), n]);
  /** @type {Request[]} */
  let waiting = [];
  const sent = new Array(clients).fill(0);
  const size = delay === null ? 1 : most;
  const settle = Math.floor(answers / 10) + clients;
  let [free, talks, done, runs, began, total] = [0, client * clients, 0, 0, 0, 0];
  while (done < answers + settle) {
    const start = starts(arriving, waiting, free, delay, size, late);
    const batch = waiting.slice(0, size);
    waiting = waiting.slice(size);
    free = start + fixed + each * batch.length;
    const counts = done >= settle;
    for (const [, who] of batch) {
      talks = Math.max(free + way / 2, talks) + client;
      enter(arriving, [talks + way / 2, who]);
      if (counts) total += talks - sent[who];
      sent[who] = talks;
    }
    done += batch.length;
    if (counts) runs += 1;
    else began = free;
  }
  const counted = done - settle;
  return { rate: (1e3 * counted) / (free - began), mean: total / counted, batch: counted / runs };
}
