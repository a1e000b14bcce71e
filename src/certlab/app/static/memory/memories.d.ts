/** What a learner's answers say about each item; times are milliseconds since 1970. */

import type { BankItem } from "../question/items.d.ts";

/** By FSRS-6; see certlab.study.memory. */
export interface Memory {
  stability: number;
  difficulty: number;
  due: number;
  counted: number; // when it was answered and that counted
  answers: number;
  last: string; // the outcome last time that counted
  learnt: number | null; // when it was first right, and that counted
}

/** What the numbers of a surface are of. */
export interface Scope<I extends { item: string } = { item: string; reset?: number }> {
  of: string; // the exam's code, "" for the whole course
  items: I[];
}

/** Of some items how many are what; certlab.study.counts says what each means. */
export interface Counts {
  items: number;
  known: number;
  newlyKnown: number;
  due: number;
  tomorrow: number;
  next: { day: string; items: number } | null;
}

/** What memory.js reads of a row. */
export interface AnswerRow {
  item: string;
  rev: number;
  outcome: string;
  at: string;
}

/** The revision of an item before which rows no longer count. */
export type Resets = Record<string, number | undefined>;

/** An entry of a bank, with its module. */
export type Entry = BankItem & { module: string };

/** An item as it was answered today. */
export interface Repeat {
  counted: number; // when it was answered and that counted
  at: number; // and last
  place: number; // the number of that answer
  repeats: number;
  right: boolean;
}
