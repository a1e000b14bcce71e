// @ts-check
/**
 * What is said of a collective: a step, the whole, a message; certlab.labs.distributed.collectives says it alike.
 *
 * @import { Account, Asked, Message, Plan } from "./collectives.d.ts"
 */

import {
  durationText,
  grouped,
  rateText,
  sizeText,
} from "../../../../app/static/drawing/quantities.js";
import { t, tn } from "../../../../app/static/words.js";
import { messageBytes } from "./count.js";

const SPELLED = 8; // messages that a sentence names; more are counted

/**
 * One step: who sends what to whom, how much, and how long it takes.
 *
 * @param {Plan} plan
 * @param {Account} shown
 * @param {number} number
 */
export function stepWords(plan, shown, number) {
  if (number === 0) return t("Before the first step nothing has been sent.");
  const { phase, largest, seconds } = shown.steps[number - 1];
  return t(
    "Step {number} of {count}, {phase}: {sends}. The largest message has {largest}, and the step takes {time}.",
    {
      number,
      count: shown.steps.length,
      phase,
      sends: sendsWords(plan, number),
      largest: sizeText(largest),
      time: durationText(seconds),
    },
  );
}

/**
 * The whole: steps, bytes, time and both bandwidths.
 *
 * @param {Asked} asked
 * @param {Account} shown
 */
export function wholeWords({ kind, algorithm, ranks, bytes }, shown) {
  if (!shown.steps.length) return t("One rank has nothing to send.");
  const steps = tn("{n} step", "{n} steps", shown.steps.length);
  return t(
    "{kind} of {size} over {ranks} ranks, by the algorithm {algorithm}, takes {time} in {steps}. The busiest rank sends {sent}. The algorithm bandwidth is {algbw} and the bus bandwidth is {busbw}.",
    {
      kind,
      size: sizeText(bytes),
      algorithm,
      ranks: grouped(ranks),
      steps,
      sent: sizeText(shown.sent),
      time: durationText(shown.seconds),
      algbw: rateText(shown.algorithm_bandwidth),
      busbw: rateText(shown.bus_bandwidth),
    },
  );
}

/**
 * @param {Plan} plan
 * @param {number} number
 */
function sendsWords(plan, number) {
  const messages = plan.steps[number - 1];
  if (messages.length > SPELLED) return tn("{n} message", "{n} messages", messages.length);
  return messages
    .map((message) => sendWords(plan, message))
    .reduce((list, next) => t("{list}, {next}", { list, next }));
}

/**
 * @param {Plan} plan
 * @param {Message} message
 */
function sendWords(plan, message) {
  const [source, target] = message;
  const chunks = chunkWords(plan, message);
  if (source === plan.ranks)
    return t("the switch sends {chunks} to rank {rank}", { chunks, rank: target });
  if (target === plan.ranks)
    return t("rank {rank} sends {chunks} to the switch", { rank: source, chunks });
  return t("rank {source} sends {chunks} to rank {target}", { source, chunks, target });
}

/**
 * The chunks of a message: "chunk 3", "chunks 0–3", "4 chunks".
 *
 * @param {Plan} plan
 * @param {Message} message
 */
function chunkWords(plan, [, , , ...runs]) {
  const count = runs.filter((_, n) => n % 2).reduce((sum, one) => sum + one, 0);
  if (plan.kind === "all-to-all") return tn("{n} chunk", "{n} chunks", count);
  const [first, many] = runs.slice(-2);
  const last = first + many - 1;
  return runs[0] === last
    ? t("chunk {n}", { n: last })
    : t("chunks {first}–{last}", { first: runs[0], last });
}

/**
 * Beside a rank or an arrow: what it sends, how much, and where to.
 *
 * @param {Plan} plan
 * @param {number} bytes
 * @param {Message} message
 */
export function labelWords(plan, bytes, message) {
  const values = {
    chunks: chunkWords(plan, message),
    size: sizeText(messageBytes(plan, bytes, message)),
    target: message[1],
  };
  if (message[1] === plan.ranks) return t("{chunks}, {size}", values);
  return t("{chunks} to {target}, {size}", values);
}

/**
 * The heading of a step.
 *
 * @param {Account} shown
 * @param {number} step
 */
export function headWords(shown, step) {
  const { steps } = shown;
  if (step === 0) return t("Before the first step");
  if (step > steps.length) return t("Everything is done");
  return t("Step {n} of {count}: {phase}", {
    n: step,
    count: steps.length,
    phase: steps[step - 1].phase,
  });
}

/**
 * What each message of a step does.
 *
 * @param {Plan} plan
 * @param {Account} shown
 * @param {number} step
 */
export function aboutWords(plan, shown, step) {
  if (step === 0 || step > shown.steps.length) return "";
  const { largest } = shown.steps[step - 1];
  const adds = plan.steps[step - 1].some((message) => message[2]);
  return adds
    ? t("messages of {size} at most, added to what is there", { size: sizeText(largest) })
    : t("messages of {size} at most, put in place", { size: sizeText(largest) });
}

/** Latency in nanoseconds, as the field takes it. */
export const nanoseconds = (/** @type {number} */ seconds) =>
  Number((seconds * 1e9).toPrecision(12));
