// @ts-check
/**
 * A deck in a notebook: Python brings the questions, and answers go where its history is.
 *
 * @import { Face } from "../deck/decks.d.ts"
 * @import { Bank } from "../question/items.d.ts"
 * @import { WidgetModel } from "../elements.d.ts"
 * @import { Ask, PythonContext } from "./python.js"
 */

import { goalOf } from "../../../planner/static/goal_row.js";
import { StoredModel } from "../deck/model.js";
import { mount } from "../deck/view.js";
import { labelled } from "../site/exam_first.js";
import { speak } from "../words.js";
import { mountPart, openHome } from "./python.js";

/**
 * Draw a widget's deck with a face of view.js; returns what ends it.
 *
 * @param {PythonContext} context
 * @param {Face} face
 */
export function mountDeck({ model, el }, face) {
  speak({ model, el });
  /** @param {Ask} ask */
  const make = async (ask) => {
    const store = await openHome(model, ask);
    const goal = goalOf(await store.rows());
    const { kinds, count, items, pages, surface } = traits(model);
    const found = await ask("questions", { exam: goal?.exam ?? "" });
    const banks = found.banks.map((/** @type {Bank} */ bank) => labelled(bank, goal));
    const scope = () => ask("scope", { exam: goal?.exam ?? "" });
    const given = { ...found, banks, kinds, count, items, pages, surface, scope };
    const part = new StoredModel(store, given);
    await part.begin();
    return { part, store };
  };
  return mountPart({ model, el }, make, (context) => mount(context, face));
}

/** @param {WidgetModel} model */
function traits(model) {
  const items = model.get("items");
  return {
    kinds: model.get("kinds"),
    count: model.get("count"),
    items: items.length ? items : null,
    pages: model.get("pages"),
    surface: model.get("surface"),
  };
}
