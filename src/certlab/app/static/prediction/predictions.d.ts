/** A prediction and what it is compared with; certlab.widgets.prediction writes both. */

import type { TalkingModel } from "../elements.d.ts";

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

/** What `compare` said last; `why` is of all rows. {} while nothing is compared. */
export interface Compared {
  turn: number; // how many there have been
  rows: ComparisonRow[];
  why: string;
}

/** A model in a notebook, from which the models of others can be had. */
export interface NotebookModel extends TalkingModel {
  widget_manager?: { get_model(id: string): Promise<NotebookModel> };
}
