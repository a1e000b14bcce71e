// @ts-check
/**
 * From a lab in JupyterLab: to its module's page and questions in the app, and to the next lab.
 *
 * @import { App, Course, File, Panel, WidgetClass } from "../../jupyterlab.d.ts"
 */

import { decoded } from "./lab_cells.js";

const LAB = /^(.*\/)?labs\/([^/]+)\/([^/]+\.ipynb)$/;
const SHIPPED = /^\d+_\w+\.ipynb$/; // no newer edition put beside one, and nobody's own
const PAGE = /(?:^|\/)modules\/(.+)\.md$/;

/**
 * Put the links into the toolbar of each lab that is opened.
 *
 * `read` shows an address of the app, relative to its root, and `Widget` is Lumino's.
 *
 * @param {App} app
 * @param {Course} course
 * @param {WidgetClass} Widget
 */
export function leadBack(app, { root, read }, Widget) {
  const seen = new WeakSet();
  /** @param {Panel} panel */
  const look = (panel) => {
    if (!panel?.context?.sessionContext || seen.has(panel)) return;
    seen.add(panel);
    addLinks(app, panel, { root, read }, Widget).catch(console.warn);
  };
  app.restored.then(() => {
    for (const panel of app.shell.widgets("main")) look(panel);
    app.shell.layoutModified.connect(() => {
      for (const panel of app.shell.widgets("main")) look(panel);
    });
  });
  document.addEventListener("click", (event) => followPage(app, event, read), true);
}

/**
 * @param {App} app
 * @param {Panel} panel
 * @param {Course} course
 * @param {WidgetClass} Widget
 */
async function addLinks(app, panel, { root, read }, Widget) {
  const links = await linksOf(app, panel, { root, read });
  if (!links.length) return; // a folder of the learner's own
  const bar = document.createElement("nav");
  bar.setAttribute("aria-label", "Course");
  // Last to the eye, whether JupyterLab's own buttons came before or after it.
  bar.style.cssText = "display: flex; align-items: center; gap: 4px; order: 1";
  for (const one of links) one.className = "jp-Button jp-mod-minimal jp-ToolbarButtonComponent";
  bar.append(...links);
  panel.toolbar.addItem("certlab", new Widget({ node: bar }));
}

/**
 * A promise of links from a lab onward: its page, its questions, the next lab.
 *
 * @param {App} app
 * @param {Panel} panel
 * @param {Course} course
 */
export async function linksOf(app, panel, { root, read }, names = ["Read", "Drill", "Next lab"]) {
  const [, folder = "", module, name] = LAB.exec(panel.context.path) ?? [];
  if (!module) return [];
  const [page, questions, onward] = names;
  if (!(await listed(app, `${folder}modules`)).includes(`${module}.md`)) return [];
  const links = [
    [page, `modules/${module}.html`],
    [questions, `modules/${module}.html#check-yourself`],
  ].map(([words, address]) => link(words, root + address, () => read(address)));
  const labs = (await listed(app, `${folder}labs/${module}`))
    .filter((one) => SHIPPED.test(one))
    .sort();
  const next = labs.find((one) => one > name);
  if (!next) return links;
  const path = `${folder}labs/${module}/${next}`;
  const open = () => app.commands.execute("docmanager:open", { path });
  const address = `${root}lite/lab/index.html?path=${encodeURIComponent(path)}`;
  return [...links, link(onward, address, open)];
}

/**
 * The same in JupyterLite, which stands on the site: its list of notebooks says what there is.
 *
 * @param {App} app
 * @param {Panel} panel
 * @param {string[]} names
 * @returns {Promise<HTMLElement[]>}
 */
export async function linksOnSite(app, panel, names) {
  const lite = new URL(app.serviceManager.serverSettings.baseUrl);
  const listing = await (await fetch(new URL("notebooks.json", lite))).json();
  const { path } = panel.context;
  const { page } = listing[path] ?? {};
  const [, , module] = LAB.exec(path) ?? [];
  if (!page || !module) return [];
  const [read, questions, onward] = names;
  const next = Object.keys(listing)
    .sort()
    .find((one) => one > path && one.startsWith(`labs/${module}/`));
  const links = [
    [read, `../${page}`],
    [questions, `../${page}#check-yourself`],
    ...(next ? [[onward, `lab/index.html?path=${encodeURIComponent(next)}`]] : []),
  ];
  return links.map(([words, address]) => {
    const { href } = new URL(address, lite);
    return link(words, href, () => window.open(href));
  });
}

/**
 * The names in a folder of the workspace; [] where there is none.
 *
 * @param {App} app
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
async function listed(app, folder) {
  const found = await app.serviceManager.contents.get(folder).catch(() => null);
  /** @type {File[]} */
  const files = found?.content ?? [];
  return files.map(({ name }) => name);
}

/**
 * A link whose address is for a window of its own.
 *
 * @param {string} words
 * @param {string} href
 * @param {() => unknown} act
 */
function link(words, href, act) {
  const made = document.createElement("a");
  Object.assign(made, { href, textContent: words });
  made.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act();
  });
  return made;
}

/**
 * A notebook's link to a module's Markdown page opens that page of the app.
 *
 * @param {App} app
 * @param {MouseEvent} event
 * @param {Course["read"]} read
 */
function followPage(app, event, read) {
  /** @type {HTMLAnchorElement | null} */
  const link = /** @type {Element} */ (event.target)?.closest?.("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const panel = [...app.shell.widgets("main")].find((one) => one.node.contains(link));
  if (!panel?.context?.sessionContext) return;
  const { path, section } = target(app, link, panel.context.path);
  const [, page] = PAGE.exec(path) ?? [];
  if (!page) return;
  event.preventDefault();
  event.stopPropagation();
  read(`modules/${page}.html${section && `#${section}`}`);
}

/**
 * Where a link leads, as a path of the workspace, and the section as the app's pages name it.
 *
 * @param {App} app
 * @param {HTMLAnchorElement} link
 * @param {string} from
 */
function target(app, link, from) {
  // JupyterLab has made an address of its own of a link in Markdown; a widget's is as we wrote it.
  const files = new URL("files/", app.serviceManager.serverSettings.baseUrl).href;
  const [address, base] = link.href.startsWith(files)
    ? [link.href.slice(files.length), "file:///"]
    : [link.getAttribute("href") ?? "", `file:///${encodeURI(from)}`];
  if (!URL.canParse(address, base)) return { path: "", section: "" };
  const { protocol, pathname, hash } = new URL(address, base);
  // And it names a heading by its words as they stand.
  const words = decoded(hash)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "");
  return {
    path: protocol === "file:" ? decoded(pathname.slice(1)) : "",
    section: words.replace(/\s+/g, "-"),
  };
}
