/** anywidget's model, in a page of its own: state here, the real Python over a bridge. */

class Model {
  constructor(state) {
    this.state = state;
    this.dirty = {};
    this.heard = new Map();
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.dirty[name] = value;
    this.take({ [name]: value });
  }

  /** New values from either side; listeners hear once all of them stand. */
  take(state) {
    const changed = Object.keys(state).filter(
      (name) => JSON.stringify(state[name]) !== JSON.stringify(this.state[name]),
    );
    Object.assign(this.state, state);
    for (const name of changed) this.tell(`change:${name}`);
  }

  tell(event, ...values) {
    for (const listener of [...(this.heard.get(event) ?? [])]) listener(...values);
  }

  on(event, listener) {
    this.heard.set(event, [...(this.heard.get(event) ?? []), listener]);
  }
  off(event, listener) {
    this.heard.set(
      event,
      this.heard.get(event).filter((one) => one !== listener),
    );
  }

  save_changes() {
    const state = this.dirty;
    this.dirty = {};
    this.call({ method: "update", state });
  }

  send(content) {
    this.call({ method: "custom", content });
  }

  async call(message) {
    for (const reply of JSON.parse(await window.toPython(message))) {
      if (reply.method === "custom") this.tell("msg:custom", reply.content);
      else this.take(reply.state);
    }
  }
}

const { entry, state } = await window.widget();
const { default: widget, partOf } = await import(`./${entry}`);
const model = new Model(state);
window.model = model;
window.leave = await widget.render({ model, el: document.querySelector("#one") });
/** What a part of the app works on: questions, answers, the learner's place. */
window.part = await partOf?.(model);
/** A second drawing of the same state, as JupyterLab makes for a second view. */
window.second = () => {
  const el = document.createElement("div");
  el.id = "two";
  document.querySelector("main").append(el);
  return Promise.resolve(widget.render({ model, el })).then(() => {});
};
document.documentElement.dataset.ready = "true";
