// @ts-check
/**
 * Newer editions of a notebook. JupyterLite shows a learner's saved copy in place of what the
 * server has now, for ever; so the new text is offered beside it, and never put over it.
 *
 * @import { App, Contents } from "../../../app/labextension/jupyterlab.d.ts"
 * @import { Bar } from "./bar.js"
 */

/**
 * A newer edition of a notebook.
 *
 * @typedef {object} Offered
 * @property {App} app JupyterLab
 * @property {string} path
 * @property {string} edition what the server has now
 * @property {URL} root the address of JupyterLite
 * @property {Bar} bar
 */

const REMEMBERED = "certlab-editions"; // by path, the edition that was opened or put aside

const looked = new Set(); // paths, in this visit

/**
 * Look at a notebook once, and offer the newer text where there is one.
 *
 * @param {Offered} found
 */
export async function offerEdition(found) {
  const { app, path, edition, bar } = found;
  if (looked.has(path)) return;
  looked.add(path);
  const mine = await app.serviceManager.contents.get(path, { content: true });
  if (editionOf(mine.content) === edition || remembered()[path] === edition) return;
  bar.tell(
    "This lab has a newer edition. Your copy is kept as it is.",
    [
      "Open the new one next to it",
      () =>
        open(found).catch((error) => {
          bar.tell(`The new edition was not opened: ${error.message} Your copy is unchanged.`, [
            "Close",
          ]);
        }),
    ],
    ["Not now", () => remember(path, edition)],
  );
}

/** @param {Offered} found */
async function open({ app, path, edition, root }) {
  const address = new URL(`files/${path.split("/").map(encodeURIComponent).join("/")}`, root);
  const reply = await fetch(address);
  if (!reply.ok) throw new Error("the server did not send it; reload the page.");
  const content = await reply.json();
  const { contents } = app.serviceManager;
  const [beside, isThere] = await place(contents, path, edition);
  if (!isThere) await contents.save(beside, { type: "notebook", format: "json", content });
  const options = { mode: "split-right" };
  await app.commands.execute("docmanager:open", { path: beside, factory: "Notebook", options });
  remember(path, edition);
}

/**
 * A name that is free, or where this edition already is.
 *
 * @param {Contents} contents
 * @param {string} path
 * @param {string} edition
 * @returns {Promise<[name: string, isThere: boolean]>}
 */
async function place(contents, path, edition) {
  const stem = path.replace(/\.ipynb$/, "");
  for (let number = 1; ; number += 1) {
    const beside = `${stem}.new${number === 1 ? "" : number}.ipynb`;
    const there = await contents.get(beside, { content: true }).catch(() => null);
    if (!there) return [beside, false];
    if (editionOf(there.content) === edition) return [beside, true];
  }
}

/**
 * @param {any} notebook as it is stored, or none
 * @returns {string}
 */
function editionOf(notebook) {
  return notebook?.metadata?.certlab?.edition ?? "";
}

/** @returns {Record<string, string>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} path
 * @param {string} edition
 */
function remember(path, edition) {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify({ ...remembered(), [path]: edition }));
  } catch {
    // Refused: it is offered again at the next visit.
  }
}
