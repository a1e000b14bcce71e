// @ts-check
/**
 * The way along an exam's path for one learner: the twin of certlab.day.path_walk, which says why.
 *
 * @import { KnownItem, PathStep } from "./course_files.d.ts"
 * @import { TaskState } from "./days.d.ts"
 * @import { Standing } from "./standing.js"
 * @typedef {{ module: string, sections: string[], minutes: number }} Part what of a page is read on one day
 */

export const SHARE = 0.5; // of the day's minutes for a page; a longer one is read in parts

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
    if (!this.#isAsked(module, sections)) return "left";
    return this.parts(step).every((part) => this.#isOpen(part)) ? "skipped" : "left";
  }

  /** The steps that are neither done nor skipped. */
  get left() {
    this.#left ??= this.steps.filter((step) => this.stateOf(step) === "left");
    return this.#left;
  }

  /**
   * A page as it is read: at once, or on several days where a day is too short.
   *
   * @param {PathStep} step
   * @returns {Part[]}
   */
  parts({ module, sections, minutes, times }) {
    const most = this.minutes * SHARE;
    const cut = minutes > most ? cutIn(module, Object.entries(times), most) : [];
    return cut.length > 1 ? cut : [{ module, sections, minutes }];
  }

  /**
   * The first part of a page that was neither read nor asked about enough, or as many of its
   * sections as fit the minutes.
   *
   * @param {PathStep} step
   * @param {number} most
   */
  nextPart(step, most) {
    const parts = this.parts(step);
    const part = parts.find((one) => !this.#isOpen(one)) ?? parts[0];
    if (part.minutes <= most) return part;
    const { sections } = part;
    const wanted = Object.entries(step.times).filter(
      ([one]) => !sections.length || sections.includes(one),
    );
    return cutIn(step.module, wanted, most)[0] ?? part;
  }

  /**
   * The items on a part that were never answered.
   *
   * @param {Part} part
   */
  unseen({ module, sections }) {
    return this.#items.filter(
      (one) =>
        one.module === module &&
        (!sections.length || sections.includes(one.section ?? "")) &&
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
        (!step.sections.length || step.sections.includes(section)),
    );
    if (steps.length) return steps.some((step) => this.#isTaught(step, section));
    if (!(module in this.#standing.course.modules)) return true;
    return this.left.every(({ lab }) => lab) || this.#isOpen({ module, sections: [] });
  }

  /**
   * @param {PathStep} step
   * @param {string} section
   */
  #isTaught(step, section) {
    if (this.stateOf(step) !== "left") return true;
    return this.parts(step).some((part) => part.sections.includes(section) && this.#isOpen(part));
  }

  /** @param {{ module: string, sections: string[] }} part */
  #isOpen({ module, sections }) {
    return this.#isRead(module, sections) || this.#isAsked(module, sections);
  }

  /**
   * @param {string} module
   * @param {string[]} sections
   */
  #isRead(module, sections) {
    return this.#standing.course.isRead(module, this.#standing.pages, sections);
  }

  /**
   * @param {string} module
   * @param {string[]} sections
   */
  #isAsked(module, sections) {
    return this.#standing.course.askedEnough(this.#exam, this.#drilled, module, sections);
  }
}

/**
 * Sections in a row, each time as many as fit the minutes; one at least.
 *
 * @param {string} module
 * @param {[string, number][]} times
 * @param {number} most
 * @returns {Part[]}
 */
function cutIn(module, times, most) {
  /** @type {Part[]} */
  const parts = [];
  for (const [section, time] of times) {
    const part = parts.at(-1);
    if (part && part.minutes + time <= most) {
      part.sections.push(section);
      part.minutes += time;
    } else parts.push({ module, sections: [section], minutes: time });
  }
  return parts;
}
