// @ts-check
/**
 * Hearing the traits of a widget's model.
 *
 * @import { WidgetModel } from "../elements.d.ts"
 */

/**
 * Hear each trait by its listener, until what is given back is called.
 *
 * @param {Pick<WidgetModel, "on" | "off">} model
 * @param {Record<string, () => void>} listeners by name of the trait
 */
export function hearTraits(model, listeners) {
  const each = Object.entries(listeners);
  for (const [name, hear] of each) model.on(`change:${name}`, hear);
  return () => {
    for (const [name, hear] of each) model.off(`change:${name}`, hear);
  };
}

/**
 * A listener for traits of which several come at once: `act` is called when all of them stand.
 *
 * @param {() => void} act
 */
export function whenAllStand(act) {
  let waiting = false;
  const hear = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      act();
    });
  };
  return { hear, isWaiting: () => waiting };
}
