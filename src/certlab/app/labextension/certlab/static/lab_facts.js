// @ts-check
/**
 * What the steps of a lab are read from: its cells as plain facts.
 *
 * @import { CellFacts, CellModel, Panel } from "../../jupyterlab.d.ts"
 */

import { digest } from "./lab_code.js";

// JupyterLab names a cell that somebody added so; the course names its own with words.
const ADDED = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * The sources as they were when the notebook was opened, by the ids of its cells.
 *
 * @param {Panel} panel
 */
export function learnOpened({ content }) {
  return new Map(content.widgets.map(({ model }) => [model.id, model.sharedModel.getSource()]));
}

/**
 * @param {Panel} panel
 * @param {Map<string, string>} opened
 * @returns {CellFacts[]}
 */
export function factsOf({ context, content }, opened) {
  const about = /** @type {any} */ (context.model.getMetadata("certlab"));
  const { shipped } = about ?? {};
  const digests = shipped && typeof shipped === "object" ? shipped : null;
  return content.widgets.map(({ model }) => {
    const own = model.getMetadata("certlab");
    const { role, exercise, prediction } = own && typeof own === "object" ? own : {};
    const tags = model.getMetadata("tags");
    const source = model.sharedModel.getSource();
    return {
      id: model.id,
      type: model.type,
      source,
      role,
      exercise: text(exercise),
      prediction: text(prediction),
      tags: Array.isArray(tags) ? tags : [],
      edited: isEdited(model.id, source, digests, opened),
      shows: Boolean(model.outputs?.length),
    };
  });
}

/**
 * A notebook's metadata are by whoever wrote them.
 *
 * @param {unknown} value
 */
const text = (value) => (typeof value === "string" && value ? value : undefined);

/**
 * Whether the learner wrote it: a copy says by digests what the course gave; of another one only
 * what happens in this visit is known, and which cells were added.
 *
 * @param {string} id
 * @param {string} source
 * @param {Record<string, unknown> | null} digests
 * @param {Map<string, string>} opened
 */
function isEdited(id, source, digests, opened) {
  if (digests) return digests[id] !== digest(source);
  return ADDED.test(id) || (opened.has(id) && opened.get(id) !== source);
}
