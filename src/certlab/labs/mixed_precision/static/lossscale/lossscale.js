// @ts-check
/**
 * A dynamic loss scale over the steps of a recorded training, by the rule of
 * certlab.labs.mixed_precision.loss_scale.scaler.
 *
 * `limits` are the largest scales that each step of the record would bear. A skipped step changes no
 * weight, so the next one finds the same gradients: the record goes on only after a good step.
 *
 * @typedef {{ scale: number, limit: number, overflow: boolean }} Step
 * @param {{ limits: number[], first: number, growth: number, backoff: number, interval: number }} scaler
 */
export function course({ limits, first, growth, backoff, interval }) {
  const steps = [];
  let [scale, good, at] = [first, 0, 0];
  for (const _ of limits) {
    const limit = limits[at];
    const overflow = scale > limit;
    steps.push({ scale, limit, overflow });
    if (overflow) [scale, good] = [scale * backoff, 0];
    else {
      at += 1;
      good += 1;
      if (good === interval) [scale, good] = [scale * growth, 0];
    }
  }
  return steps;
}
