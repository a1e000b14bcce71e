// @ts-check
/**
 * What JupyterLab does not know of the outputs of a lab: it shows a drawing as a picture without
 * words, a table of pandas begins with the heading of nothing, and a printed one is wrapped as a text.
 *
 * @import { Panel } from "../../jupyterlab.d.ts"
 */

const SVG = "data:image/svg+xml,";
const PICTURES = ":is(.jp-RenderedSVG, .jp-RenderedImage) img:not([alt])";
const HEADINGS = ".jp-RenderedHTMLCommon th:not([role])"; // of pandas, and of texts
const PRINTED = ".jp-RenderedText > pre";
const COLUMNS = /\S {2,}\S/; // what stands in a line with a gap between

/**
 * Name what is shown in a lab, now and whenever something is drawn there.
 *
 * @param {Panel} panel
 */
export function nameOutputs({ content: { node }, disposed }) {
  const look = () => {
    /** @type {NodeListOf<HTMLImageElement>} */
    const pictures = node.querySelectorAll(PICTURES);
    for (const picture of pictures) picture.alt = titleOf(picture) || "A figure without a title";
    for (const heading of node.querySelectorAll(HEADINGS))
      if (!heading.textContent?.trim()) heading.setAttribute("role", "cell");
    /** @type {NodeListOf<HTMLElement>} */
    const printed = node.querySelectorAll(PRINTED);
    for (const text of printed) {
      const table = COLUMNS.test(text.textContent ?? "");
      text.classList.toggle("certlab-columns", table);
      if (table) text.tabIndex = 0; // who has no pointer scrolls it with the arrows
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(node, { childList: true, subtree: true });
  disposed.connect(() => observer.disconnect());
  look();
}

/**
 * The title that a drawing has itself; "" where it has none.
 *
 * @param {HTMLImageElement} picture
 */
function titleOf({ src }) {
  if (!src.startsWith(SVG)) return "";
  try {
    const drawn = new DOMParser().parseFromString(
      decodeURIComponent(src.slice(SVG.length)),
      "image/svg+xml",
    );
    return drawn.querySelector("title")?.textContent?.trim() ?? "";
  } catch {
    return ""; // no text of ours
  }
}
