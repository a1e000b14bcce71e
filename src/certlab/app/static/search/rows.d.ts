/** What the search looks through; certlab.app.pages.search_rows writes it, one file a language. */

export interface SearchRows {
  pages: [page: string, label: string, kind: FoundRow["kind"]][];
  rows: [page: number, anchor: string, title: string, says: string, words: string][];
  frequent: string[]; // words that tell nothing apart
}
/** The sentences of a page, by the anchor of their section. */
export type Sentences = Record<string, string[]>;

/** A row with its page. */
export interface FoundRow {
  page: string;
  anchor: string;
  title: string;
  says: string;
  words: string;
  label: string;
  kind: "section" | "term" | "fact" | "lab" | "exam";
}

/** A row that was found: words of it that were meant, and the words that were asked for. */
export type Hit = FoundRow & { terms: string[]; asked: string[] };

/** The address of the front page, and what fetches the rows of a language or a page's sentences. */
export interface SearchGiven {
  root: URL | string;
  fetchSearched: (name: string) => Promise<any>; // `any`: the name says which;
}
