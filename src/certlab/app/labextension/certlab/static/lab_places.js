// @ts-check
/**
 * Where the steps of a lab are on the screen.
 *
 * @import { Cell, Panel, Step } from "../../jupyterlab.d.ts"
 */

const MARGIN = 24; // pixels between the upper edge and what one is led to
const READS = 160; // pixels below it: what begins above that is being read
const DRAWN = 5000; // milliseconds that a card has to be drawn in
const SMOOTH = 600; // milliseconds after which a scroll has ended, where no event says so

/** @param {Panel} panel */
function scrollerOf({ content }) {
  return content.node.querySelector(".jp-WindowedPanel-outer") ?? content.node;
}

/**
 * Lead to a cell; resolves when it stands there.
 *
 * @param {Panel} panel
 * @param {Cell | undefined} cell
 */
export async function scrollToCell(panel, cell) {
  const scroller = scrollerOf(panel);
  if (!cell) return;
  const down = cell.node.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  const by = down - MARGIN;
  if (Math.abs(by) < 2) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const near = Math.abs(by) < 2 * scroller.clientHeight;
  if (calm || !near) {
    scroller.scrollBy({ top: by, behavior: "instant" });
    return;
  }
  const ended = new Promise((done) => {
    scroller.addEventListener("scrollend", done, { once: true });
    setTimeout(done, SMOOTH);
  });
  scroller.scrollBy({ top: by, behavior: "smooth" });
  await ended;
}

/**
 * The step that is being read: the last that begins above, or near the upper edge.
 *
 * @param {Panel} panel
 * @param {Step[]} steps
 */
export function topStep(panel, steps) {
  const { top } = scrollerOf(panel).getBoundingClientRect();
  const { widgets } = panel.content;
  const begun = steps.findLastIndex(
    ({ at }) => (widgets[at]?.node.getBoundingClientRect().top ?? Infinity) < top + READS,
  );
  return Math.max(0, begun);
}

/**
 * Put the focus where something is to be done: into the card, into the editor, on the heading.
 * Under a finger it stays at the text, because a field would open a keyboard over half of it.
 *
 * @param {Panel} panel
 * @param {Step} step
 */
export async function focusStep(panel, { kind, at, act }) {
  const { content } = panel;
  const cell = content.widgets[act < 0 ? at : act];
  if (!cell) return;
  content.activeCellIndex = content.widgets.indexOf(cell);
  const taps = matchMedia("(pointer: coarse)").matches;
  if (kind === "exercise" && !taps) {
    await cell.ready;
    content.mode = "edit";
    cell.editor?.focus();
    return;
  }
  const text = taps ? content.widgets[at].node : cell.node;
  const wanted =
    kind === "prediction" && !taps
      ? await drawn(cell.node, ".cl-prediction :is(input:checked, input, .cl-primary, button)")
      : text.querySelector(":is(h1, h2, h3, h4, h5, h6)");
  const aim = /** @type {HTMLElement} */ (wanted ?? text);
  if (!aim.matches("input, button")) aim.tabIndex = -1;
  aim.focus({ preventScroll: true });
}

/**
 * What a cell shows, as soon as it is drawn; null where it is not.
 *
 * @param {HTMLElement} node
 * @param {string} selector
 * @returns {Promise<Element | null>}
 */
export function drawn(node, selector) {
  const find = () => node.querySelector(selector);
  return new Promise((done) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(late);
      done(find());
    };
    const late = setTimeout(end, DRAWN);
    const observer = new MutationObserver(() => find() && end());
    observer.observe(node, { childList: true, subtree: true });
    if (find()) end();
  });
}
