// @ts-check
/**
 * The machine in a notebook, whose Python plays the game.
 *
 * The page sends {type: "ask", id, request}, and hears {type: "reply", id, ...} with what play.answer
 * gives, or with `refused`, a sentence. `lines` is the game; {type: "ended"} says that they submit it.
 *
 * @import { Mounted, TalkingModel } from "../../../../app/static/elements.d.ts"
 * @import { Ask } from "./machines.d.ts"
 */

import { speak } from "../../../../app/static/words.js";
import { Terminal } from "./terminal.js";

/**
 * A function that asks the Python of a notebook.
 *
 * @param {TalkingModel} model
 * @returns {Ask}
 */
function askerOf(model) {
  const waiting = new Map(); // by id
  let count = 0;
  const own = Math.random().toString(36).slice(2); // other drawings hear the replies too
  model.on("msg:custom", ({ type, id, ...reply }) => {
    const one = type === "reply" && waiting.get(id);
    if (!one) return;
    waiting.delete(id);
    if (reply.refused) one.reject(new Error(reply.refused));
    else one.resolve(reply);
  });
  return (request) =>
    new Promise((resolve, reject) => {
      count += 1;
      const id = `${own}-${count}`;
      waiting.set(id, { resolve, reject });
      model.send({ type: "ask", id, request });
    });
}

/** @param {Mounted<TalkingModel>} drawn */
function render({ model, el }) {
  speak({ model, el });
  new Terminal(el, {
    ask: askerOf(model),
    scenario: model.get("scenario"),
    seed: model.get("seed"),
    machine: model.get("machine"),
    lines: model.get("lines"),
    keep: (lines) => {
      model.set("lines", lines);
      model.save_changes();
    },
    ended: () => model.send({ type: "ended" }),
  });
  return () => el.replaceChildren();
}

export default { render };
