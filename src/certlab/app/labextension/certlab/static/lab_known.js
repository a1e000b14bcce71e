// @ts-check
/**
 * What is done of a lab: in this visit, by what stands in the notebook, and in earlier ones, by
 * the learner's history. Which texts somebody has gone on from is known to their browser alone.
 *
 * @import { App, Cell, Panel, Step } from "../../jupyterlab.d.ts"
 */

import { PANELS, partOf, resultOf } from "./lab_cells.js";
import { UNANSWERED } from "./predictions.js";

const PASSED = "certlab-steps"; // in the browser: by server and notebook, keys of texts
const VIEW = "application/vnd.jupyter.widget-view+json";
const COUNTS = { correct: "exercise", predicted: "prediction" };

export class Known {
  #app;
  #panel;
  #changed;
  #place = "";
  /** @type {Set<string>} */
  #recorded = new Set(); // exercises that were solved and predictions that were made

  /**
   * @param {App} app
   * @param {Panel} panel
   * @param {() => void} changed
   */
  constructor(app, panel, changed) {
    this.#app = app;
    this.#panel = panel;
    this.#changed = changed;
    const look = () => {
      if (document.visibilityState === "visible") this.read().catch(console.warn);
    };
    const stored = (/** @type {StorageEvent} */ { key }) => key === PASSED && changed();
    document.addEventListener("visibilitychange", look); // another window may have gone on
    window.addEventListener("storage", stored);
    panel.disposed.connect(() => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("storage", stored);
    });
  }

  /** Look into the history for what is new there. */
  async read() {
    const rows = await (this.#app.name === PANELS ? this.#fromServer() : fromBrowser());
    for (const { item, outcome } of rows) if (outcome in COUNTS) this.#recorded.add(item);
    if (rows.length) this.#changed();
  }

  /** @returns {Promise<{ item: string; outcome: string }[]>} */
  async #fromServer() {
    const { baseUrl } = this.#app.serviceManager.serverSettings;
    const address = new URL(`${baseUrl}certlab/api/history`, location.href);
    if (this.#place) address.searchParams.set("after", this.#place);
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) return []; // another server, which keeps no history
    this.#place = answer.headers.get("Certlab-Place") ?? "";
    const lines = (await answer.text()).split("\n");
    return lines.filter((line) => /"(correct|predicted)"/.test(line)).flatMap(rowOf);
  }

  /**
   * The keys of the steps that are done.
   *
   * @param {Step[]} steps
   */
  done(steps) {
    const { widgets } = this.#panel.content;
    const passed = new Set(this.#passed());
    const is = (/** @type {Step} */ { kind, key, act }) => {
      if (kind === "text") return passed.has(key);
      if (this.#recorded.has(key)) return true;
      if (kind === "prediction") return isCompared(widgets, act);
      return resultOf(partOf(this.#panel, key, "check"))?.outcome === "correct";
    };
    return new Set(steps.filter(is).map(({ key }) => key));
  }

  /**
   * The learner went on from these.
   *
   * @param {string[]} keys
   */
  pass(keys) {
    try {
      const all = stored();
      const kept = [...new Set([...this.#passed(), ...keys])];
      localStorage.setItem(PASSED, JSON.stringify({ ...all, [this.#name()]: kept }));
    } catch {
      this.#refused.push(...keys); // then they last as long as this page
    }
  }

  /** @type {string[]} */
  #refused = [];

  #passed() {
    const kept = stored()[this.#name()];
    return [...(Array.isArray(kept) ? kept : []), ...this.#refused];
  }

  #name() {
    return this.#app.serviceManager.serverSettings.baseUrl + this.#panel.context.path;
  }
}

/** @returns {Record<string, unknown>} */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(PASSED) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** The site's own script has the store of its browser, see site/lite/static/lab.js. */
async function fromBrowser() {
  const store = await globalThis.certlabStore;
  return store ? store.rows() : [];
}

/** @param {string} line */
function rowOf(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return []; // half a line, which the server is writing
  }
}

/**
 * Whether the cell below a prediction has put beside it what came out.
 *
 * @param {Cell[]} cells
 * @param {number} place
 */
function isCompared(cells, place) {
  const outputs = cells.slice(place + 1).find(({ model }) => model.type === "code")?.model.outputs;
  for (let at = 0; outputs && at < outputs.length; at += 1) {
    const { output_type: type, data } = outputs.get(at).toJSON();
    if (type !== "execute_result" && !data?.[VIEW]) continue;
    const [shown] = [data?.["text/plain"] ?? ""].flat().join("").trim().split("\n");
    if (shown) return !UNANSWERED.includes(shown);
  }
  return false;
}
