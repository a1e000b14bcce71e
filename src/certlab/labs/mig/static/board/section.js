// @ts-check
/**
 * One GPU of the board: its name, its slices and profiles, its commands.
 *
 * @import { Where } from "./boards.d.ts"
 * @import { View } from "./view.js"
 */

import { node } from "../../../../app/static/dom.js";
import { t } from "../../../../app/static/words.js";
import { drawLanes } from "./lanes.js";
import { drawMap } from "./map.js";
import { drawOutput, drawPanel } from "./panel.js";
import { drawRefusal } from "./top.js";

/**
 * The section of a GPU.
 *
 * @param {View} view
 * @param {number} gpu
 */
export function drawSection(view, gpu) {
  const { table } = view.gpu(gpu);
  const { name, compute, memory } = table;
  const ghost = view.hand.ghost(gpu);
  const note =
    ghost && !ghost.hover
      ? node(
          "span",
          { class: "cl-accent" },
          actWords(ghost.moving, table.profiles[ghost.profile].name),
        )
      : node(
          "span",
          { class: "cl-muted" },
          t("{name}, {compute} compute and {memory} memory slices", { name, compute, memory }),
        );
  return node(
    "section",
    { "data-key": `gpu-${gpu}`, "data-section": gpu, "aria-labelledby": `${view.id}-h-${gpu}` },
    node("h2", { id: `${view.id}-h-${gpu}` }, t("GPU {gpu}", { gpu }), " ", note),
    node(
      "div",
      { class: "cl-two" },
      node("div", {}, drawMap(view, gpu), drawRefusal(view, gpu), drawLanes(view, gpu)),
      drawPanel(view, gpu),
      drawOutput(view, gpu),
    ),
  );
}

/**
 * @param {Where | null} moving
 * @param {string} profile
 */
function actWords(moving, profile) {
  return moving ? t("moving {profile}", { profile }) : t("placing {profile}", { profile });
}
