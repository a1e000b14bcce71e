// @ts-check
/**
 * The history of a workspace by way of the server of certlab study.
 *
 * The other end is certlab.app.server.history_api.
 *
 * @import { Line } from "./rows.d.ts"
 */

import { decoded } from "../addresses.js";
import { offsetHere } from "../dates.js";
import { t } from "../words.js";
import { storeOver } from "./store.js";
import { AwayError, ServerError, WorkspaceShelf } from "./workspace.js";

const LOOK_EVERY = 3_000; // milliseconds between two looks for what others have added
const GONE = [401, 403, 404, 405]; // another server, or one that does not know this browser

/**
 * The store of the server whose API is at `address`, an URL that ends with a slash.
 *
 * @param {string | URL} address
 */
export async function openServerStore(address) {
  return storeOver(unframed(address), async (changed) => {
    const shelf = new WorkspaceShelf(lineTo(new URL("history", address)), changed);
    await shelf.begin(LOOK_EVERY);
    return shelf;
  });
}

/**
 * An address as it is outside JupyterLab's frame, where the same things have another.
 *
 * @param {string | URL} address
 */
export const unframed = (address) => String(address).replace(/\/~[^/]+\//, "/");

/**
 * @param {URL} address
 * @returns {Line}
 */
function lineTo(address) {
  return {
    read: async (place) => {
      const after = new URL(address);
      after.searchParams.set("after", place);
      const answer = await askServer(after, {});
      const data = await answer.blob();
      return {
        data,
        size: data.size,
        place: answer.headers.get("Certlab-Place") ?? "",
        workspace: answer.headers.get("Certlab-Workspace"),
        classroom: JSON.parse(answer.headers.get("Certlab-Class") ?? "null"),
      };
    },
    send: async (body) => (await askServer(address, { method: "POST", body })).text(),
  };
}

/** What shows that a page of ours asks. */
export const signed = () => ({ "X-XSRFToken": cookie("_xsrf") });

/**
 * The server's answer, which is good; else an Error whose message is a sentence.
 *
 * @param {string | URL} address
 * @param {RequestInit & { headers?: Record<string, string> }} options
 */
export async function askServer(address, options) {
  const headers = { ...options.headers, ...signed() };
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(address, { ...options, headers, cache: "no-store" });
  } catch {
    throw new AwayError(
      t("Your server does not answer; everything is sent once it runs and the network is back."),
    );
  }
  if (GONE.includes(answer.status))
    throw new AwayError(
      t(
        "This page is not signed in any more; open the address that certlab study prints, or in a class the one where you joined.",
      ),
    );
  if (answer.ok) return answer;
  const { message } = await answer.json().catch(() => ({}));
  throw new ServerError(
    message || t("The server refused ({status}); reload this page.", { status: answer.status }),
  );
}

/**
 * What a WorkspaceModel asks, of the server that plans at `address`; see plan_api.py.
 *
 * @param {string | URL} address
 */
export function askForDay(address) {
  return async (
    /** @type {{ known?: boolean, sent?: object | null }} */ { known = false, sent = null },
  ) => {
    const asked = new URL(address);
    if (known) asked.searchParams.set("known", "");
    const headers = { "Certlab-Offset": String(offsetHere()) };
    const options = sent ? { method: "POST", body: JSON.stringify(sent), headers } : { headers };
    return (await askServer(asked, options)).json();
  };
}

/**
 * How the expected score came about, of the server at `address`; see over_time.py of certlab.day.
 *
 * @param {string | URL} address
 */
export async function askForProgress(address) {
  const headers = { "Certlab-Offset": String(offsetHere()) };
  return (await askServer(address, { headers })).json();
}

/** @param {string} name */
function cookie(name) {
  const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
  return found ? decoded(found.slice(name.length + 1)) : "";
}
