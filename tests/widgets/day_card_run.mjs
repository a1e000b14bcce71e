// The card of the day over a store that cannot be read: node day_card_run.mjs; see test_day_model.py
import { PageModel } from "../../src/certlab/app/static/simulator/page_model.js";
import { DayCard } from "../../src/certlab/day/static/day_card.js";

const shown = (child) => child.words ?? child;
globalThis.document = {
  createElement: () => ({
    words: "",
    append(...children) {
      this.words = children.map(shown).join("");
    },
    replaceChildren(...children) {
      this.words = children.map(shown).join("");
    },
    setAttribute() {},
    addEventListener() {},
  }),
};
let tries = 0;
const store = {
  refused: "",
  // Once it cannot be read, and then it is not read to the end.
  all: () => {
    tries += 1;
    return tries === 1
      ? Promise.reject(new Error("The answers cannot be read"))
      : new Promise(() => {});
  },
};
const task = { kind: "review", items: ["a"], count: 1, done: 0, minutes: 1 };
const asked = { task, items: ["a"], banks: [], exam: "x", count: 1, pressed: false };
const model = new PageModel({ asked, tasks: [task], pages: "", surface: "site", kinds: [] });
model.rows = { store };
const settle = () => new Promise((resolve) => setTimeout(resolve));
const card = new DayCard({ model });
card.paint();
await settle();
const says = card.el.words;
card.paint();
card.paint(); // whoever waits is not made to begin anew
await settle();
process.stdout.write(JSON.stringify({ tries, says, again: tries > 2 }));
