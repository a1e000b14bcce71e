// @ts-check
/**
 * The exam for whose further questions a newcomer went on in this tab, so that a reload leads back to them.
 */

const REMEMBERED = "certlab-going-on"; // of sessionStorage: the id of an exam

/** @param {string} exam */
export function isGoingOn(exam) {
  try {
    return sessionStorage.getItem(REMEMBERED) === exam;
  } catch {
    return false; // storage is refused
  }
}

/** @param {string} exam "" for none any more */
export function rememberGoingOn(exam) {
  try {
    sessionStorage.setItem(REMEMBERED, exam);
  } catch {
    // A reload begins at the first result.
  }
}
