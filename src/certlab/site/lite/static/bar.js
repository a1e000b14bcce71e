// @ts-check
/** The strip above JupyterLab: the way back to the course, and what a learner should know. */

import { node } from "../../../app/static/dom.js";

export class Bar {
  #told = node("div", { role: "status" });
  #node = node("aside", { class: "certlab certlab-bar", "aria-label": "certlab" }, this.#told);

  constructor() {
    document.body.prepend(this.#node);
    // JupyterLab measures its room when the window changes, and at no other time.
    new ResizeObserver(() => {
      const { offsetHeight } = this.#node;
      document.documentElement.style.setProperty("--certlab-bar", `${offsetHeight}px`);
      window.dispatchEvent(new Event("resize"));
    }).observe(this.#node);
  }

  /**
   * The link back, until the learner wants the room.
   *
   * @param {string} words
   * @param {string | URL} address
   */
  lead(words, address) {
    /** @type {HTMLElement} */
    const row = node(
      "nav",
      { class: "certlab-row", "aria-label": "Course" },
      node("a", { class: "cl-button cl-quiet", href: String(address) }, `← Back to ${words}`),
      node("button", { type: "button", class: "cl-quiet", onclick: () => row.remove() }, "Hide"),
    );
    this.#node.prepend(row);
  }

  /**
   * Say something, with buttons as [words, act]; each puts it away, and so does the result.
   *
   * @param {string} words
   * @param {[words: string, act?: () => unknown][]} buttons
   */
  tell(words, ...buttons) {
    const row = node(
      "div",
      { class: "certlab-row" },
      node("p", {}, words),
      buttons.map(([label, act]) =>
        node(
          "button",
          {
            type: "button",
            onclick: () => {
              row.remove();
              act?.();
            },
          },
          label,
        ),
      ),
    );
    this.#told.append(row);
    return () => row.remove();
  }
}
