// The day's page as its models have it: node day_run.mjs < {"day", "rows"}; see test_day_model.py
import { readFileSync } from "node:fs";
import { StoredModel } from "../../src/certlab/app/static/deck/model.js";
import { DayModel } from "../../src/certlab/day/static/day_model.js";
import { leadOf } from "../../src/certlab/day/static/lead.js";
import { mocksOf } from "../../src/certlab/day/static/mocks.js";
import { passedItems, rememberPassed } from "../../src/certlab/day/static/passed_items.js";

const { bank, tasks, mocks } = JSON.parse(readFileSync(0, "utf-8"));

/** A store in memory. */
const rows = [];
const followers = [];
const store = {
  all: async () => rows.filter(({ item }) => item),
  rows: async () => rows,
  add: async (row) => {
    const made = { at: new Date().toISOString(), ulid: String(rows.length), ...row };
    rows.push(made);
    return made;
  },
  follow: (one) => followers.push(one),
  refused: "",
};
const kinds = [...new Set(bank.items.map(({ kind }) => kind))];
const fixed = { pages: "", surface: "site", kinds };

class Day extends DayModel {
  state_ = {};
  async plan() {
    return { notes: [], ...this.state_ };
  }
}
const day = new Day(store, async () => [bank], fixed);
const shown = async (more) => {
  day.state_ = { phase: "today", goal: { exam: "x" }, tasks, today: "2026-11-27", ...more };
  await day.look();
  const { asked, notes } = day.state;
  return { asked: asked && [asked.task.kind, ...asked.items], pressed: asked?.pressed, notes };
};
const begun = await shown({});
const other = day.get("asked");
const again = await shown({ tasks: [tasks[0]] });
const same = day.get("asked") === other;
const turned = await shown({ today: "2026-11-28" });
await shown({ goal: { exam: "y" } });
const anew = day.get("asked") !== other && day.get("asked").exam === "y";

// Another day or another number of minutes is another list.
const plan = async () => ({ ...day.state_, notes: [] });
await shown({ goal: { exam: "x" } });
day.send({ type: "change" });
await shown({ goal: { exam: "x" }, tasks: [tasks[2]] });
const changed = day.get("asked").items;

// A window without a plan meets the one that another made, and none while it makes its own.
const met = new Day(store, async () => [bank], fixed);
met.state_ = { phase: "goal", goal: {}, tasks: [] };
await met.look();
let looks = 0;
met.plan = async () => {
  looks += 1;
  return plan();
};
const settle = () => new Promise((resolve) => setTimeout(resolve));
const tellAll = async () => {
  for (const one of followers) one();
  await settle();
};
await tellAll();
const looksBefore = looks;
const goal = { exam: "x", day: "2026-12-20", minutes: 30 };
await store.add({ outcome: "goal", response: goal, mode: "plan", item: "" });
const late = new Day(store, async () => [bank], fixed);
late.state_ = { phase: "goal", goal: {}, tasks: [] };
await late.look();
let sent = 0;
late.plan = () => {
  sent += 1;
  return new Promise(() => {});
};
late.look({ type: "goal", ...goal });
await tellAll();
const elsewhere = { looksBefore, phase: met.get("phase"), sent };

// The first look asks all that is due; the plan takes less of it, in another order, or none.
const [, review] = tasks;
const planOf = async (plan) => {
  await shown({ goal: { exam: "" }, tasks: [] });
  await shown({ goal: { exam: "z" }, tasks: [review], unplanned: true });
  const before = day.get("asked");
  const look = new StoredModel(store, { ...fixed, title: "", ...before, exam: "z" });
  await look.begin();
  await shown({ goal: { exam: "z" }, tasks: plan });
  const { task, before: same, ...next } = day.get("asked");
  await look.goOnWith(next);
  const now = look.get("questions").map(({ item }) => item);
  return { first: before.items[0], now, count: task.count, follows: same === before };
};
const fewer = tasks[2].items;
const taken = await planOf([tasks[0], { ...review, items: fewer, count: fewer.length }]);
const none = await planOf([tasks[0]]);

const all = bank.items.map(({ item }) => item);
const ahead = new StoredModel(store, {
  ...fixed,
  title: "",
  banks: [bank],
  items: all.slice(0, 4),
  exam: "x",
  count: 4,
});
await ahead.begin();
ahead.take({ at: 1 });
await ahead.goOnWith({ banks: [bank], items: [all[0], all[4], all[1], all[5]] });
const goneOn = ahead.get("questions").map(({ item }) => all.indexOf(item));
ahead.take({ at: 4 });
await ahead.goOnWith({ banks: [bank], items: all.slice(6, 8) });
const ended = ahead.get("questions").length;

const items = all.slice(0, 3);
const deck = new StoredModel(store, {
  ...fixed,
  title: "",
  banks: [bank],
  items,
  exam: "x",
  count: 3,
});
await deck.begin();
const answered = (item) =>
  store.add({ item, rev: 1, outcome: "correct", score: 1, mode: "drill", response: 0 });
await answered(items[0]);
await answered(items[2]);
const skipped = await deck.skipAnswered();
const left = deck.get("questions").map(({ item }) => item);

/** A tab's storage: what a reload finds, what is not ours, and none at all. */
const stored = new Map();
const tab = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, is) => stored.set(name, is),
};
globalThis.sessionStorage = tab;
rememberPassed("a");
rememberPassed("b");
const again_ = await import("../../src/certlab/day/static/passed_items.js?reloaded");
const passed = { reloaded: [...again_.passedItems()] };
stored.set([...stored.keys()][0], '{"a":');
passed.broken = [...again_.passedItems()];
globalThis.sessionStorage = undefined;
passed.refused = [...passedItems()];

process.stdout.write(
  JSON.stringify({
    leads: [leadOf(tasks), leadOf(tasks.slice(0, 1)), leadOf([])],
    begun,
    again,
    same,
    turned,
    anew,
    taken,
    none,
    goneOn,
    ended,
    changed,
    elsewhere,
    skipped,
    left,
    mocks: mocksOf(mocks, "x", Date.parse("2026-11-27T12:00:00Z")),
    passed,
  }),
);
