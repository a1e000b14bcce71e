// @ts-check
/**
 * A prediction in a notebook.
 *
 * @import { Prediction } from "../prediction/predictions.d.ts"
 * @import { Ask, PythonContext } from "./python.js"
 */

import { PredictionModel } from "../prediction/model.js";
import { mountPrediction } from "../prediction/prediction.js";
import { speak } from "../words.js";
import { mountPart, openHome } from "./python.js";
import { runBelow } from "./run_below.js";

export default {
  /** @param {PythonContext} context */
  render: ({ model, el }) => {
    speak({ model, el });
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
      return { part, store };
    };
    return mountPart({ model, el }, make, (context) =>
      mountPrediction(context, () => runBelow(el)),
    );
  },
};
