/** What a live picture is made from; see live_picture.js. */

/** What the controls say, by key: a slider's number, a choice's or an entry's text, a tick. */
export type Values = any; // an object: a picture says of its own what it holds

/** A slider, unless it has `choices`, is a box to `tick`, or an `entry` of so many letters. */
export interface Control {
  key: string;
  label: string;
  choices?: string[][] | ((values: Values) => string[][]); // [value, words] each
  tick?: boolean;
  entry?: number; // a line, taken at Enter
  min?: number; // of a slider, in whole steps
  max?: number | ((values: Values) => number);
  shown?(value: any, values: Values): string; // how a slider reads
}

/** A picture: functions of the values. */
export interface Picture {
  root: string; // the root class
  label: string; // what the whole is called
  values: Values; // what the controls begin with
  controls: Control[];
  draw(values: Values, wide: number, id: string): (Node | null)[]; // for a column of so many pixels; `id` names the patterns
  counts(values: Values): string[][]; // [number with its unit, of what] each
  says(values: Values): string; // a sentence or two
  player?: { el: HTMLElement } | null; // steps below the drawing
}

/** A control as it is drawn. */
export interface ControlField {
  label: HTMLElement;
  input: HTMLInputElement | HTMLSelectElement;
  shown: HTMLElement;
}
