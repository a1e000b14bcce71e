// @ts-check
/**
 * Cells of labs, as the extension looks at them.
 *
 * @import { App, Cell, Child, Panel, Result, Role } from "../../jupyterlab.d.ts"
 */

export const MIME = "application/vnd.certlab.check+json"; // certlab.study.exercises has the same
export const PANELS = "JupyterLab"; // JupyterLite has another name, and no server

/**
 * Call `act` with the panel of each notebook when its cells are there.
 *
 * @param {App} app
 * @param {(panel: Panel) => void} act
 */
export function whenOpened(app, act) {
  const seen = new WeakSet();
  /** @param {Panel} panel */
  const look = async (panel) => {
    if (!panel?.context?.sessionContext || seen.has(panel)) return;
    seen.add(panel);
    await panel.context.ready;
    act(panel);
  };
  const all = () => {
    for (const panel of app.shell.widgets("main")) look(panel).catch(console.warn);
  };
  app.restored.then(() => {
    all();
    app.shell.currentChanged?.connect(all);
    app.shell.layoutModified?.connect(all);
  });
}

/**
 * What a cell is of an exercise: "stub", "check" or "solution"; undefined of none.
 *
 * @param {Cell} cell
 */
export function role(cell) {
  return cell.model.getMetadata("certlab")?.role;
}

/**
 * Whether a cell has a tag; what somebody put in the place of the tags has none.
 *
 * @param {Cell} cell
 * @param {string} tag
 */
export function hasTag({ model }, tag) {
  const tags = model.getMetadata("tags");
  return Array.isArray(tags) && tags.includes(tag);
}

/**
 * The cell that is the `what` of an exercise: "stub", "check" or "solution".
 *
 * @param {Panel} panel
 * @param {string | undefined} exercise
 * @param {Role} what
 */
export function partOf({ content }, exercise, what) {
  return content.widgets.find(
    (cell) => role(cell) === what && cell.model.getMetadata("certlab")?.exercise === exercise,
  );
}

/**
 * What a check's card was drawn from; undefined while it has none.
 *
 * @param {Cell | undefined} check
 * @returns {Result | undefined}
 */
export function resultOf(check) {
  const outputs = check?.model.outputs;
  for (let place = 0; outputs && place < outputs.length; place += 1) {
    const data = outputs.get(place).toJSON().data?.[MIME];
    if (data) return data;
  }
  return undefined;
}

/**
 * The error with which a cell ended, if any.
 *
 * @param {Cell} cell
 */
export function errorOf({ model: { outputs } }) {
  for (let place = 0; place < outputs.length; place += 1) {
    const output = outputs.get(place).toJSON();
    if (output.output_type === "error") return output;
  }
  return undefined;
}

/**
 * As app/static/addresses.js has it.
 *
 * @param {string} text
 */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A node with attributes and children.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {Child[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter(Boolean));
  return made;
}

// A sign beside a word or a bracket belongs to the text, as in 2**(5 - 7) * (1 + 5/8): what a check
// says may quote the learner's code. certlab.course.quality.stray_marks has the same.
const MARK =
  /(`+)(.+?)\1|(?<![\w)\]*`])(?:\*\*(?=[^\s*])([^*]*[^\s*])\*\*|\*(?=[^\s*])([^*]*[^\s*])\*)(?![\w(*`])/gs;

const LONG = 1000; // characters; an author's text is shorter, and the marks of a longer one take seconds

/**
 * A text of an author with its code, bold and emphasis, as nodes.
 *
 * @param {string} text
 * @returns {Child[]}
 */
export function inline(text) {
  if (text.length > LONG) return [text];
  /** @type {Child[]} */
  const made = [];
  let place = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, , code, bold, star] = match;
    const tag = code ? "code" : bold ? "strong" : "em";
    made.push(text.slice(place, match.index), element(tag, {}, code ?? bold ?? star));
    place = match.index + whole.length;
  }
  return [...made, text.slice(place)].filter((piece) => piece !== "");
}
