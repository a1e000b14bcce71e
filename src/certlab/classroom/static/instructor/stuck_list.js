// @ts-check
/**
 * Who has raised the flag, and where they are stuck.
 *
 * @import { Part } from "../classes.d.ts"
 */

import { icon, node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";

/**
 * Draw the list into `el`, now and whenever a flag goes up or down.
 *
 * @param {Part} part
 */
export function mountStuck({ model, el }) {
  /** @type {Map<string, { nickname: string, stuck: string }>} */
  const flags = new Map();
  const list = node("div", {});
  const draw = () => {
    const rows = [...flags.values()];
    list.replaceChildren(
      rows.length
        ? node(
            "ul",
            { class: "cl-flags" },
            rows.map(({ nickname, stuck }) =>
              node(
                "li",
                {},
                icon("flag"),
                node("span", {}, node("strong", {}, nickname), stuck && ` ${stuck}`),
              ),
            ),
          )
        : node("p", { class: "cl-muted" }, t("Nobody has raised the flag.")),
    );
  };
  model.follow((_, map) => {
    if (!map) return;
    if (map.whole) flags.clear();
    for (const id of map.gone) flags.delete(id);
    for (const { id, nickname, stuck } of map.learners) {
      if (stuck === null || stuck === undefined) flags.delete(id);
      else flags.set(id, { nickname, stuck });
    }
    draw();
  });
  el.replaceChildren(
    node("h2", { class: "cl-heading" }, t("Stuck")),
    node("div", { role: "status", "aria-label": t("Who is stuck") }, list),
  );
  draw();
}
