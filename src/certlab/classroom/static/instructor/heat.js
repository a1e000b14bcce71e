// @ts-check
/** The live heat map: where the class stands, by objective or by exercise of a lab. */

import { node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";
import { attempt } from "./attempt.js";
import { inOrder } from "./heat_rows.js";
import { HeatTable } from "./heat_table.js";

const READ_AGAIN = 2_000; // milliseconds after somebody or something new came
const SORT_AGAIN = 5_000; // at most, and never under a reader's hands

/** Draw it into `el`; gives { learners(), reload() }. */
export function mountHeat({ model, el }) {
  const id = `cl-${Math.random().toString(36).slice(2, 10)}`;
  const place = node("div", {
    class: "cl-scroll cl-heat-scroll",
    role: "region",
    "aria-label": t("Heat map"),
  });
  const status = node("p", { class: "cl-note", role: "status" });
  const detail = node("p", { class: "cl-small cl-detail" });
  const view = {
    model,
    place,
    status,
    detail,
    by: "objective",
    order: "help",
    columns: [],
    /** @type {Map<string, any>} */
    learners: new Map(),
    /** @type {Map<string, Map<string, number[]>>} */
    cells: new Map(),
    others: new Set(), // keys of what is not among the columns
    /** @type {HeatTable | null} */
    table: null,
    timers: {},
  };
  el.replaceChildren(
    node("h2", { class: "cl-heading" }, t("How the class is doing")),
    drawControls(view, id),
    detail,
    place,
    drawKey(),
    status,
  );
  let wasLive = false;
  let joined = null;
  model.follow((event, data) => {
    if (event === "map") take(view, data);
    const back = model.live && !wasLive && event !== "map";
    const count = model.state?.joined ?? joined;
    if ((back && view.table) || (joined !== null && count !== joined))
      later(view, "read", READ_AGAIN, read);
    [wasLive, joined] = [model.live, count];
  });
  read(view);
  return {
    learners: () => inOrder([...view.learners.values()], view.cells, view.columns, "name"),
    reload: () => read(view),
  };
}

function drawControls(view, id) {
  const choice = (name, label, options, change) => {
    const select = node(
      "select",
      { id: `${id}-${name}`, "data-key": name, onchange: () => change(select.value) },
      options.map(([value, words]) => node("option", { value }, words)),
    );
    return node("div", { class: "cl-choose" }, node("label", { for: select.id }, label), select);
  };
  return node(
    "div",
    { class: "cl-actions" },
    choice(
      "by",
      t("Columns"),
      [
        ["objective", t("objectives")],
        ["exercise", t("exercises of labs")],
      ],
      (value) => {
        Object.assign(view, { by: value, order: view.order.includes(".") ? "help" : view.order });
        read(view);
      },
    ),
    choice(
      "order",
      t("Order"),
      [
        ["help", t("needs help first")],
        ["name", t("name")],
        ["seen", t("longest not seen")],
      ],
      (value) => {
        sort(view, value);
      },
    ),
    node(
      "p",
      { class: "cl-note" },
      t("Arrow keys move from cell to cell. Press the heading of a column to sort by it."),
    ),
  );
}

function drawKey() {
  const words = [
    ["0", t("– no answers")],
    ["1", t("under 40 %")],
    ["2", "40–59"],
    ["3", "60–74"],
    ["4", t("75 and over")],
  ];
  return node(
    "ul",
    { class: "cl-legend cl-small cl-muted" },
    words.map(([shade, word]) =>
      node("li", {}, node("span", { class: `cl-h${shade} cl-key`, "aria-hidden": "true" }), word),
    ),
  );
}

/** Once after a while, however often it is asked for meanwhile. */
function later(view, name, milliseconds, work) {
  view.timers[name] ??= setTimeout(() => {
    view.timers[name] = null;
    work(view);
  }, milliseconds);
}

async function read(view) {
  const { by } = view;
  const found = await attempt(view.status, () => view.model.connection.get(`map?by=${by}`));
  if (!found || view.by !== by) return;
  view.columns = found.columns.map((one) => ({
    ...one,
    label: by === "objective" ? labelOf(one.key) : "",
  }));
  view.learners = new Map(found.learners.map((one) => [one.id, one]));
  view.cells = new Map(found.learners.map(({ id }) => [id, new Map()]));
  view.others = new Set();
  for (const [learner, key, ...counts] of found.cells) view.cells.get(learner)?.set(key, counts);
  draw(view);
}

/** "ncp-aii.2.1" is known as NCP-AII 2.1. */
function labelOf(key) {
  const [exam, ...number] = key.split(".");
  return `${exam.toUpperCase()} ${number.join(".")}`;
}

const ordered = ({ learners, cells, columns, order }) =>
  inOrder([...learners.values()], cells, columns, order);

function draw(view) {
  const { place, columns, cells, order, detail } = view;
  if (!view.learners.size || !columns.length) {
    view.table = null;
    place.replaceChildren(
      node(
        "p",
        { class: "cl-muted" },
        view.learners.size ? t("Nobody has answered anything yet.") : t("Nobody has joined yet."),
      ),
    );
    return;
  }
  const inside = place.contains(document.activeElement);
  view.table = new HeatTable({
    learners: ordered(view),
    cells,
    columns,
    order,
    sort: (key) => sort(view, key),
    tell: (words) => {
      detail.textContent = words;
    },
  });
  place.replaceChildren(view.table.el);
  if (inside) /** @type {HTMLElement | null} */ (place.querySelector("[tabindex='0']"))?.focus();
}

function sort(view, order) {
  view.order = order;
  view.table?.order(ordered(view), order);
}

/** Take what the class has sent: who has gone, learners, and cells that have changed. */
function take(view, { learners, cells, gone = [], whole = false }) {
  const here = new Set(learners.map(({ id }) => id));
  const left = [...view.learners.keys()].some(
    (id) => gone.includes(id) || (whole && !here.has(id)),
  );
  if (!view.table || left) {
    if (learners.length || cells.length || left) later(view, "read", READ_AGAIN, read);
    return;
  }
  const known = new Set(view.columns.map(({ key }) => key));
  const changed = new Map(learners.map(({ id }) => [id, []]));
  let isNew = false;
  for (const one of learners) {
    isNew ||= !view.learners.has(one.id);
    view.learners.set(one.id, { ...view.learners.get(one.id), ...one });
  }
  for (const [learner, key, ...counts] of cells) {
    if (!known.has(key)) {
      isNew ||= !view.others.has(key);
      view.others.add(key);
      continue;
    }
    view.cells.get(learner)?.set(key, counts);
    if (!changed.has(learner)) changed.set(learner, []);
    changed.get(learner).push(key);
  }
  for (const [id, keys] of changed)
    if (view.learners.has(id))
      view.table.update(view.learners.get(id), view.cells.get(id) ?? new Map(), keys);
  if (isNew) later(view, "read", READ_AGAIN, read);
  later(view, "sort", SORT_AGAIN, sortAgain);
}

/** As it changes, the order does too, unless somebody is at it. */
function sortAgain(view) {
  const { place } = view;
  if (place.contains(document.activeElement) || place.matches(":hover")) {
    later(view, "sort", SORT_AGAIN, sortAgain);
    return;
  }
  const now = ordered(view);
  const body = view.table?.el.tBodies[0];
  if (body && now.length === body.rows.length) view.table?.order(now, view.order);
}
