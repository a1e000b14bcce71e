// @ts-check
/**
 * In which order each stage works, by schedule: [kind, micro-batch, chunk]; certlab.labs.distributed.pipeline.orders has them.
 *
 * @import { Order, ScheduleName, Work } from "./schedules.d.ts"
 */

const upTo = (/** @type {number} */ count) => Array.from({ length: count }, (_, n) => n);

/**
 * Work on the whole of a stage, which is its chunk 0.
 *
 * @param {Work} work
 * @returns {(micro: number) => Order}
 */
const inWhole = (work) => (micro) => [work, micro, 0];

/**
 * So many forwards ahead, then one forward and one backward in turn, then what is left.
 *
 * @param {Order[]} forwards
 * @param {Order[]} backwards
 * @param {number} ahead
 */
function inTurns(forwards, backwards, ahead) {
  const turns = forwards.slice(ahead).flatMap((forward, n) => [forward, backwards[n]]);
  return [...forwards.slice(0, ahead), ...turns, ...backwards.slice(forwards.length - ahead)];
}

/**
 * @param {number} stage
 * @param {number} stages
 * @param {number} micros
 * @returns {Order[]}
 */
function oneForwardOneBackward(stage, stages, micros) {
  return inTurns(
    upTo(micros).map(inWhole("F")),
    upTo(micros).map(inWhole("B")),
    Math.min(stages - 1 - stage, micros),
  );
}

/**
 * @param {number} stage
 * @param {number} stages
 * @param {number} micros
 * @param {number} chunks
 * @returns {Order[]}
 */
function interleavedOrder(stage, stages, micros, chunks) {
  const total = micros * chunks;
  const places = upTo(total).map((count) => {
    const inside = count % (stages * chunks);
    return [
      Math.floor(count / (stages * chunks)) * stages + (inside % stages),
      Math.floor(inside / stages),
    ];
  });
  return inTurns(
    places.map(([micro, chunk]) => ["F", micro, chunk]),
    places.map(([micro, chunk]) => ["B", micro, chunks - 1 - chunk]),
    Math.min(2 * (stages - 1 - stage) + (chunks - 1) * stages, total),
  );
}

/**
 * The backward split: the weights' part of a micro-batch comes `stage` micro-batches later.
 *
 * @param {number} stage
 * @param {number} stages
 * @param {number} micros
 * @returns {Order[]}
 */
function zeroBubbleOrder(stage, stages, micros) {
  let weights = 0;
  const order = oneForwardOneBackward(stage, stages, micros).flatMap((piece) => {
    if (piece[0] !== "B" || piece[1] < stage) return [piece];
    weights += 1;
    return [piece, inWhole("W")(weights - 1)];
  });
  return [...order, ...upTo(micros).slice(weights).map(inWhole("W"))];
}

/**
 * The pieces of work of a stage in order, by schedule.
 *
 * @type {Record<ScheduleName, (stage: number, stages: number, micros: number, chunks: number) => Order[]>}
 */
export const ORDER_OF = {
  naive: (_stage, _stages, micros) =>
    upTo(micros).flatMap((micro) => [inWhole("F")(micro), inWhole("B")(micro)]),
  gpipe: (_stage, _stages, micros) => [
    ...upTo(micros).map(inWhole("F")),
    ...upTo(micros).map(inWhole("B")),
  ],
  "1f1b": oneForwardOneBackward,
  interleaved: interleavedOrder,
  "zb-h1": zeroBubbleOrder,
};

export const NAMES = /** @type {ScheduleName[]} */ (Object.keys(ORDER_OF));
