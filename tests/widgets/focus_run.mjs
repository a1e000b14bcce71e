// Whether a card takes the focus: node focus_run.mjs < {own, active, target, notebook, framed, used}
import { readFileSync } from "node:fs";
import { focusAgain } from "../../src/certlab/app/static/dom.js";
import { focusFirst } from "../../src/certlab/app/static/keys.js";

const given = JSON.parse(readFileSync(0, "utf-8"));
const body = {};
globalThis.document = {
  body,
  activeElement: given.active ? {} : body,
  hasFocus: () => Boolean(given.used),
  querySelector: () => (given.target ? {} : null),
};
globalThis.window = {};
window.parent = given.framed ? {} : window;
let focused = 0;
const question = {
  focus: () => {
    focused += 1;
  },
};
const card = {
  closest: () => (given.notebook ? {} : null),
  querySelector: () => question,
};
focusFirst(card, () => Boolean(given.own));
const first = focused === 1;
focused = 0;
focusAgain(question, null);
process.stdout.write(JSON.stringify({ first, again: focused === 1 }));
