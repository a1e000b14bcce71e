// @ts-check
/**
 * Running a cell of the notebook in which something is drawn.
 *
 * @import { App } from "../../labextension/jupyterlab.d.ts"
 */

/**
 * Run the first code cell below the one that shows `el`; whether there was a way to do so.
 *
 * JupyterLab shows us its commands as certlab study and JupyterLite start it. Elsewhere, as
 * in a plain Jupyter, cells are run by hand.
 *
 * @param {HTMLElement} el
 */
export async function runBelow(el) {
  /** @type {{ jupyterapp?: App }} */
  const { jupyterapp: app } = globalThis;
  const panels = app ? [...app.shell.widgets("main")] : [];
  const content = panels.find((panel) => panel.node.contains(el))?.content;
  const cells = content?.widgets ?? [];
  const here = cells.findIndex(({ node }) => node.contains(el));
  const below = cells.findIndex(({ model }, place) => place > here && model.type === "code");
  if (!app || !content || here < 0 || below < 0) return false;
  content.activeCellIndex = below;
  await app.commands.execute("notebook:run-cell");
  bringIntoView(el, await resultOf(cells[below].node, el));
  return true;
}

const WAIT = 3000; // milliseconds until what was measured is shown without a comparison
const MARGIN = 8; // pixels

/**
 * The comparison, in the card or below the code, as soon as it is drawn; else what the cell put out.
 *
 * @param {HTMLElement} cell
 * @param {HTMLElement} card
 * @returns {Promise<Element>}
 */
function resultOf(cell, card) {
  const find = () =>
    card.querySelector(".cl-result") ?? cell.querySelector(".certlab :is(.cl-item, .cl-note)");
  return new Promise((done) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(late);
      done(find() ?? cell.querySelector(".jp-OutputArea") ?? cell);
    };
    const late = setTimeout(end, WAIT);
    const observer = new MutationObserver(() => find() && end());
    for (const where of [cell, card]) observer.observe(where, { childList: true, subtree: true });
    if (find()) end();
  });
}

/**
 * Scroll a notebook to a result: with the card that asked for it where both fit.
 *
 * @param {Element} card
 * @param {Element} result
 */
function bringIntoView(card, result) {
  const scroller = card.closest(".jp-WindowedPanel-outer") ?? document.documentElement;
  const view = scroller.getBoundingClientRect();
  const [above, below] = [card.getBoundingClientRect(), result.getBoundingClientRect()];
  const height = scroller.clientHeight - 2 * MARGIN;
  const first = below.bottom - above.top <= height ? above.top : below.top;
  const top = first - view.top - MARGIN; // so far down is what is to be seen
  const over = below.bottom - view.top - MARGIN - height;
  const by = top < 0 || below.bottom - first > height ? top : Math.max(0, over);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (by) scroller.scrollBy({ top: by, behavior: calm ? "instant" : "smooth" });
}
