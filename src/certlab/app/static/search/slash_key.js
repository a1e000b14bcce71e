// @ts-check
/** Whether the key / opens the search: a reader may turn it off, and the browser keeps that. */

const KEY_OFF = "certlab-slash-off"; // of localStorage, where the key / is not wanted

/** Whether the key / opens the search, which a reader may have turned off. */
export function slashOpens() {
  try {
    return localStorage.getItem(KEY_OFF) === null;
  } catch {
    return true;
  }
}

/**
 * Keep whether it does.
 *
 * @param {boolean} opens
 */
export function setSlash(opens) {
  try {
    if (opens) localStorage.removeItem(KEY_OFF);
    else localStorage.setItem(KEY_OFF, "");
  } catch {
    // Storage is refused: on the next page the key opens it again.
  }
}
