// @ts-check
/**
 * What a part of the app asks the Python of its notebook, which is certlab.widgets.app_part.
 *
 * { type: "ask", id, what, ...more } is answered by { type: "reply", id, ...found }, or by one
 * with `refused`, a sentence.
 *
 * @import { Mounted, TalkingModel, WidgetModel } from "../elements.d.ts"
 * @import { Store } from "../store/store.js"
 * @typedef {(what: string, more?: object) => Promise<any>} Ask `any`: what is asked says what is found
 * @typedef {Mounted<TalkingModel>} PythonContext what anywidget hands to `render`
 */

import { node } from "../dom.js";
import { openKernelStore } from "../store/kernel.js";
import { openStore } from "../store/store.js";
import { t } from "../words.js";

/**
 * A function ask(what, more): a promise of what Python found; it rejects with its sentence.
 *
 * @param {TalkingModel} model
 * @returns {Ask}
 */
function askerOf(model) {
  const waiting = new Map(); // by id
  let count = 0;
  const own = Math.random().toString(36).slice(2); // other pages hear the replies too
  model.on("msg:custom", ({ type, id, ...found }) => {
    const one = type === "reply" && waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    if (found.refused) one.reject(new Error(found.refused));
    else one.resolve(found);
  });
  return (what, more = {}) =>
    new Promise((resolve, reject) => {
      count += 1;
      const id = `${own}-${count}`;
      waiting.set(id, { resolve, reject });
      model.send({ type: "ask", id, what, ...more });
    });
}

/**
 * Where the answers of a notebook are kept: in the browser under JupyterLite, else by Python.
 *
 * @param {WidgetModel} model
 * @param {Ask} ask
 */
export function openHome(model, ask) {
  return model.get("surface") === "lite" ? openStore() : openKernelStore(ask);
}

/**
 * A part of the app, which is what it is drawn from, and the store that it works on.
 *
 * @template P
 * @typedef {{ part: P, store: Store }} Part
 */

/** @type {WeakMap<object, Promise<Part<any>>>} */
const made = new WeakMap(); // by a widget's model

/**
 * A promise of what a widget that was drawn works on.
 *
 * @param {object} model
 * @returns {Promise<any>} `any`: what its `make` gave
 */
export async function partOf(model) {
  return (await made.get(model))?.part;
}

/**
 * Draw a part of the app for a widget; returns what ends this drawing.
 *
 * `make(ask)` is called once for a widget, however often it is drawn, and gives a promise of
 * { part, store }. `draw({ model, el })` takes the part for its model.
 *
 * @template P
 * @param {PythonContext} context
 * @param {(ask: Ask) => Promise<Part<P>>} make
 * @param {(context: Mounted<P>) => () => void} draw
 */
export async function mountPart({ model, el }, make, draw) {
  el.classList.add("certlab");
  el.textContent = t("Python is getting it ready…");
  if (!made.has(model)) made.set(model, make(askerOf(model)));
  try {
    return drawPart(await /** @type {Promise<any>} */ (made.get(model)), el, draw);
  } catch (error) {
    made.delete(model); // drawn again, it asks again
    el.replaceChildren(warning(error.message));
    return () => el.replaceChildren();
  }
}

/**
 * Draw a part, and below it what is amiss with its store; returns what ends this drawing.
 *
 * @template P
 * @param {Part<P>} part
 * @param {HTMLElement} el
 * @param {(context: Mounted<P>) => () => void} draw
 */
export function drawPart({ part, store }, el, draw) {
  const inner = node("div", {});
  const line = node("div", {});
  el.classList.add("certlab");
  el.replaceChildren(inner, line);
  const say = () => line.replaceChildren(...(store.note ? [warning(store.note)] : []));
  say();
  const ends = [draw({ model: part, el: inner }), store.follow(say)];
  return () => {
    for (const end of ends) end();
    el.replaceChildren();
  };
}

/** @param {string} says */
function warning(says) {
  return node("p", { class: "cl-note", role: "alert" }, says);
}
