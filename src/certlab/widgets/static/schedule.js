/**
 * Pipeline schedules: who works when, who waits, what each stage holds.
 *
 * Python decides. The page sends what is wanted:
 *   {type: "ask", schedules?, stages?, micro_batches?, chunks?, backward_input?, ...}
 * and Python answers with the traits `asked`, `shown` and `refusal`.
 */

import { node } from "./dom.js";
import { speak } from "./words.js";

function render({ model, el }) {
  speak({ model, el });
  el.classList.add("certlab");
  const paint = () => {
    const { stages, micro_batches: micros } = model.get("asked");
    el.replaceChildren(node("p", {}, `${stages} × ${micros}`));
  };
  paint();
  model.on("change:asked", paint);
}

export default { render };
