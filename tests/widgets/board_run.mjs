/** Runs the board's own rules on tables and layouts from standard input. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const rules = await import(pathToFileURL(process.argv[2]).href);
const said = JSON.parse(readFileSync(0, "utf8")).map(({ table, layout }) => ({
  fits: table.profiles.map((_, index) => rules.fits(table, layout, index)),
  more: table.profiles.map((_, index) => rules.more(table, layout, index)),
  stranded: rules.stranded(table, layout),
}));
console.log(JSON.stringify(said));
