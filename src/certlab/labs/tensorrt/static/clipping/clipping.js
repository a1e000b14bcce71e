// @ts-check
/**
 * What quantising costs when the first bins of a histogram are kept, by the rule of
 * certlab.labs.tensorrt.calibration.
 *
 * @param {number[]} counts
 * @param {number} width
 * @param {number} kept
 * @param {number} levels
 */
export function loss(counts, width, kept, levels) {
  const end = kept * width;
  const step = end / levels;
  let [rounding, clipping, total] = [0, 0, 0];
  counts.forEach((count, n) => {
    const value = (n + 0.5) * width;
    total += count;
    if (value > end) clipping += count * (value - end) ** 2;
    else rounding += count * (value - step * Math.floor(value / step + 0.5)) ** 2;
  });
  return { rounding: rounding / total, clipping: clipping / total, step, end };
}
