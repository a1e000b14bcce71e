/** What the search looks through; certlab.app.pages.search_rows writes it, one file a language. */

export interface SearchRows {
  pages: [page: string, label: string, kind: FoundRow["kind"]][];
  rows: [page: number, anchor: string, title: string, says: string, words: string][];
}

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

/** The address of the front page, and what fetches the rows of a language. */
export interface SearchGiven {
  root: URL | string;
  fetchRows: (lang: string) => Promise<SearchRows>;
}
