// @ts-check
/** Make a tree look like a new one and keep its nodes: focus, typed text and motion survive. */

/**
 * `old` becomes like `fresh`. Children with a data-key are matched by it, others in order.
 *
 * @param {any} old an element, with what a control of its kind has
 * @param {any} fresh the same
 */
export function morph(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.type === "radio") old.checked = fresh.hasAttribute("checked");
  if (old.type === "number") old.value = fresh.value;
  if (old.localName === "option") old.selected = fresh.hasAttribute("selected");
  if (old.localName !== "textarea") children(old, fresh);
}

const keyOf = (/** @type {Node} */ one) => /** @type {HTMLElement} */ (one).dataset?.key;

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function children(old, fresh) {
  const keyed = new Map([...old.childNodes].filter(keyOf).map((one) => [keyOf(one), one]));
  const loose = [...old.childNodes].filter((one) => !keyOf(one));
  const kept = [...fresh.childNodes].map((wanted) => {
    const found = keyOf(wanted) ? keyed.get(keyOf(wanted)) : loose.shift();
    if (found?.nodeName !== wanted.nodeName) return wanted;
    if (found.nodeType === Node.TEXT_NODE) found.nodeValue = wanted.nodeValue;
    else morph(found, wanted);
    return found;
  });
  // First what goes, so that what stays need not move: a node that moves loses the focus.
  for (const one of [...old.childNodes]) if (!kept.includes(one)) one.remove();
  kept.forEach((one, place) => {
    if (old.childNodes[place] !== one) old.insertBefore(one, old.childNodes[place] ?? null);
  });
}
