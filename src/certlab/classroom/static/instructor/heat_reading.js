// @ts-check
/**
 * How the heat map comes to be what it is: read whole, changed by what the class sends, sorted.
 *
 * @import { HeatView, MapNews } from "../classes.d.ts"
 */

import { node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";
import { whenFree } from "../press.js";
import { attempt } from "./attempt.js";
import { inOrder } from "./heat_rows.js";
import { HeatTable } from "./heat_table.js";

export const READ_AGAIN = 2_000; // milliseconds after somebody or something new came
const SORT_AGAIN = 5_000; // at most, and never under a reader's hands

/**
 * Once after a while, however often it is asked for meanwhile.
 *
 * @param {HeatView} view
 * @param {keyof HeatView["timers"]} name
 * @param {number} milliseconds
 * @param {(view: HeatView) => unknown} work
 */
export function later(view, name, milliseconds, work) {
  view.timers[name] ??= setTimeout(() => {
    view.timers[name] = null;
    work(view);
  }, milliseconds);
}

/** @param {HeatView} view */
export async function read(view) {
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
  whenFree(() => draw(view));
}

/**
 * "ncp-aii.2.1" is known as NCP-AII 2.1.
 *
 * @param {string} key
 */
function labelOf(key) {
  const [exam, ...number] = key.split(".");
  return `${exam.toUpperCase()} ${number.join(".")}`;
}

/** @param {HeatView} view */
const ordered = ({ learners, cells, columns, order }) =>
  inOrder([...learners.values()], cells, columns, order);

/** @param {HeatView} view */
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

/**
 * @param {HeatView} view
 * @param {string} order
 */
export function sort(view, order) {
  view.order = order;
  view.table?.order(ordered(view), order);
}

/**
 * Take what the class has sent: who has gone, learners, and cells that have changed.
 *
 * @param {HeatView} view
 * @param {MapNews} news
 */
export function take(view, { learners, cells, gone, whole }) {
  const here = new Set(learners.map(({ id }) => id));
  const left = [...view.learners.keys()].some(
    (id) => gone.includes(id) || (whole && !here.has(id)),
  );
  if (!view.table || left) {
    if (learners.length || cells.length || left) later(view, "read", READ_AGAIN, read);
    return;
  }
  const known = new Set(view.columns.map(({ key }) => key));
  /** @type {Map<string, string[]>} */
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
    changed.set(learner, [...(changed.get(learner) ?? []), key]);
  }
  for (const [id, keys] of changed) {
    const learner = view.learners.get(id);
    if (learner) view.table.update(learner, view.cells.get(id) ?? new Map(), keys);
  }
  if (isNew) later(view, "read", READ_AGAIN, read);
  later(view, "sort", SORT_AGAIN, sortAgain);
}

/**
 * As it changes, the order does too, unless somebody is at it.
 *
 * @param {HeatView} view
 */
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
