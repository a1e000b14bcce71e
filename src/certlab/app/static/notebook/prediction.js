// @ts-check
/**
 * A prediction in a notebook.
 *
 * @import { NotebookModel, Prediction } from "../prediction/predictions.d.ts"
 * @import { Ask } from "./python.js"
 */

import { PredictionModel } from "../prediction/model.js";
import { mountPrediction } from "../prediction/prediction.js";
import { speak } from "../words.js";
import { mountPart, openHome } from "./python.js";
import { runBelow } from "./run_below.js";

export default {
  /** @param {{ model: NotebookModel, el: HTMLElement }} context */
  render: async ({ model, el }) => {
    speak({ model, el });
    const view = Math.random().toString(36).slice(2);
    /** @param {number} turn */
    const shows = (turn) => model.set("shown", { ...model.get("shown"), [view]: turn });
    /** @param {Ask} ask */
    const make = async (ask) => {
      const store = await openHome(model, ask);
      const asks = {
        item: model.get("item"),
        ask: model.get("ask"),
        rows: model.get("rows"),
        options: model.get("options"),
        unit: model.get("unit"),
      };
      /** @param {Prediction} answer */
      const tell = (answer) => ask("predict", { answer });
      const part = new PredictionModel(store, asks, model.get("surface"), tell);
      await part.begin();
      const measured = () => part.measure(model.get("compared"));
      model.on("change:compared", measured);
      measured();
      return { part, store };
    };
    const end = await mountPart({ model, el }, make, (context) =>
      mountPrediction(context, { runBelow: () => runBelow(el), shows }),
    );
    return () => {
      shows(0);
      end();
    };
  },
};
