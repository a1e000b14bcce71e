// @ts-check
/** In which order each stage works, by schedule: [kind, micro-batch, chunk]; certlab.labs.distributed.pipeline.orders has them. */

const upTo = (count) => Array.from({ length: count }, (_, n) => n);

/** So many forwards ahead, then one forward and one backward in turn, then what is left. */
function inTurns(forwards, backwards, ahead) {
  const turns = forwards.slice(ahead).flatMap((forward, n) => [forward, backwards[n]]);
  return [...forwards.slice(0, ahead), ...turns, ...backwards.slice(forwards.length - ahead)];
}

function oneForwardOneBackward(stage, stages, micros) {
  const all = (kind) => upTo(micros).map((micro) => [kind, micro, 0]);
  return inTurns(all("F"), all("B"), Math.min(stages - 1 - stage, micros));
}

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

/** The backward split: the weights' part of a micro-batch comes `stage` micro-batches later. */
function zeroBubbleOrder(stage, stages, micros) {
  let weights = 0;
  const order = oneForwardOneBackward(stage, stages, micros).flatMap((one) => {
    if (one[0] !== "B" || one[1] < stage) return [one];
    weights += 1;
    return [one, ["W", weights - 1, 0]];
  });
  return [
    ...order,
    ...upTo(micros)
      .slice(weights)
      .map((micro) => ["W", micro, 0]),
  ];
}

export const ORDER_OF = {
  naive: (_stage, _stages, micros) =>
    upTo(micros).flatMap((micro) => [
      ["F", micro, 0],
      ["B", micro, 0],
    ]),
  gpipe: (_stage, _stages, micros) =>
    ["F", "B"].flatMap((kind) => upTo(micros).map((micro) => [kind, micro, 0])),
  "1f1b": oneForwardOneBackward,
  interleaved: interleavedOrder,
  "zb-h1": zeroBubbleOrder,
};
