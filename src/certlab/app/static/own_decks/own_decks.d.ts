/** A learner's own decks as the server tells of them; see certlab.app.server.decks_api. */

import type { Kind } from "../grading/keys.d.ts";
import type { Store } from "../store/store.js";

export interface OwnDeck {
  deck: string; // its id, the name of its file
  name: string;
  cards: number;
  due: number; // by the end of today
  fresh: number; // never asked
}
export interface RemovedDeck {
  deck: string;
  name: string;
  path: string; // of its file
}
export interface OwnCard {
  guid: string;
  rev: number;
  kind: Kind;
  ask: string;
  back: string; // of a card, "" of other kinds
}
/** What came of an import. */
export interface Taken {
  deck: string; // its name
  added: number;
  updated: number;
  known: number;
  copy: string; // where the deck lies as it was, "" for a new one
  notes: { where: string; says: string; lost: boolean }[];
  more: number; // notes that are left out
}
export interface Listing {
  folder: string;
  decks: OwnDeck[];
  removed: RemovedDeck[];
  problems: string[];
}
export type Said = Listing & {
  there?: { deck: string; name: string }; // of the name of the file's
  taken?: Taken;
  cards?: OwnCard[];
  moved?: string; // the path of a removed deck
};
/** Where the section stands; `api` ends with a slash. */
export interface Around {
  api: string;
  pages: string;
  surface: string;
  kinds: Kind[];
  store: Store;
}
/** A card that is being changed; `now` is what it says by now, where that is another text. */
export interface Edit {
  guid: string;
  rev: number;
  kind: Kind;
  ask: string;
  back: string;
  now: OwnCard | null;
}
