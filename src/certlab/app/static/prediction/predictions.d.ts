/** A prediction and what it is compared with; certlab.widgets.prediction writes both. */

/** What is asked: an option of each row, or where there are none a number in the unit. */
export interface Asks {
  item: string;
  ask: string;
  rows: [name: string, text: string][]; // one with "" for its name where there are no rows
  options: string[];
  unit: string;
}

/** What was predicted, by row. */
export type Prediction = Record<string, string | number>;

/** A row of the comparison; texts are marked up as an author's are. */
export interface ComparisonRow {
  row: string;
  text: string;
  said: string;
  measured: string;
  right: boolean;
  verdict: string;
  why: string;
}
