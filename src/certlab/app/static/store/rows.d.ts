/**
 * Rows of a learner's history, and the shelves they lie on.
 *
 * certlab.study.answers says what each field means, and row_fields.js what it may hold.
 */

/**
 * A row as it is read. Most are answers; others are steps, which `outcome` names: of an exam
 * "begun", "seen", "given", "flagged", "unflagged", "ended"; of a plan "goal", "today", "more",
 * "read"; "predicted" of a prediction; "undone", whose `response` is the ulid of what it takes back.
 */
export interface Row {
  item: string;
  rev: number;
  outcome: string;
  score: number;
  response: unknown; // anything that JSON holds: another edition, or somebody else, may have written it
  seed: number;
  options: string[];
  confidence: string | null;
  milliseconds: number | null;
  surface: string;
  mode: string;
  device: string;
  at: string; // a time with its zone
  ulid: string;
  [field: string]: unknown; // `sitting` of a step of an exam, and what another edition added
}

/** A row to add: what is not given is filled in, `at`, `ulid` and `device` too. */
export type NewRow = Partial<Row> & { outcome: string };

/** "meta": a few words of the browser's own, by name. */
export interface Meta {
  name: string;
  value?: string;
}

/** What is written and read within one step of a shelf. */
export interface Tables {
  answers: RowTable;
  meta: MetaTable;
}
export interface RowTable {
  get(ulid: string): Promise<Row | undefined>;
  add(row: Row): Promise<unknown>;
  keys(): Promise<string[]>;
  all(): Promise<Row[]>;
  clear(): Promise<unknown>;
}
export interface MetaTable {
  get(name: string): Promise<Meta | undefined>;
  add(meta: Meta): Promise<unknown>;
}

/** How one stands with a class, where the server is below one. */
export interface ClassStanding {
  joined: boolean;
  waiting: number;
  away: boolean;
  page: string; // where the class draws what it adds
}

/** Where the rows of a store lie: Database, TabMemory or WorkspaceShelf. */
export interface Shelf {
  home: string; // "browser" or "workspace"
  note: string;
  classroom?: ClassStanding | null;
  within<Value>(mode: IDBTransactionMode, work: (tables: Tables) => Promise<Value>): Promise<Value>;
}

/** What leads to whoever has a workspace's file; both reject with an AwayError or a ServerError. */
export interface Line {
  read(place: string): Promise<LineReply>; // the lines after a place
  send(lines: string): Promise<string>; // those that were not there, as they were recorded
}
export interface LineReply {
  data: string | Blob;
  size: number;
  place: string; // where they end
  workspace: string | null;
  classroom?: ClassStanding | null;
}
