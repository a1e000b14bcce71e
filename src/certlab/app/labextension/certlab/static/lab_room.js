// @ts-check
/**
 * Room for a lab on a phone: JupyterLab's side areas and their bars are out of the way while a lab
 * stands in its frame, and come back with the notebook, with another tab, or with a wider window.
 *
 * They are hidden as widgets and not collapsed, because JupyterLab would store that, and whoever
 * opens the same workspace on a larger screen would miss them there.
 *
 * @import { App, Widget } from "../../jupyterlab.d.ts"
 */

const NARROW = "(max-width: 760px)";
const STACK = "#jp-left-stack, #jp-right-stack"; // beside a lab as such, or in a .jp-SideArea
const SIDES = `.jp-SideBar, .jp-SideArea, ${STACK}`;

/**
 * Returns what looks again, for whoever changes what `wants` says.
 *
 * @param {App} app
 * @param {() => boolean} wants whether a lab in its frame is in front
 */
export function makeRoom(app, wants) {
  const narrow = matchMedia(NARROW);
  /** @type {Set<Widget>} */
  const hidden = new Set(); // by us
  const look = () => {
    if (narrow.matches && wants()) {
      for (const side of sides(app.shell)) {
        if (side.isHidden) continue;
        side.hide();
        hidden.add(side);
      }
      return;
    }
    for (const side of hidden) side.setHidden(isClosed(side));
    hidden.clear();
  };
  app.restored.then(() => {
    narrow.addEventListener("change", look);
    app.shell.currentChanged.connect(look);
    app.shell.layoutModified.connect(look); // JupyterLab shows a bar again at each change of it
    look();
  });
  return look;
}

/**
 * The side areas and bars of JupyterLab, wherever its version has them.
 *
 * @param {Widget} widget
 * @returns {Widget[]}
 */
function sides(widget) {
  if (widget.node.matches(SIDES)) return [widget];
  if (widget.node.matches(".lm-DockPanel")) return [];
  return [...(widget.layout ?? [])].flatMap(sides);
}

/**
 * Whether JupyterLab has closed an area meanwhile: then nothing is in it.
 *
 * @param {Widget} side
 */
function isClosed(side) {
  const held = [...(side.layout ?? [])].filter(({ node }) => node.matches(STACK));
  return held.length > 0 && held.every(({ isHidden }) => isHidden);
}
