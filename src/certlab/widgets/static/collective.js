/**
 * A collective: who sends what to whom at each step, and what it costs.
 *
 * Python decides. The page sends what is wanted:
 *   {type: "ask", kind?, algorithm?, ranks?, bytes?, latency?, rate?}
 * and Python answers with the traits `asked`, `plan`, `shown` and `refusal`.
 */

import { node } from "./dom.js";
import { speak } from "./words.js";

function render({ model, el }) {
  speak({ model, el });
  el.classList.add("certlab");
  const paint = () => {
    const { ranks, kind, algorithm } = model.get("asked");
    el.replaceChildren(node("p", {}, `${kind}, ${algorithm}: ${ranks}`));
  };
  paint();
  model.on("change:asked", paint);
}

export default { render };
