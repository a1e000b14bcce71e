// @ts-check
/**
 * Right of the map: what is stranded, what a ghost is, or what to do with the picked instance.
 *
 * @import { Ghost, Instance, Table } from "./boards.d.ts"
 * @import { View } from "./view.js"
 */

import { node } from "../../../../app/static/dom.js";
import { dots } from "../../../../app/static/drawing/shapes.js";
import { t, tparts } from "../../../../app/static/words.js";
import { button } from "./commands.js";
import { span, strandedWords } from "./words.js";

/**
 * The aside of one GPU.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function drawAside(view, gpu) {
  const { table, layout } = view.gpu(gpu);
  const ghost = view.hand.ghost(gpu);
  if (ghost && !ghost.hover) return asideOfGhost(table, gpu, ghost);
  const picked = layout.find(([id]) => view.chosenOn(gpu) === id);
  if (picked) return asideOfInstance(table, gpu, picked);
  const says = view.hand.isOn(gpu) ? strandedWords(table, layout) : t("MIG is off.");
  return node(
    "div",
    { class: "cl-aside" },
    says
      ? node(
          "p",
          {},
          node(
            "span",
            { class: "cl-swatch", "aria-hidden": "true" },
            dots(`${view.id}-${gpu}-key`),
          ),
          says,
        )
      : null,
  );
}

/**
 * @param {Table} table
 * @param {number} gpu
 * @param {Ghost} ghost
 */
function asideOfGhost(table, gpu, ghost) {
  const profile = table.profiles[ghost.profile].name;
  return node(
    "div",
    { class: "cl-aside" },
    node(
      "p",
      {},
      t("Outline: where it will go."),
      " ",
      ghost.moving ? t("Nothing is moved until Enter.") : t("Nothing is created until Enter."),
    ),
    node(
      "div",
      { class: "cl-acts" },
      button(
        "enter",
        gpu,
        ghost.moving ? t("Move {profile}", { profile }) : t("Place {profile}", { profile }),
      ),
      button("leave", gpu, t("Leave")),
    ),
  );
}

/**
 * @param {Table} table
 * @param {number} gpu
 * @param {Instance} instance
 */
function asideOfInstance(table, gpu, [id, index, start]) {
  const profile = table.profiles[index];
  return node(
    "div",
    { class: "cl-aside" },
    node(
      "p",
      {},
      tparts(
        "{profile}: GPU instance {id}, memory {span}. {enter} moves it, {delete} removes it.",
        {
          profile: profile.name,
          id: String(id),
          span: span(start, profile.size),
          enter: node("kbd", {}, "Enter"),
          delete: node("kbd", {}, "Delete"),
        },
      ),
    ),
    node(
      "div",
      { class: "cl-acts" },
      button("move", gpu, t("Move")),
      button("remove", gpu, t("Remove")),
    ),
  );
}
