// @ts-check
/**
 * A rail-optimised fabric in two tiers, counted as certlab.labs.systems.fabric counts it.
 *
 * @typedef {{ systems: number, rails: number, ports: number, down: number, gbit: number, failed: number }} Asked
 * @typedef {ReturnType<typeof fabricOf>} Fabric
 */

import { amount } from "../../../../app/static/drawing/quantities.js";
import { inRow, t, tn } from "../../../../app/static/words.js";

/**
 * What a fabric needs and how it carries; `down` systems share a leaf, and the last spines fail.
 *
 * @param {Asked} asked
 */
export function fabricOf({ systems, rails, ports, down, gbit, failed }) {
  const up = ports - down;
  const units = Math.ceil(systems / down);
  const leaves = rails * units;
  let spines = Math.ceil((leaves * up) / ports);
  while (up % spines) spines += 1;
  const each = up / spines; // cables of a leaf to a spine
  const left = up - each * failed;
  const busiest = Math.min(down, systems);
  return {
    systems,
    rails,
    down,
    up,
    gbit,
    failed,
    units,
    leaves,
    spines,
    each,
    left,
    systemCables: systems * rails,
    spineCables: leaves * up,
    over: busiest / up,
    overLeft: busiest / left,
    rate: Math.min(1, left / busiest) * gbit,
  };
}

/**
 * What is bought, how it carries, and what the failed spines cost.
 *
 * @param {Fabric} one
 */
export function fabricWords(one) {
  const said = t(
    "{systems} systems with {rails} rails each need {leaves} leaves with {spines} spines {cores}. {down} cables go to the systems and {up} connect switches. The oversubscription is {over} to 1.",
    {
      systems: amount(one.systems),
      rails: one.rails,
      leaves: amount(one.leaves),
      spines: amount(one.spines),
      cores: "",
      down: amount(one.systemCables),
      up: amount(one.spineCables),
      over: amount(one.over),
    },
  );
  if (!one.failed) return said;
  const lost = t(
    "{failed}, so a leaf keeps {left} of {all} uplinks and its oversubscription is {over} to 1. Over the spines each rail has {rate} of {port} Gbit/s, whereas within its leaf it has all of it.",
    {
      failed: tn("{n} spine failed", "{n} spines failed", one.failed),
      left: one.left,
      all: one.up,
      over: amount(one.overLeft),
      rate: amount(one.rate),
      port: amount(one.gbit),
    },
  );
  return inRow(said, lost);
}

/**
 * Three digits that count.
 *
 * @param {number} value
 */
export const number = (value) => amount(Number(value.toPrecision(3)));
