// @ts-check
/**
 * Pipeline schedules: who works when, who waits, what each stage holds.
 *
 * Python decides. The page sends what is wanted:
 *   {type: "ask", schedules?, stages?, micro_batches?, chunks?, forward?, backward_input?, backward_weight?}
 * and Python answers with the traits `asked`, `shown` and `refusal`. `follow` is either's, -1 none.
 */

import { listen } from "../../../../app/static/keys.js";
import { ScheduleView } from "./view.js";

function render({ model, el }) {
  const view = new ScheduleView(model, el);
  let waiting = false;
  const renewed = () => {
    // several traits come at once: drawn when all of them stand
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      view.renew();
    });
  };
  const followed = () => {
    if (!waiting) view.paintFollow();
  };
  const refused = () => view.refuse(model.get("refusal").text ?? "");
  view.renew();
  listen(view.place, () => false);
  const told = [
    ["change:asked", renewed],
    ["change:shown", renewed],
    ["change:follow", followed],
    ["change:refusal", refused],
  ];
  told.forEach(([event, hear]) => model.on(event, hear));
  return () => {
    view.player.pause();
    view.sized.disconnect();
    told.forEach(([event, hear]) => model.off(event, hear));
    el.replaceChildren();
  };
}

export default { render };
