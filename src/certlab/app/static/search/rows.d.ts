/** What the search looks through; certlab.search.indexing writes it, one file a language. */

export type SearchKind = "section" | "term" | "fact" | "lab" | "item" | "exam";

export interface SearchIndex {
  shelves: [
    file: string,
    page: string,
    label: string,
    kind: SearchKind,
    module: string,
    passages: number,
  ][];
  categories: [title: string, ...modules: string[]][];
  words: string;
  postings: string;
  spellings: string[][];
  everyday: [says: string, ...means: string[]][];
  frequent: string[]; // words that tell nothing apart
  hints: [phrase: string, kind: SearchKind, more: number][];
}

/** The passages of a shelf: where each stands, what it is called, and what it says. */
export type Shelf = [anchor: string, title: string, ...sentences: string[]][];

/** A word of a question: what it may mean, as groups of words with what each counts. */
export interface Asked {
  word: string;
  groups: Map<number, number>;
  weight: number;
  near: boolean; // the course has no word that is spelled so
  meant: string; // the word that it was taken for then
  inside: boolean; // it is part of a phrase that is asked for as well
}

/** A passage that was found, by its shelf and its place there. */
export interface Hit {
  file: string;
  page: string;
  label: string;
  kind: SearchKind;
  module: string;
  place: number;
  score: number;
  /** By word of the course that was meant: which word of the question it is, and what it counts. */
  worth: Map<string, [number, number]>;
}

/** A hit in words. */
export interface Passage extends Hit {
  anchor: string;
  title: string;
  says: string;
}

/** The address of the front page, and what fetches an index or a shelf. */
export interface SearchGiven {
  root: URL | string;
  fetchSearched: (name: string) => Promise<any>; // `any`: the name says which;
}
