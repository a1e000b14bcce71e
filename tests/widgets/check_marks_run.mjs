/** Prints how the extension reads the texts of checks: pieces, each [tag, text]. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

globalThis.document = {
  createElement: (tag) => ({
    tag,
    append(...children) {
      this.text = children.join("");
    },
  }),
};
const { inline } = await import(pathToFileURL(process.argv[2]).href);
const pieces = (text) =>
  inline(text).map((one) => (typeof one === "string" ? ["", one] : [one.tag, one.text]));
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(pieces)));
