// @ts-check
/**
 * The way along an exam's path for one learner: the twin of certlab.day.path_walk, which says why.
 *
 * @import { KnownItem, PathStep } from "./course_files.d.ts"
 * @import { TaskState } from "./days.d.ts"
 * @import { Standing } from "./standing.js"
 * @typedef {{ module: string, sections: string[], minutes: number, within: string[] }} Part what of a page is read
 *   at once: the sections by which it is named, [] for all of it, and those with the ones below them
 */

export const SHARE = 0.5; // of the day's minutes for a page; a longer one is read in parts,
const LONGEST = 10; // minutes each

export class PathWalk {
  #standing;
  #exam;
  #items;
  #drilled;
  /** @type {Map<string, boolean>} */
  #open = new Map();
  /** @type {PathStep[] | undefined} */
  #left;

  /**
   * @param {Standing} standing
   * @param {string} exam
   * @param {number} minutes of a day
   */
  constructor(standing, exam, minutes) {
    this.#standing = standing;
    this.#exam = exam;
    this.#items = standing.course.itemsOf(exam);
    this.#drilled = standing.drilled();
    this.steps = standing.course.stepsOf(exam);
    this.minutes = minutes;
  }

  /**
   * A lab is done when its exercises are solved and a page when it is marked as read; a page that
   * was asked about enough is skipped.
   *
   * @param {PathStep} step
   * @returns {TaskState}
   */
  stateOf(step) {
    const { module, sections, lab } = step;
    if (lab) return this.exercises(lab).length ? "left" : "done";
    if (this.#isRead(module, sections)) return "done";
    return this.partsLeft(step).length ? "left" : "skipped";
  }

  /** The steps that are neither done nor skipped. */
  get left() {
    this.#left ??= this.steps.filter((step) => this.stateOf(step) === "left");
    return this.#left;
  }

  /**
   * A page as it is read: at once, or one part after the other where it is long.
   *
   * @param {PathStep} step
   * @returns {Part[]}
   */
  parts(step) {
    const { module, sections, minutes } = step;
    const most = Math.min(this.minutes * SHARE, LONGEST);
    const own = this.#items.filter((one) => one.module === module);
    const asked = new Set(own.map(({ section = "" }) => section));
    const parts = minutes > most ? joined(piecesOf(step, most), asked, most) : [];
    return parts.length > 1 ? parts : [{ module, sections, minutes, within: withinOf(step) }];
  }

  /**
   * The parts of a page that were neither read nor asked about enough.
   *
   * @param {PathStep} step
   */
  partsLeft(step) {
    return this.parts(step).filter((part) => !this.#isOpen(part));
  }

  /**
   * The items on a part that were never answered.
   *
   * @param {Part} part
   */
  unseen({ module, within }) {
    return this.#items.filter(
      (one) =>
        one.module === module &&
        (!within.length || within.includes(one.section ?? "")) &&
        !this.#standing.memories.has(one.item),
    );
  }

  /**
   * The exercises of a lab that are not solved.
   *
   * @param {string} lab
   */
  exercises(lab) {
    return this.#standing.course.labs[lab].exercises.filter((id) => !this.#standing.solved.has(id));
  }

  /**
   * Whether an item may be asked: the step that teaches it was read or skipped.
   *
   * @param {KnownItem} item
   */
  opens({ module, section = "" }) {
    const key = `${module}#${section}`;
    const known = this.#open.get(key) ?? this.#opens(module, section);
    this.#open.set(key, known);
    return known;
  }

  /**
   * @param {string} module
   * @param {string} section
   */
  #opens(module, section) {
    const steps = this.steps.filter(
      (step) =>
        step.module === module &&
        !step.lab &&
        (!step.sections.length || withinOf(step).includes(section)),
    );
    if (steps.length) return steps.some((step) => this.#isTaught(step, section));
    if (!(module in this.#standing.course.modules)) return true;
    return this.left.every(({ lab }) => lab) || this.#isOpen({ module, within: [] });
  }

  /**
   * @param {PathStep} step
   * @param {string} section
   */
  #isTaught(step, section) {
    if (this.stateOf(step) !== "left") return true;
    return this.parts(step).some((part) => part.within.includes(section) && this.#isOpen(part));
  }

  /** @param {{ module: string, within: string[] }} part */
  #isOpen({ module, within }) {
    const { course, passed } = this.#standing;
    if (this.#isRead(module, within)) return true;
    if (course.itemsAbout(this.#exam, module, within).length)
      return course.askedEnough(this.#exam, this.#drilled, module, within);
    return (within.length ? within : [""]).every((one) => passed.has(`${module}#${one}`));
  }

  /**
   * @param {string} module
   * @param {string[]} sections
   */
  #isRead(module, sections) {
    return this.#standing.course.isRead(module, this.#standing.pages, sections);
  }
}

/**
 * The sections that a page names with those below them; [] for all of it.
 *
 * @param {PathStep} step
 */
function withinOf({ sections, below }) {
  return sections.flatMap((one) => Object.keys(below[one] ?? { [one]: 0 }));
}

/**
 * The sections of a page; one that is too long in those below it.
 *
 * @param {PathStep} step
 * @param {number} most
 * @returns {Part[]}
 */
function piecesOf({ module, times, below }, most) {
  return Object.entries(times).flatMap(([section, minutes]) => {
    const inner = below[section] ?? { [section]: minutes };
    if (minutes <= most)
      return [{ module, sections: [section], minutes, within: Object.keys(inner) }];
    return Object.entries(inner).map(([one, own]) => {
      return { module, sections: [one], minutes: own, within: [one] };
    });
  });
}

/**
 * Pieces in a row, each time as many as fit the minutes. A part on which nothing is asked goes with the
 * next one, and at the end with the one before, unless that is too long.
 *
 * @param {Part[]} pieces
 * @param {Set<string>} asked sections with questions
 * @param {number} most
 */
function joined(pieces, asked, most) {
  /** @type {Part[]} */
  const parts = [];
  const isAsked = (/** @type {Part} */ { within }) => within.some((one) => asked.has(one));
  for (const piece of pieces) {
    const last = parts.at(-1);
    const fits = last && isAsked(last) ? most : 2 * most;
    if (last && last.minutes + piece.minutes <= fits) parts.splice(-1, 1, both(last, piece));
    else parts.push(piece);
  }
  if (parts.length > 1 && !isAsked(parts[parts.length - 1])) {
    const one = both(parts[parts.length - 2], parts[parts.length - 1]);
    if (one.minutes <= 2 * most) parts.splice(-2, 2, one);
  }
  return parts;
}

/**
 * @param {Part} one
 * @param {Part} other
 * @returns {Part}
 */
function both(one, other) {
  return {
    module: one.module,
    sections: [...one.sections, ...other.sections],
    minutes: one.minutes + other.minutes,
    within: [...one.within, ...other.within],
  };
}
