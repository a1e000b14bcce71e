// @ts-check
/**
 * The strip of a class at the foot of JupyterLab, where its server is below one.
 *
 * @import { App, AskEditions, Course, WidgetClass } from "../../jupyterlab.d.ts"
 */

import { decoded } from "./lab_cells.js";
import { offerEditions } from "./new_edition.js";

const LOOK_AGAIN = 10_000; // milliseconds, while the app's pages are being built
const ASSETS = /_static\/certlab-[0-9a-f]{12}\//;

/**
 * Ask once whether there is a class, and only then fetch what draws it.
 *
 * @param {App} app
 * @param {Course} course
 * @param {WidgetClass} Widget Lumino's
 */
export async function addClass(app, { root, read }, Widget) {
  const address = new URL(`${root}api/history`, location.href);
  const answer = await fetch(address, { cache: "no-store", headers: { "X-XSRFToken": token() } });
  const told = answer.headers.get("Certlab-Class");
  await answer.body?.cancel(); // the strip reads the history itself
  const { lab: strip, editions } = JSON.parse(told ?? "{}");
  if (editions) offerEditions(app, Widget, editionsAt(root));
  if (!strip) return; // no class, or one of an earlier version that does not say what draws it
  const { mountInLab } = await theirModule(root, strip);
  const { node } = app.shell;
  await mountInLab({
    root: new URL(root, location.href).href,
    /**
     * @param {string} lab
     * @param {string} step a heading, "" for its top
     */
    open: (lab, step) =>
      app.commands.execute("certlab:open-at", { path: `labs/${lab}.ipynb`, heading: step }),
    read,
    /** @param {number} height */
    reserve: (height) => {
      node.style.bottom = `${height}px`;
      window.dispatchEvent(new Event("resize")); // JupyterLab lays its panels out anew
    },
  });
}

/**
 * The way to the learner's own server, which knows the editions of the files in their folder.
 *
 * @param {string} root
 * @returns {AskEditions}
 */
function editionsAt(root) {
  return async (act, path, loaded) => {
    const sent = { path, loaded };
    const address = new URL(`${root}api/editions${act && `/${act}`}`, location.href);
    if (!act) address.search = String(new URLSearchParams(sent));
    const answer = await fetch(address, {
      cache: "no-store",
      headers: { "X-XSRFToken": token(), "Content-Type": "application/json" },
      ...(act ? { method: "POST", body: JSON.stringify(sent) } : {}),
    });
    const found = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(found.error || "Your server does not answer; try it again.");
    return found;
  };
}

/** Below a Hub a page shows this to read, too, as store/server.js does in the app. */
function token() {
  const [, found = ""] = /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie) ?? [];
  return decoded(found);
}

/**
 * The module at a path of the pages' own edition, as soon as that is built.
 *
 * @param {string} root
 * @param {string} path
 */
async function theirModule(root, path) {
  for (;;) {
    try {
      const answer = await fetch(`${root}class.html`, { cache: "no-store" });
      const [assets] = ASSETS.exec(await answer.text()) ?? [];
      if (assets) return await import(new URL(`${root + assets}${path}`, location.href).href);
    } catch (error) {
      console.warn(error);
    }
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
  }
}
