// @ts-check
/**
 * What the rows of a history say of a course, each thing folded once: for one plan, one list, one page.
 *
 * The twin of certlab.study.standing.
 *
 * @import { Memory } from "../../app/static/memory/memories.d.ts"
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { CourseIndex } from "./course_index.js"
 */

import { countItems, scopeOf } from "../../app/static/memory/counts.js";
import { fold } from "../../app/static/memory/memory.js";
import { countedRows } from "../../app/static/store/answers.js";
import { pagesRead, sectionsPassed, solvedIn } from "./course_index.js";

export class Standing {
  /** @type {Row[] | undefined} */
  #answers;
  /** @type {Map<string, Memory> | undefined} */
  #memories;
  /** @type {Set<unknown> | undefined} */
  #pages;
  /** @type {Set<string> | undefined} */
  #passed;
  /** @type {Set<string> | undefined} */
  #solved;

  /**
   * @param {CourseIndex} course
   * @param {Row[]} rows in order of time
   */
  constructor(course, rows) {
    this.course = course;
    this.rows = rows;
  }

  /** Graded rows that were not taken back. */
  get answers() {
    this.#answers ??= countedRows(this.rows);
    return this.#answers;
  }

  /** By item what will be recalled. */
  get memories() {
    this.#memories ??= fold(this.answers, this.course.resets);
    return this.#memories;
  }

  /** Sections that a list told to read, and that the learner went on from. */
  get passed() {
    this.#passed ??= sectionsPassed(this.rows);
    return this.#passed;
  }

  /** Ids of the pages that are marked as read. */
  get pages() {
    this.#pages ??= pagesRead(this.rows);
    return this.#pages;
  }

  /** Ids of the exercises that were solved. */
  get solved() {
    this.#solved ??= solvedIn(this.answers);
    return this.#solved;
  }

  /**
   * The numbers of an exam's items, or of the course's, with the code in `of`; `now` in milliseconds since 1970.
   *
   * @param {string} exam
   * @param {number} now
   */
  counts(exam, now) {
    const { of, items } = scopeOf([...this.course.items.values()], this.course.exam(exam));
    const ids = items.map(({ item }) => item);
    return { of, ...countItems(this.memories, ids, now) };
  }

  /** Ids of what was answered, but for mock exams. */
  drilled() {
    return new Set(this.answers.filter(({ mode }) => mode !== "exam").map(({ item }) => item));
  }
}
