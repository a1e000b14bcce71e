/** A deck of questions: what its model holds, what it is sent and says, and one drawing of it. */

import type { Child, TalkingModel } from "../elements.d.ts";
import type { Entry, Scope } from "../memory/memories.d.ts";
import type { Answer, Bank, Draft, Feedback, Shown } from "../question/items.d.ts";
import type { Deck } from "./deck.js";

/** What a deck over a store is made from; `mountStored` reads it from a widget's model. */
export interface DeckGiven {
  title: string;
  pages: string; // the address of a page, with {page}
  surface: string;
  banks: Bank[];
  kinds: string[];
  count: number;
  part?: (module: string, part: number) => Promise<Bank>; // where the banks are outlines
  items?: string[] | null; // ids of what is asked, in this order
  exam?: string; // of which repeats come
  notes?: string[]; // to be said beforehand
  scope?: () => Promise<Scope>; // what its end says is due
  section?: string; // after which it is asked, "" for none: several such decks share a page
}

/** An entry of one of its banks. */
export type PoolEntry = Entry & { bank: Bank };

/** What the model of a deck holds; places are indexes of `questions`. */
export interface DeckState {
  title: string;
  section: string;
  pages: string;
  notes: string[];
  today: string;
  round: number;
  retry: boolean; // whether all of it was asked before
  questions: Shown[];
  answers: Record<number, Answer<any>>; // `any`: what a kind's controls gave
  revealed: Record<number, Feedback>; // backs of cards
  at: number; // the count of questions: the end
  last: number | null; // the card whose grade can be taken back
  left: number; // how many items still come again, once their turn has come
  came: string[]; // what it came to at its end, a sentence each
  flags: string[]; // item ids
  drafts: Record<number, Draft>;
  lead?: string[]; // what the set is, for the head of its cards
  silence: string; // what to say when nobody answers
  another: string; // how to get another set
  focused?: boolean; // see takeFocus
}

/** What a deck sends to its model. */
export type DeckMessage =
  | { type: "reveal" | "undo" | "bring"; round: number; index: number }
  | { type: "again"; round: number }
  | AnswerMessage;
/** A message before its round is added. */
export type Unrounded<Message> = Message extends unknown ? Omit<Message, "round"> : never;
export interface AnswerMessage {
  type: "answer";
  round: number;
  index: number;
  response: unknown;
  confidence: string | null;
  milliseconds: number | null;
}

/** What a model says to its deck when a message was not taken. */
export interface Refusal {
  type: "refused";
  round: number;
  index: number;
  say: string;
  invalid: boolean;
}

export type DeckModel = TalkingModel<DeckState, DeckMessage>;

/** One drawing of a deck. */
export interface DeckView {
  deck: Deck;
  id: string; // unique on the page
  aim: string | null; // selector of what takes the focus at the next painting
  origin: Element | null; // what had the focus when an answer was sent, or taken back
  focused(): HTMLElement | null;
  form(): HTMLFormElement;
  control(key: string): HTMLElement | null;
  say(words: string): void;
  paint(): void;
}

/** How a deck looks: its card, its keys, and what is said when an answer came or went. */
export interface Face {
  readonly label: string;
  draw(view: DeckView): Element;
  press(key: string, view: DeckView): boolean; // whether it used the key
  arrived(view: DeckView, index: number): void;
  undone?(view: DeckView, index: number): void;
}

/** What the end of a deck says in its own words. */
export interface EndWords {
  score(values: { n: number; count: number }): string;
  readonly wrong: string;
  readonly again: string;
}
