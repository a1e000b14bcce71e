// @ts-check
/** Addresses that somebody else may have written. */

/**
 * A text without its percent signs; as it is where they are no UTF-8, as in "%E0%A4%A".
 *
 * @param {string} text
 */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
