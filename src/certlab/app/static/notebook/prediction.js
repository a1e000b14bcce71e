// @ts-check
/** A prediction in a notebook. */

import { PredictionModel } from "../prediction/model.js";
import { mountPrediction } from "../prediction/prediction.js";
import { speak } from "../words.js";
import { mountPart, openHome } from "./python.js";
import { runBelow } from "./run_below.js";

const NAMES = ["item", "ask", "rows", "options", "unit"];

export default {
  render: ({ model, el }) => {
    speak({ model, el });
    const make = async (ask) => {
      const store = await openHome(model, ask);
      const asks = Object.fromEntries(NAMES.map((name) => [name, model.get(name)]));
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
