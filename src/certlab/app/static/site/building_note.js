// @ts-check
/**
 * The note at the foot of a page that was opened while the others were being built: it says how
 * far that is, and goes when it is done. Nothing else on the page changes.
 *
 * The server brings it beside the page; certlab.app.server.building_api answers it.
 */

const SOON = 3000; // milliseconds between two looks
const LATER = 30_000; // where the server did not answer

/** @type {HTMLElement | null} */
const note = document.querySelector("[data-certlab=building]");

/**
 * @param {HTMLElement} place
 * @returns {Promise<number>} milliseconds until the next look; 0 where it was the last
 */
async function look(place) {
  const address = new URL("building", import.meta.url);
  address.searchParams.set("shown", place.dataset.shown ?? "");
  try {
    const { says, ended } = await (await fetch(address, { cache: "no-store" })).json();
    place.textContent = says;
    place.hidden = !says;
    return ended ? 0 : SOON;
  } catch {
    return LATER;
  }
}

if (note) {
  let pause = SOON;
  while (pause) {
    await new Promise((soon) => setTimeout(soon, pause));
    pause = await look(note);
  }
}
