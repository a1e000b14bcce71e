// @ts-check
/** A model where no Python is: what it holds, by name, and who listens; as anywidget's. */

/**
 * @template {object} State
 */
export class StateModel {
  /** @type {Map<string, ((...values: any[]) => void)[]>} */
  #heard = new Map(); // `any`: the event says what comes with it

  /** @param {State} state */
  constructor(state) {
    this.state = state;
  }

  /**
   * @template {keyof State & string} Name
   * @param {Name} name
   */
  get(name) {
    return this.state[name];
  }

  /**
   * @template {keyof State & string} Name
   * @param {Name} name
   * @param {State[Name]} value
   */
  set(name, value) {
    this.take(/** @type {any} */ ({ [name]: value })); // a computed name has no type of its own
  }

  save_changes() {} // nobody else has a copy

  /**
   * New values; listeners hear once all of them stand.
   *
   * @param {Partial<State>} values
   */
  take(values) {
    Object.assign(this.state, values);
    for (const name of Object.keys(values)) this.tell(`change:${name}`);
  }

  /**
   * Call whoever listens for an event.
   *
   * @param {string} event
   * @param {unknown[]} values
   */
  tell(event, ...values) {
    for (const hear of this.#listeners(event)) hear(...values);
  }

  /**
   * @param {string} event
   * @param {(...values: any[]) => void} listener
   */
  on(event, listener) {
    this.#heard.set(event, [...this.#listeners(event), listener]);
  }

  /**
   * @param {string} event
   * @param {(...values: any[]) => void} listener
   */
  off(event, listener) {
    const others = this.#listeners(event).filter((one) => one !== listener);
    this.#heard.set(event, others);
  }

  /** @param {string} event */
  #listeners(event) {
    return this.#heard.get(event) ?? [];
  }
}
