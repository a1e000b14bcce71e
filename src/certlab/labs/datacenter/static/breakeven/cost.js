// @ts-check
/**
 * What owning a system costs against renting its GPUs, as certlab.labs.datacenter.cost has it; in USD.
 *
 * @typedef {{ gpus: number, kw: number, price: number, use: number, purchase: number, support: number, load: number, pue: number, power: number, monthly: number, years: number }} Assumptions prices in USD, shares from 0 to 1
 */

const HOURS_A_MONTH = 730;

/**
 * Rent and own of a month, the electricity in it, the months to the break-even (null for never) and what an
 * owned GPU costs for each hour of use over its years.
 *
 * @param {Assumptions} assumptions
 */
export function reckon({
  gpus,
  kw,
  price,
  use,
  purchase,
  support,
  load,
  pue,
  power,
  monthly,
  years,
}) {
  const rent = gpus * price * HOURS_A_MONTH * use;
  const energy = kw * load * pue * HOURS_A_MONTH * power;
  const own = energy + (purchase * support) / 12 + monthly;
  const months = rent > own ? purchase / (rent - own) : null;
  const hours = gpus * HOURS_A_MONTH * use * 12 * years;
  return { rent, energy, own, months, hour: (purchase + own * 12 * years) / hours };
}
