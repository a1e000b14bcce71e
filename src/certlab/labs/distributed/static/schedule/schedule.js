// @ts-check
/**
 * Pipeline schedules: who works when, who waits, what each stage holds.
 *
 * Python decides. The page sends what is wanted:
 *   {type: "ask", schedules?, stages?, micro_batches?, chunks?, forward?, backward_input?, backward_weight?}
 * and Python answers with the traits `asked`, `shown` and `refusal`. `follow` is either's, -1 none.
 *
 * @import { Schedules } from "./schedules.d.ts"
 */

import { listen } from "../../../../app/static/keys.js";
import { hearTraits, whenAllStand } from "../../../../app/static/simulator/traits.js";
import { ScheduleView } from "./view.js";

/** @param {Schedules} drawn */
function render({ model, el }) {
  const view = new ScheduleView(model, el);
  const renewed = whenAllStand(() => view.renew());
  view.renew();
  listen(view.place, () => false);
  const leave = hearTraits(model, {
    asked: renewed.hear,
    shown: renewed.hear,
    follow: () => {
      if (!renewed.isWaiting()) view.paintFollow();
    },
    refusal: () => view.refuse(model.get("refusal").text ?? ""),
  });
  return () => {
    view.player.pause();
    view.sized.disconnect();
    leave();
    el.replaceChildren();
  };
}

export default { render };
