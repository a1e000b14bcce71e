// @ts-check
/**
 * The first questions that a newcomer passed. No row says so, and a tab that is reloaded is not to ask them again.
 */

const REMEMBERED = "certlab-passed"; // of sessionStorage: ids of items
/** @type {Set<string>} */
const here = new Set(); // those of this page, where storage is refused

/** @returns {Set<string>} */
export function passedItems() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(REMEMBERED) ?? "[]");
    return new Set([...here, ...(Array.isArray(stored) ? stored : [])]);
  } catch {
    return new Set(here); // storage is refused, or holds what others wrote
  }
}

/** @param {string} item */
export function rememberPassed(item) {
  here.add(item);
  try {
    sessionStorage.setItem(REMEMBERED, JSON.stringify([...passedItems()]));
  } catch {
    // It holds for this page.
  }
}
