// @ts-check
/**
 * DOM nodes made by hand: no text ever passes through an HTML parser.
 *
 * @import { Attributes, Child } from "./elements.d.ts"
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A node with attributes, listeners ("onclick") and children; null children are left out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes<HTMLElementTagNameMap[Tag]>} attributes
 * @param {Child[]} children
 */
export function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...flat(children));
  return made;
}

/**
 * The nodes and texts in lists of lists, without what is empty.
 *
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
function flat(children) {
  return children.flatMap((child) => {
    if (child === null || child === "") return [];
    if (Array.isArray(child)) return flat(child);
    return [/** @type {Node | string} */ (child)];
  });
}

const PATHS = {
  right: ["M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0", "m5 8.2 2.1 2.1L11 6"],
  wrong: ["M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0", "m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6"],
  flag: ["M3.5 14.5v-13M3.5 2.5h9l-2 3 2 3h-9"],
  tick: ["m3 8.5 3.2 3.2L13 4.8"],
  info: ["M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0", "M8 7.4v4m0-6.6v.1"],
  note: ["M8 1.8 15 14H1z", "M8 6.2v3.6m0 2v.1"],
};

/**
 * A 16-pixel line icon in the colour of the text; the word beside it says the same.
 *
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of [
    ["viewBox", "0 0 16 16"],
    ["class", "cl-icon"],
    ["aria-hidden", "true"],
  ]) {
    svg.setAttribute(key, value);
  }
  for (const d of PATHS[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/**
 * The data-key of what has the focus inside of `el`; "" where nothing has that is named.
 *
 * @param {Element} el
 */
export function keyWithin(el) {
  const now = /** @type {HTMLElement | null} */ (document.activeElement);
  return (now && el.contains(now) && now.dataset.key) || "";
}

/**
 * What has the focus in the document that an element stands in, or in its shadow root.
 *
 * @param {Element} el
 */
export function focusedAround(el) {
  const root = /** @type {Document | ShadowRoot} */ (el.getRootNode());
  return /** @type {HTMLElement | null} */ (root.activeElement ?? null);
}

/** Whether the page stands in a frame while something beside it is used: it takes no focus then. */
export function inUnusedFrame() {
  return window.parent !== window && !document.hasFocus();
}

/**
 * Give an element the focus; where it replaces `before`, a field with the same data-key, its caret
 * stands where it stood. What is typed on would else go to the field's beginning.
 *
 * @param {HTMLElement | null | undefined} element
 * @param {Element | null} before
 */
export function focusAgain(element, before) {
  if (inUnusedFrame()) return;
  element?.focus();
  // Fields, if they have a caret; it is null of what takes no text.
  const [from, to] = /** @type {(HTMLInputElement | null | undefined)[]} */ (
    /** @type {unknown} */ ([before, element])
  );
  const caret = from?.selectionStart ?? null;
  if (from && caret !== null && to?.dataset.key && to.dataset.key === from.dataset.key)
    to.setSelectionRange(caret, from.selectionEnd);
}

/**
 * Draw `el` anew with these parts: what was unfolded stays so, and what has the focus keeps it, both
 * known by their data-key.
 *
 * @param {HTMLElement} el
 * @param {Node[]} parts
 */
export function redraw(el, parts) {
  const before = focusedAround(el);
  const key = before && el.contains(before) ? before.dataset.key : "";
  /** @param {string | undefined} name */
  const keyed = (name) =>
    /** @type {HTMLElement | null} */ (el.querySelector(`[data-key="${CSS.escape(name ?? "")}"]`));
  const unfolded = /** @type {NodeListOf<HTMLElement>} */ (
    el.querySelectorAll("details[open] > summary[data-key]")
  );
  const open = [...unfolded].map(({ dataset }) => dataset.key);
  el.replaceChildren(...parts);
  for (const name of open) keyed(name)?.parentElement?.setAttribute("open", "");
  if (key) focusAgain(keyed(key), before);
}

/**
 * A link to a source, or plain words where the address is not one of the web's.
 *
 * @param {string} title
 * @param {string | null | undefined} address
 */
export function sourceLink(title, address) {
  if (!address || !/^https?:\/\//.test(address)) return node("span", {}, title);
  return node("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, title);
}

/**
 * Terms and what is said of each; a row without anything is left out.
 *
 * @param {[term: string, says: Child][]} rows
 */
export function drawRows(rows) {
  return node(
    "dl",
    { class: "cl-facts" },
    rows
      .filter(([, says]) => says)
      .map(([term, says]) => [node("dt", {}, term), node("dd", {}, says)]),
  );
}
