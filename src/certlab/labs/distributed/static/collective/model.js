// @ts-check
/**
 * A collective without Python behind it: stored plans, and the arithmetic of a page.
 *
 * The model has the traits that certlab.labs.distributed.widgets.collective.CollectiveSteps has, and refuses what
 * it refuses in the same words; beside that it has no plan for some numbers of ranks.
 *
 * @import { Asked, CollectiveMessage, Plan } from "./collectives.d.ts"
 */

import { grouped } from "../../../../app/static/drawing/quantities.js";
import { PageModel } from "../../../../app/static/simulator/page_model.js";
import { t } from "../../../../app/static/words.js";
import { accountOf } from "./count.js";

const MOST_DRAWN = 64;
const MOST_SIMULATED_RANKS = 65_536;
const MOST_BYTES = 2 ** 40;
const EQUAL_PARTS = ["all-gather", "reduce-scatter", "all-to-all"];

/**
 * Why a collective cannot be, "" where it can.
 *
 * @param {Asked} asked
 * @param {number[] | null} stored ranks that plans are stored for
 */
export function collectiveRefusal({ kind, algorithm, ranks, bytes, latency, rate }, stored = null) {
  if (ranks < 1 || ranks > MOST_SIMULATED_RANKS)
    return t("{ranks} ranks cannot be simulated; give 1 to {most}.", {
      ranks: grouped(ranks),
      most: grouped(MOST_SIMULATED_RANKS),
    });
  if (bytes < 0) return t("A message cannot have {n} bytes; give 0 or more.", { n: bytes });
  const over = bytes % ranks;
  if (over && EQUAL_PARTS.includes(kind)) {
    return t(
      "{kind} gives every rank an equal part, but {bytes} bytes cannot be divided equally among {ranks} ranks; use {less} or {more} bytes.",
      {
        kind,
        bytes: grouped(bytes),
        ranks: grouped(ranks),
        less: grouped(bytes - over),
        more: grouped(bytes - over + ranks),
      },
    );
  }
  if (algorithm === "halving-doubling" && !Number.isInteger(Math.log2(ranks))) {
    const low = 2 ** Math.floor(Math.log2(ranks));
    return t(
      "halving-doubling pairs ranks by one bit of their numbers, so it needs a power of two, not {ranks}; use {low} or {high} ranks, or the ring algorithm.",
      {
        ranks: grouped(ranks),
        low: grouped(low),
        high: grouped(2 * low),
      },
    );
  }
  if (ranks > MOST_DRAWN)
    return t(
      "At most {most} ranks can be drawn, not {ranks}; for more, use certlab sim collective.",
      { most: MOST_DRAWN, ranks: grouped(ranks) },
    );
  if (bytes < 1)
    return t("A message of {n} bytes moves nothing; give at least 1 byte.", { n: bytes });
  if (bytes > MOST_BYTES)
    return t("A message can have at most {most} bytes here, not {n}; give a smaller one.", {
      most: grouped(MOST_BYTES),
      n: grouped(bytes),
    });
  if (latency < 0 || rate <= 0)
    return t("A link needs a latency of 0 or more and a bandwidth above 0.");
  if (stored && !stored.includes(ranks))
    return t(
      "This page has the plans for {list} ranks, not for {ranks}; a notebook draws any number up to 64.",
      { list: stored.join(", "), ranks: grouped(ranks) },
    );
  return "";
}

const named = (/** @type {Asked} */ { kind, algorithm, ranks }) => `${kind}/${algorithm}/${ranks}`;

/** The traits of a collective; `plans` by "kind/algorithm/ranks", `begin` what is shown first. */
export class CollectiveModel extends PageModel {
  /**
   * @param {Record<string, Plan>} plans
   * @param {Asked & { step?: number }} begin
   */
  constructor(plans, begin) {
    super({ step: 0, refusal: {} });
    this.plans = plans;
    this.ranks = [...new Set(Object.values(plans).map((plan) => plan.ranks))].sort((a, b) => a - b);
    this.run(begin);
  }

  /** @param {Asked & { step?: number }} asked */
  run(asked) {
    const plan = this.plans[named(asked)];
    const step = plan === this.get("plan") ? this.get("step") : (asked.step ?? 0);
    const { step: _step, ...own } = asked;
    this.take({ asked: own, plan, shown: accountOf(plan, own), step, refusal: {} });
  }

  /** @param {CollectiveMessage} message */
  send({ type: _type, ...wanted }) {
    const asked = { ...this.get("asked"), ...wanted };
    const text = collectiveRefusal(asked, this.ranks);
    if (text) this.refuse(text);
    else this.run(asked);
  }
}
