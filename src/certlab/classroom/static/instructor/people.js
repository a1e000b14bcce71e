// @ts-check
/**
 * Who is here: everybody who has joined, from the minute in which they did.
 *
 * @import { Learner, Part } from "../classes.d.ts"
 */

import { icon, node } from "../../../app/static/dom.js";
import { t } from "../../../app/static/words.js";
import { clockOrDay } from "../agenda_words.js";

/**
 * Draw the list into `el`, now and whenever somebody joins, leaves or does something.
 *
 * @param {Part} part
 */
export function mountPeople({ model, el }) {
  /** @type {Map<string, Learner>} */
  const learners = new Map();
  const list = node("div", {});
  const draw = () => list.replaceChildren(drawPeople([...learners.values()]));
  model.follow((_, map) => {
    if (!map) return;
    if (map.whole) learners.clear();
    for (const id of map.gone) learners.delete(id);
    for (const learner of map.learners) learners.set(learner.id, learner);
    draw();
  });
  el.replaceChildren(node("h2", { class: "cl-heading" }, t("Who is here")), list);
  draw();
}

/** @param {Learner[]} learners */
function drawPeople(learners) {
  if (!learners.length)
    return node("p", { class: "cl-muted" }, t("Whoever joins stands here at once."));
  const inOrder = learners.toSorted(
    (one, other) =>
      (one.joined ?? "").localeCompare(other.joined ?? "") ||
      one.nickname.localeCompare(other.nickname),
  );
  return node("ul", { class: "cl-people" }, inOrder.map(drawLearner));
}

/** @param {Learner} learner */
function drawLearner({ nickname, joined, seen, stuck }) {
  const times = [
    t("joined {time}", { time: clockOrDay(joined) }),
    clockOrDay(seen) === clockOrDay(joined)
      ? null
      : t("last heard of {time}", { time: clockOrDay(seen) }),
  ];
  return node(
    "li",
    {},
    node("strong", {}, nickname),
    stuck === null ? null : node("span", { class: "cl-stuck" }, icon("flag"), t("stuck")),
    node("span", { class: "cl-small cl-muted" }, times.filter(Boolean).join(" · ")),
  );
}
