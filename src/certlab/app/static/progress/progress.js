// @ts-check
/** The browser's answers as a widget of JupyterLite; the pages mount summary.js themselves. */

import { openStore } from "../store/store.js";
import { speak } from "../words.js";
import { mountProgress } from "./summary.js";

export default {
  render: async ({ model, el }) => {
    speak({ model, el });
    return mountProgress(el, { store: await openStore(), banks: model.get("banks") });
  },
};
