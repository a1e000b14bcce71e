// @ts-check
/**
 * Links of the start page: in JupyterLab and JupyterLite they open a document beside the notebook.
 *
 * @import { App } from "../../app/labextension/jupyterlab.d.ts"
 * @import { Attributes, Child, Happened } from "../../app/static/elements.d.ts"
 */

import { decoded } from "../../app/static/addresses.js";
import { node } from "../../app/static/dom.js";

const DOCUMENT = /\.(?:ipynb|md)$/;

/**
 * A link to a page or a lab; `href` is relative to the notebook, or an address of the site.
 *
 * @param {string} href
 * @param {Attributes<HTMLAnchorElement>} attributes
 * @param {Child} inside
 */
export function workLink(href, attributes, inside) {
  // On our own pages this tab goes on; next to a notebook a new tab keeps it.
  const target = onOwnPages() ? null : "_blank";
  return node("a", { href, target, onclick: openDocument, ...attributes }, inside);
}

/**
 * Where a lab is, from the root of the pages: the lab itself, or its recorded run where it does not open.
 *
 * @param {string} lab
 * @param {Set<string> | null} opens labs that open where the page is, null for all
 */
export function labPath(lab, opens) {
  return !opens || opens.has(lab)
    ? `lite/lab/index.html?path=labs/${lab}.ipynb`
    : `labs/${lab}.html`;
}

/** Whether this is a page of ours, and no notebook. */
export function onOwnPages() {
  const { dataset } = document.documentElement;
  return "content_root" in dataset; // Sphinx writes data-content_root on each page
}

/**
 * By Lab's own command, so that the kernel and what was answered stay; elsewhere as a link does.
 *
 * @param {Happened<MouseEvent, HTMLAnchorElement>} event
 */
function openDocument(event) {
  const { jupyterapp: app } = globalThis;
  const path = app && documentPath(app, event.currentTarget);
  if (!path) return;
  event.preventDefault();
  const more = path.endsWith(".md") ? { factory: "Markdown Preview" } : {};
  app.commands.execute("docmanager:open", { path, ...more });
}

/**
 * The path that a link means from the notebook it stands in; "" where it leads out of Lab.
 *
 * @param {App} app
 * @param {HTMLAnchorElement} link
 */
function documentPath(app, link) {
  const panel = [...app.shell.widgets("main")].find(
    (one) => one.context && one.node.contains(link),
  );
  const { pathname, hash } = panel
    ? new URL(link.getAttribute("href") ?? "", `file:///${encodeURI(panel.context.path)}`)
    : new URL(link.href);
  return panel && DOCUMENT.test(pathname) && !hash ? decoded(pathname.slice(1)) : "";
}
