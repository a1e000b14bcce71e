// @ts-check
/**
 * What there is to do for an exam: its items, modules and labs, as certlab.app.exam_paths and the listing have them.
 *
 * @import { Row } from "../../app/static/store/rows.d.ts"
 * @import { KnownItem, ListedBank, ListedItem, Paths } from "./course_files.d.ts"
 */

const ENOUGH = 5; // answers about a page; where it has few questions, more than half

export class CourseIndex {
  /**
   * `paths` is banks/paths.json, `banks` banks/index.json.
   *
   * @param {Paths} paths
   * @param {ListedBank[]} banks
   */
  constructor(paths, banks) {
    this.exams = paths.exams;
    this.modules = paths.modules;
    this.labs = paths.labs;
    /** @type {(module: string, one: ListedItem, place: number) => [string, KnownItem]} */
    const known = (module, one, place) => {
      const section = paths.sections[module]?.[place];
      return [one.item, { ...one, module, section }];
    };
    this.items = new Map(
      banks.flatMap(({ module, items }) => items.map((one, place) => known(module, one, place))),
    );
    this.resets = Object.fromEntries([...this.items].map(([id, { reset }]) => [id, reset]));
    this.exercises = new Set(Object.values(this.labs).flatMap(({ exercises }) => exercises));
  }

  /**
   * What is known of an exam; undefined where it is not there.
   *
   * @param {string} id
   */
  exam(id) {
    return this.exams.find(({ exam }) => exam === id);
  }

  /**
   * The steps of an exam's path, in their order.
   *
   * @param {string} id
   */
  stepsOf(id) {
    return this.exam(id)?.steps ?? [];
  }

  /**
   * What may be practised for an exam.
   *
   * @param {string} exam
   */
  itemsOf(exam) {
    return [...this.items.values()].filter(({ exams }) => exams.includes(exam));
  }

  /**
   * The modules of some items, by their ids.
   *
   * @param {string[]} items
   */
  modulesOf(items) {
    return [...new Set(items.flatMap((id) => this.items.get(id)?.module ?? []))];
  }

  /**
   * Where a section stands: its page's id, the module's own where none has it.
   *
   * @param {string} module
   * @param {string} section
   */
  pageOf(module, section) {
    const page = this.modules[module].pages.find(({ sections }) => section in sections);
    return page?.page ?? module;
  }

  /**
   * What a link adds to the page's address; "" for a page's first section, whose opening stands above it.
   *
   * @param {string} module
   * @param {string} section
   */
  markOf(module, section) {
    const firsts = this.modules[module].pages.map(({ sections }) => Object.keys(sections)[0]);
    return section && !firsts.includes(section) ? `#${section}` : "";
  }

  /**
   * Heading by anchor, of all pages of a module.
   *
   * @param {string} module
   * @returns {Record<string, string>}
   */
  sectionsOf(module) {
    return Object.assign({}, ...this.modules[module].pages.map(({ sections }) => sections));
  }

  /**
   * Whether the pages of a module that hold these sections are marked as read; [] for all.
   *
   * @param {string} module
   * @param {Set<unknown>} marked
   * @param {string[]} sections
   */
  isRead(module, marked, sections = []) {
    const { pages } = this.modules[module];
    const wanted = pages.filter((page) => sections.some((anchor) => anchor in page.sections));
    return (wanted.length ? wanted : pages).every(({ page }) => marked.has(page));
  }

  /**
   * What may be asked for an exam about some sections of a module; [] for all.
   *
   * @param {string} exam
   * @param {string} module
   * @param {string[]} sections
   */
  itemsAbout(exam, module, sections) {
    return this.itemsOf(exam).filter(
      (one) => one.module === module && (!sections.length || sections.includes(one.section ?? "")),
    );
  }

  /**
   * Whether so much was asked about a page that it need not be marked: the twin of asked_enough in
   * certlab.study.pages_read. `drilled` is a Set of ids.
   *
   * @param {string} exam
   * @param {Set<string>} drilled
   * @param {string} module
   * @param {string[]} sections
   */
  askedEnough(exam, drilled, module, sections = []) {
    const about = this.itemsAbout(exam, module, sections);
    const answered = about.filter(({ item }) => drilled.has(item)).length;
    const asking = about.filter(({ kind }) => kind !== "card").length || about.length;
    return answered >= Math.min(ENOUGH, Math.floor(asking / 2) + 1);
  }

  /**
   * How many items of each module, most first: [{ name, count }].
   *
   * @param {string[]} ids
   */
  parts(ids) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const id of ids) {
      const module = this.items.get(id)?.module ?? "";
      counts.set(module, (counts.get(module) ?? 0) + 1);
    }
    return [...counts]
      .sort(([, one], [, other]) => other - one)
      .map(([module, count]) => ({ name: this.modules[module]?.title ?? module, count }));
  }
}

/**
 * The pages that are marked as read, by id; a mark may be taken back.
 *
 * @param {Row[]} rows
 */
export function pagesRead(rows) {
  const marked = new Set();
  for (const { outcome, page } of rows) {
    if (outcome === "read") marked.add(page);
    if (outcome === "unread") marked.delete(page);
  }
  return marked;
}

/**
 * The sections that a list told to read and that the learner went on from, as "mig#profiles", and "mig#"
 * of a whole page: the twin of sections_passed in certlab.study.pages_read, which says why.
 *
 * @param {Row[]} rows
 */
export function sectionsPassed(rows) {
  /** @type {Set<string>} */
  const passed = new Set();
  /** @type {Set<string>} */
  const told = new Set();
  for (const { mode, item, tasks } of rows) {
    if (mode === "plan") {
      for (const one of toldIn(tasks)) {
        if (told.delete(one)) passed.add(one);
        else told.add(one);
      }
    } else if (item) {
      for (const one of told) passed.add(one);
      told.clear();
    }
  }
  return passed;
}

/** @param {unknown} tasks */
function toldIn(tasks) {
  const pages = (Array.isArray(tasks) ? tasks : []).filter((one) => one?.kind === "page");
  const named = pages.filter(
    ({ opens, sections }) => typeof opens === "string" && Array.isArray(sections),
  );
  return new Set(
    named.flatMap(({ opens, sections }) =>
      (sections.length ? sections : [""]).map((/** @type {string} */ one) => `${opens}#${one}`),
    ),
  );
}

/**
 * The exercises of labs that were solved, by id; `answers` are graded rows.
 *
 * @param {Row[]} answers
 */
export function solvedIn(answers) {
  const own = answers.filter(({ mode, outcome }) => mode === "exercise" && outcome === "correct");
  return new Set(own.map(({ item }) => item));
}
