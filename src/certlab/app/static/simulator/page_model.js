// @ts-check
/** A widget's model where no Python is: traits with listeners, as anywidget has them. */

export class PageModel {
  #state;
  #heard = new Map();
  #refusals = 0;

  constructor(state) {
    this.#state = { ...state };
  }

  get(name) {
    return this.#state[name];
  }

  set(name, value) {
    this.take({ [name]: value });
  }

  save_changes() {} // nobody else has a copy

  /** New values; listeners hear once all of them stand. */
  take(values) {
    const changed = Object.keys(values).filter((name) => values[name] !== this.#state[name]);
    Object.assign(this.#state, values);
    for (const name of changed) this.tell(`change:${name}`);
  }

  /** Call whoever listens for an event. */
  tell(event, ...values) {
    for (const hear of this.#listeners(event)) hear(...values);
  }

  /** Each refusal is new, also the same one again. */
  refuse(text) {
    this.#refusals += 1;
    this.take({ refusal: { n: this.#refusals, text } });
  }

  on(event, listener) {
    this.#heard.set(event, [...this.#listeners(event), listener]);
  }

  off(event, listener) {
    this.#heard.set(
      event,
      this.#listeners(event).filter((one) => one !== listener),
    );
  }

  #listeners(event) {
    return this.#heard.get(event) ?? [];
  }
}
