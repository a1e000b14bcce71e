// @ts-check
/** "Report a mistake": what was asked and answered, as a short text for the clipboard. */

import { node } from "../dom.js";
import { t, tparts } from "../words.js";

/** One line, the same in every language; as certlab.study.questions writes it. */
function mistakeLine(item, { rev, seed }, response) {
  return `${item} rev ${rev} seed ${seed}: ${JSON.stringify(response)}`;
}

/** A button that copies the line and says where to send it; where it may not, the line to copy. */
export function drawMistake(item, response, { asked, report }) {
  const line = mistakeLine(item, asked, response);
  const says = node("span", { "aria-live": "polite" });
  const press = async () => {
    const copied = await copy(line);
    const place = drawPlace(report);
    says.replaceChildren(
      ...(copied
        ? tparts("Copied. Send it to {place}.", { place })
        : [
            ...tparts("Copy this line and send it to {place}:", { place }),
            " ",
            node("code", {}, line),
          ]),
    );
  };
  return node(
    "p",
    { class: "cl-mistake" },
    node(
      "button",
      { type: "button", class: "cl-quiet", "data-key": "mistake", onclick: press },
      t("Report a mistake"),
    ),
    says,
  );
}

/** Whether the clipboard took it: a page may have none, and a browser may refuse. */
async function copy(line) {
  try {
    await navigator.clipboard.writeText(line);
    return true;
  } catch {
    return false;
  }
}

function drawPlace(address) {
  if (!/^(https?:\/\/|mailto:)/.test(address)) return t("the authors of this course");
  const shown = address.replace(/^(https?:\/\/|mailto:)/, "");
  return node("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, shown);
}
