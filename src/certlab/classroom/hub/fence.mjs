/**
 * The Hub's proxy with a fence: a browser reaches the server of the learner who joined in it,
 * and no other. All servers have one origin, so a page that a learner serves may do whatever
 * its reader may; it must not come to anybody else. See fence.py, which signs the cookie.
 *
 *     node fence.mjs LAUNCH.json PROXY ...     PROXY is configurable-http-proxy's program
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";

const SAYS =
  "This is the server of somebody else, or you have not joined in this browser. Open your own " +
  "at /hub/home; if it is this one, log out at /hub/logout and join again.\n";
const OTHER = Buffer.from(
  `HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: ${SAYS.length}\r\nConnection: close\r\n\r\n${SAYS}`,
);
const [, , launch, named] = process.argv;
const program = pathToFileURL(realpathSync(named));
const { token } = JSON.parse(readFileSync(launch, "utf-8"));

/** Whose server the proxy would ask: it strips slashes and codes, so its own reading counts. */
async function ownerOf(proxy, request) {
  const found = await proxy.targetForReq(request).catch(() => undefined); // it says so itself
  return /\/user\/([^/]+)/.exec(found?.prefix ?? "")?.[1] ?? "";
}

/** Who joined in this browser: two answers are none, for other pages may have set one. */
function joined({ headers }) {
  const found = (headers.cookie ?? "")
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one.startsWith("certlab-joined="))
    .map((one) => nameIn(one.slice("certlab-joined=".length)));
  return new Set(found).size === 1 ? found[0] : "";
}

function nameIn(value) {
  const [name, signature = ""] = value.split(".").map((one) => Buffer.from(one, "base64url"));
  const right = createHmac("sha256", token).update("joined ").update(name).digest();
  const signed = signature.length === right.length && timingSafeEqual(signature, right);
  return signed ? name.toString("utf-8") : "";
}

/** A program shows its token; no page can make a browser do so with an address. */
const byToken = ({ headers }) => /^(token|bearer) /i.test(headers.authorization ?? "");

const { default: Plain } = await import(new URL("../lib/configproxy.js", program).href);
const { handleProxy } = Plain.prototype;
Plain.prototype.handleProxy = async function (kind, request, response, ...rest) {
  const owner = await ownerOf(this, request);
  if (!owner || byToken(request) || joined(request) === owner)
    return handleProxy.call(this, kind, request, response, ...rest);
  if (kind === "ws") response.end(OTHER);
  else response.writeHead(403, { "Content-Type": "text/plain" }).end(SAYS);
};
process.argv.splice(1, 2);
await import(program.href);
