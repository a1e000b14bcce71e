/** The last day before an exam: banks/last-<exam>.json of certlab.day.last_day, and what is made of it. */

export interface LastSet {
  exam: string;
  code: string;
  domains: Record<string, string>; // their names by number
  items: string[]; // that may be practised
  objectives: LastObjective[];
  cards: { item: string; name: string; path: string }[];
  resets: Record<string, number>;
}
interface Place {
  number: string;
  title: string;
  page: string; // "" where none teaches it
  section: string;
  path: string; // from the root of the pages
}
export type LastObjective = Place & { items: string[] };
export type Weak = Place & { recall: number };

export interface Sat {
  number: number; // of the paper, 0 for a random one
  at: string;
  right: number;
  total: number;
  missed: [domain: number, count: number][];
}
export interface LastDay {
  reviews: string[];
  waiting: number; // more that are due, and may stay as they are
  weak: Weak[];
  cards: { name: string; path: string; count: number }[];
  papers: Sat[];
}
