// @ts-check
/**
 * The result of a check as a card: verdict, what was wrong, the hints so far, the solution, and
 * after the last exercise what comes next. certlab.study.exercises says what it is drawn from.
 *
 * @import { App, Cell, LinksOf, Panel, Result, WidgetClass } from "../../jupyterlab.d.ts"
 */

import { element, inline, MIME, partOf, resultOf, role } from "./lab_cells.js";

const SVG = "http://www.w3.org/2000/svg";
// The icons of the question card; app/static/dom.js has the same.
const PATHS = {
  right: ["M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0", "m5 8.2 2.1 2.1L11 6"],
  wrong: ["M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0", "m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6"],
};

/**
 * Let JupyterLab show what a check found.
 *
 * `linksOf(panel)` gives a promise of links onward, and `Widget` is Lumino's.
 *
 * @param {App} app
 * @param {any} rendermime JupyterLab's registry of what shows a MIME type
 * @param {LinksOf} linksOf
 * @param {WidgetClass} Widget
 */
export function showChecks(app, rendermime, linksOf, Widget) {
  class Card extends Widget {
    /** @type {Result | undefined} */
    found;

    /** @param {{ data: Record<string, Result> }} model */
    renderModel(model) {
      this.found = model.data[MIME];
      this.draw();
      return Promise.resolve();
    }

    onAfterAttach() {
      this.draw(); // only now it is known in which notebook
    }

    draw() {
      const panel = [...app.shell.widgets("main")].find((one) => one.node.contains(this.node));
      const cells = panel?.content?.widgets ? panel : null;
      if (this.found) this.node.replaceChildren(drawCard(this.found, cells, linksOf));
    }
  }
  const make = () => new /** @type {any} */ (Card)({ node: document.createElement("div") });
  const factory = { safe: true, mimeTypes: [MIME], createRenderer: make };
  rendermime.addFactory(factory, 0);
}

/**
 * @param {Result} result
 * @param {Panel | null} panel
 * @param {LinksOf} linksOf
 */
function drawCard({ exercise, outcome, says, wrong }, panel, linksOf) {
  const right = outcome === "correct";
  const card = element("section", { class: `certlab-check certlab-${right ? "right" : "wrong"}` });
  card.setAttribute("aria-label", "Check");
  const verdict = element("p", { class: "certlab-verdict", role: "status" });
  verdict.append(icon(right ? "right" : "wrong"), right ? "Correct" : "Not yet");
  card.append(verdict);
  const why = says.replace(/^(Correct\.|Not yet: )/, "").trim();
  if (why) card.append(element("p", {}, ...inline(capital(why))));
  if (!panel) return card;
  const solution = partOf(panel, exercise, "solution");
  if (!right) card.append(...drawHints(partOf(panel, exercise, "check"), wrong));
  if (solution) card.append(offer(solution, right));
  if (right) close(card, panel, exercise, linksOf);
  return card;
}

/** @param {string} text */
function capital(text) {
  return /^[a-z]+ /.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
}

/**
 * One hint more at each wrong try.
 *
 * @param {Cell | undefined} check
 * @param {number} wrong
 */
function drawHints(check, wrong) {
  const hints = check?.model.getMetadata("certlab")?.hints ?? [];
  const shown = hints.slice(0, wrong);
  return shown.map((hint, place) => {
    const number = hints.length > 1 ? `Hint ${place + 1} of ${hints.length}` : "Hint";
    const last = place === shown.length - 1 ? " certlab-new" : "";
    return element(
      "p",
      { class: `certlab-hint${last}` },
      element("strong", {}, `${number}: `),
      ...inline(hint),
    );
  });
}

/**
 * The solution, which stands folded below.
 *
 * @param {Cell} solution
 * @param {boolean} right
 */
function offer(solution, right) {
  const words = right ? "Compare with the solution" : "Show the solution";
  const button = element("button", { class: "jp-mod-styled certlab-solution" }, words);
  button.addEventListener("click", () => {
    const details = solution.node.querySelector("details");
    if (details) details.open = true;
    solution.node.scrollIntoView({ block: "nearest" });
    details?.querySelector("summary")?.focus();
  });
  return button;
}

/**
 * After the last exercise, or with the last one that was open.
 *
 * @param {HTMLElement} card
 * @param {Panel} panel
 * @param {string} exercise
 * @param {LinksOf} linksOf
 */
function close(card, panel, exercise, linksOf) {
  const checks = panel.content.widgets.filter((cell) => role(cell) === "check");
  const solved = checks.filter((cell) => {
    const id = cell.model.getMetadata("certlab")?.exercise;
    return id === exercise || resultOf(cell)?.outcome === "correct";
  }).length;
  const last = checks.at(-1)?.model.getMetadata("certlab")?.exercise === exercise;
  if (!last && solved < checks.length) return;
  const all = solved === checks.length;
  const says = all
    ? `All ${checks.length} exercises of this lab are solved.`
    : `${solved} of ${checks.length} exercises of this lab are solved.`;
  const links = element("div", { class: "certlab-links" });
  card.append(
    element(
      "div",
      { class: "certlab-close" },
      element("p", {}, element("strong", {}, says)),
      links,
    ),
  );
  linksOf(panel)
    .then((found) => links.append(...found))
    .catch(console.warn);
}

/** @param {"right" | "wrong"} name */
function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  for (const d of PATHS[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}
