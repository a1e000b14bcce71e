// @ts-check
/**
 * A new edition of a lab that is open: taken or refused in the lab, and JupyterLab asks nothing.
 *
 * The class's instructor brings it into the learner's folder while they work. Whoever has not
 * edited the file finds it replaced, and JupyterLab would ask at the next save whose text to lose.
 * So before each save the new edition is kept beside the file, and JupyterLab is told that it knows
 * what it saves over.
 *
 * @import { App, AskEditions, Panel, WidgetClass } from "../../jupyterlab.d.ts"
 */

import { element, whenOpened } from "./lab_cells.js";

const LOOK_EVERY = 5_000; // milliseconds, while the lab is looked at
const LAB = /^labs\/.+\.ipynb$/;
/** What is said in a lab once it is opened again, by its path. @type {Map<string, string>} */
const notices = new Map();

/**
 * Offer it in each lab that is or will be open; `ask` leads to certlab.classroom.link.editions.
 *
 * @param {App} app
 * @param {WidgetClass} Widget Lumino's
 * @param {AskEditions} ask
 */
export function offerEditions(app, Widget, ask) {
  const href = new URL("new_edition.css", import.meta.url).href;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
  whenOpened(app, (panel) => {
    if (LAB.test(panel.context.path)) watch(app, panel, Widget, ask);
  });
}

/**
 * @param {App} app
 * @param {Panel} panel
 * @param {WidgetClass} Widget
 * @param {AskEditions} ask
 */
function watch(app, panel, Widget, ask) {
  const { context } = panel;
  const bar = barOf(panel, Widget);
  const save = context.save.bind(context);
  /** @param {string} act */
  const choose = (act) => ask(act, context.path, context.contentsModel?.hash ?? "");
  context.save = async () => {
    // Without an answer JupyterLab asks, as it does anywhere.
    const { over = "" } = await choose("aside").catch(() => ({ over: "" }));
    if (over && context._contentsModel) context._contentsModel.hash = over;
    return save();
  };
  let [busy, offered] = [false, false];
  const look = async () => {
    if (busy || !panel.isVisible || document.visibilityState !== "visible") return;
    const { where = "" } = await choose("");
    if (busy || (!where && !offered)) return; // what was said of the last one stays
    offered = where !== "";
    bar.show(offered ? offer(where) : null);
  };
  /**
   * @param {() => Promise<unknown>} work
   */
  const attempt = async (work) => {
    busy = true;
    try {
      await work();
    } catch (error) {
      bar.show([element("span", {}, error.message)]);
    }
    busy = false;
  };
  /** @param {string} where */
  const offer = (where) => [
    element("span", {}, "A new edition of this lab is here."),
    button("Take it", "jp-mod-accept", () => attempt(() => take(app, panel, choose))),
    button("Keep mine", "", () =>
      attempt(async () => {
        if (where === "place") await context.save();
        await choose("keep");
        bar.show(null);
      }),
    ),
  ];
  const timer = setInterval(() => look().catch(() => {}), LOOK_EVERY);
  panel.disposed.connect(() => clearInterval(timer));
  const notice = notices.get(context.path);
  notices.delete(context.path);
  if (notice) bar.say(notice);
  look().catch(() => {});
}

/**
 * Save what is the learner's, put the new edition in its place, and open that.
 *
 * @param {App} app
 * @param {Panel} panel
 * @param {(act: string) => Promise<{ mine?: string }>} choose
 */
async function take(app, panel, choose) {
  const { context } = panel;
  const { path } = context;
  if (context.model.dirty) await context.save();
  const { mine } = await choose("take");
  const own = mine ? `What you had is kept beside it, as ${mine.split("/").at(-1)}.` : "";
  notices.set(path, `This is the new edition. ${own}`.trim());
  panel.dispose(); // its Python goes on, and the new panel finds it
  await app.commands.execute("docmanager:open", { path });
}

/**
 * A line above the notebook, which is as high as its words are.
 *
 * @param {Panel} panel
 * @param {WidgetClass} Widget
 */
function barOf(panel, Widget) {
  const inner = element("div", { class: "certlab-edition", role: "status" });
  const node = element("div", {}, inner);
  const widget = new Widget({ node });
  let look = "";
  /** @param {(HTMLElement | string)[] | null} parts */
  const show = (parts) => {
    const now = (parts ?? [])
      .map((one) => (typeof one === "string" ? one : one.textContent))
      .join();
    if (now === look) return; // nothing to see, and nothing to lose the focus
    look = now;
    inner.replaceChildren(...(parts ?? []));
    if (parts && !widget.isAttached) panel.contentHeader.addWidget(widget);
    fit();
  };
  const fit = () => {
    const height = `${look ? inner.offsetHeight : 0}px`;
    if (node.style.minHeight === height) return;
    node.style.minHeight = height;
    panel.contentHeader.fit();
  };
  new ResizeObserver(fit).observe(inner);
  /** @param {string} words */
  const say = (words) => show([element("span", {}, words), button("Close", "", () => show(null))]);
  return { show, say };
}

/**
 * @param {string} words
 * @param {string} style
 * @param {() => unknown} act
 */
function button(words, style, act) {
  const made = element("button", { class: `jp-mod-styled ${style}`.trim(), type: "button" }, words);
  made.addEventListener("click", act);
  return made;
}
