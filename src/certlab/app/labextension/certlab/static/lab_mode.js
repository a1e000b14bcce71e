// @ts-check
/**
 * Lab mode: the frame around a lab, with its steps, one button for what is next, and no code that
 * nobody asked for. "All the code" leaves it, "Lab view" in the notebook's toolbar brings it back.
 *
 * It is put around a notebook that names itself a lab of the course, and changes nothing in it.
 *
 * @import { Actions, App, Cell, Panel, Ways, WidgetClass } from "../../jupyterlab.d.ts"
 */

import { element, whenOpened } from "./lab_cells.js";
import { Frame } from "./lab_frame.js";
import { nameOutputs } from "./lab_outputs.js";
import { scrollToCell } from "./lab_places.js";
import { makeRoom } from "./lab_room.js";
import { headingAt } from "./lab_steps.js";

const OPEN_AT = "certlab:open-at"; // { path, heading }, as class_strip.js has it
const CHOICE = "certlab-lab-mode"; // in the browser: "off" once somebody wants all the code
const SUPPRESS = "data-lm-suppress-shortcuts"; // an element with it has no commands of Lumino
const EDITOR = ".cm-editor, textarea, select, [contenteditable='true']";

/**
 * Put each lab that is opened into its frame. The command OPEN_AT leads to a heading of a notebook
 * with the frame around it or without; where there is none of these words it opens it.
 *
 * @param {App} app
 * @param {{ ways: Ways; actions: Actions; Widget: WidgetClass }} parts
 */
export function watchLabMode(app, { ways, actions, Widget }) {
  /** @type {Map<Panel, Frame>} */
  const frames = new Map();
  const inFront = () => frames.get(/** @type {Panel} */ (app.shell.currentWidget));
  const look = makeRoom(app, () => Boolean(inFront()?.on));
  /** @param {boolean} on */
  const choose = (on) => {
    choice(on);
    for (const frame of frames.values()) frame.show(on);
    look();
  };
  whenOpened(app, (panel) => {
    if (!isLab(panel)) return;
    nameOutputs(panel);
    const leave = () => {
      choose(false);
      back.focus();
    };
    const frame = new Frame(app, panel, { ways, actions, leave });
    frames.set(panel, frame);
    panel.disposed.connect(() => frames.delete(panel));
    const back = addWayBack(panel, Widget, () => {
      choose(true);
      frame.enter();
    });
    frame.show(isChosen());
    look();
  });
  window.addEventListener(
    "keydown",
    (event) => {
      const frame = inFront();
      if (frame?.on) onKey(frame, event);
    },
    true, // before JupyterLab, which listens at the document
  );
  app.commands.addCommand(OPEN_AT, {
    /** @param {{ path: string; heading: string }} where */
    execute: async ({ path, heading }) => {
      const opened = await app.commands.execute("docmanager:open", { path });
      const panel = /** @type {Panel} */ (opened);
      if (!heading) return;
      await panel.context.ready;
      await new Promise((done) => setTimeout(done)); // and its frame is there
      const frame = frames.get(panel);
      if (frame?.on) await frame.lead(heading);
      else await scrollToCell(panel, panel.content.widgets[headingIn(panel, heading)]);
    },
  });
  return (/** @type {Panel} */ panel, /** @type {Cell} */ cell) => {
    const frame = frames.get(panel);
    return frame?.on ? frame.runTo(cell) : null;
  };
}

/**
 * @param {Panel} panel
 * @param {string} heading
 */
function headingIn({ content }, heading) {
  const cells = content.widgets.map(({ model }) => {
    return { type: model.type, source: model.sharedModel.getSource() };
  });
  return headingAt(cells, heading);
}

/**
 * A lab of the course says what it is called and what it serves; the start notebook, drills and
 * notebooks of others do not say both.
 *
 * @param {Panel} panel
 */
function isLab({ context, content }) {
  const about = /** @type {any} */ (context.model.getMetadata("certlab"));
  const { title, objectives } = about ?? {};
  const names = typeof title === "string" && title.trim() !== "";
  return names && Array.isArray(objectives) && objectives.length > 0 && content.widgets.length > 0;
}

/**
 * @param {Panel} panel
 * @param {WidgetClass} Widget
 * @param {() => void} back
 */
function addWayBack(panel, Widget, back) {
  const button = element(
    "button",
    { type: "button", class: "jp-Button jp-mod-minimal jp-ToolbarButtonComponent" },
    "Lab view",
  );
  button.addEventListener("click", back);
  const node = element("div", { class: "certlab-back" }, button);
  // In front, because a narrow toolbar puts what stands at its end into a menu.
  panel.toolbar.insertItem(0, "certlab-lab-view", new Widget({ node }));
  return button;
}

/**
 * Shift+Enter is the dock's, but in an editor, where it runs the cell; Ctrl+Enter checks there. Letters are commands of a
 * notebook, "d d" removes a cell: there are none where no cells are to be seen. Arrows are too, where a table scrolls.
 *
 * @param {Frame} frame
 * @param {KeyboardEvent} event
 */
function onKey({ panel, press }, event) {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  const target = /** @type {Element | null} */ (event.target);
  const inside = Boolean(target && panel.node.contains(target));
  const edits = Boolean(target?.closest?.(EDITOR));
  if (key === "Enter" && (ctrlKey || metaKey) && edits && checkHere(target)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const plain = !(ctrlKey || metaKey || altKey);
  const scrolls = target?.matches?.(".certlab-columns") && key.startsWith("Arrow");
  if (inside && plain && !edits && (scrolls || key.length === 1))
    hold(/** @type {Element} */ (target));
  if (key !== "Enter" || !shiftKey || !plain || edits) return;
  if (!inside && target !== document.body) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!event.repeat) press();
}

/**
 * Let no key that is pressed at an element be a command, until JupyterLab has looked at this one.
 *
 * @param {Element} target
 */
function hold(target) {
  if (target.hasAttribute(SUPPRESS)) return; // a widget's own
  target.setAttribute(SUPPRESS, "");
  setTimeout(() => target.removeAttribute(SUPPRESS));
}

/**
 * Press the button of the exercise whose editor it is; whether there is one.
 *
 * @param {Element | null} target
 */
function checkHere(target) {
  const cell = target?.closest(".jp-Cell");
  const button = cell?.querySelector(".certlab-check-bar > .certlab-try");
  /** @type {HTMLElement | null | undefined} */ (button)?.click();
  return Boolean(button);
}

let refused = ""; // the choice, where the browser keeps none

function isChosen() {
  try {
    return (localStorage.getItem(CHOICE) ?? refused) !== "off";
  } catch {
    return refused !== "off";
  }
}

/** @param {boolean} on */
function choice(on) {
  refused = on ? "" : "off";
  try {
    if (on) localStorage.removeItem(CHOICE);
    else localStorage.setItem(CHOICE, "off");
  } catch {
    // Refused: it lasts as long as this page.
  }
}
