/**
 * Grading: a key and a response in, one of three outcomes out.
 *
 * `certlab.study.grading` has the same rules; one file of vectors holds the two equal. In a
 * notebook the key stays in Python and only `unusable` runs here; a static page calls `grade`.
 */

// An optional sign, digits with optional thousands groups, an optional fraction and an
// optional power of ten. Anything else is not understood, and costs nothing.
const NUMBER = /^[+-]?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)?(\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?$/;
const ROUNDING = 1e-9; // relative: what binary fractions lose

/** The number a learner typed, null when it is not one. */
export function parseNumber(text) {
  const typed = text.trim().replaceAll("\u2212", "-");
  const match = NUMBER.exec(typed);
  if (!match || !(match[1] || match[2])) return null;
  const value = Number(typed.replaceAll(",", ""));
  return Number.isFinite(value) ? value : null;
}

/** Why a response is no answer to what is shown; "" when it can be graded. */
export function unusable(show, response) {
  const ids = (show.options ?? []).map((option) => option.id);
  return refusal(show.kind, { ids, wanted: show.select, units: show.units ?? [] }, response);
}

/** The verdict on a response: { outcome, score, say }. */
export function grade(key, response) {
  const units = Object.keys(key.factors ?? {});
  const limits = { ids: key.options ?? [], wanted: key.correct?.length, units };
  const say = refusal(key.kind, limits, response);
  if (say) return { outcome: "invalid", score: 0, say };
  return GRADERS[key.kind](key, response);
}

function refusal(kind, { ids, wanted, units }, response) {
  if (kind === "single") return ids.includes(response) ? "" : "Choose one option.";
  if (kind === "card") return ["known", "forgotten"].includes(response) ? "" : "Say whether you knew it.";
  if (kind === "multi") {
    if (!Array.isArray(response)) return "Choose the options that are right.";
    const chosen = new Set(response);
    const fits = chosen.size === wanted && [...chosen].every((id) => ids.includes(id));
    return fits ? "" : `Choose ${wanted} options.`;
  }
  if (parseNumber(String(response?.number ?? "")) === null) {
    return "Enter a number, such as 1024 or 1,024.5 or 3e8.";
  }
  return units.includes(unitOf(units, response)) ? "" : "Choose a unit as well.";
}

/** The unit a number is in: the one chosen, or the only one there is. */
function unitOf(units, response) {
  return response.unit || (units.length > 1 ? null : units[0]);
}

const GRADERS = {
  single: (key, response) => told(key.correct.includes(response)),
  card: (key, response) => told(response === "known"),
  multi: (key, response) => told(key.correct.every((id) => response.includes(id))),
  numeric: gradeNumeric,
};

function gradeNumeric(key, response) {
  const unit = unitOf(Object.keys(key.factors), response);
  const value = parseNumber(String(response.number)) * key.factors[unit];
  const near = (wanted) => Math.abs(value - wanted) <= Math.max(key.tolerance, ROUNDING) * Math.abs(wanted);
  if (near(key.answer)) return told(true);
  return told(false, key.traps.find((trap) => near(trap.answer))?.why);
}

function told(right, say = "") {
  return { outcome: right ? "correct" : "wrong", score: right ? 1 : 0, say };
}
