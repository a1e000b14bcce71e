// @ts-check
/**
 * Who of the places is heard, of which certlab.labs.omniverse.pump has the order.
 *
 * @typedef {{ arcs: string, layer: string, path: string, value: string, speaks: boolean }} Place letters of its arcs
 * @typedef {{ chosen: boolean, loaded: boolean }} Scene whether a variant is chosen, and payloads are there
 */

/**
 * For each place, from strong to weak: silent, away (in no chosen variant, or not loaded), wins or loses.
 *
 * @param {Place[]} places
 * @param {Scene} scene
 */
export function heard(places, { chosen, loaded }) {
  let won = false;
  return places.map(({ arcs, speaks }) => {
    if ((arcs.includes("V") && !chosen) || (arcs.includes("P") && !loaded)) return "away";
    if (!speaks) return "silent";
    const state = won ? "loses" : "wins";
    won = true;
    return state;
  });
}
