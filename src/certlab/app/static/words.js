// @ts-check
/**
 * The words of the interface: an English message is the key, and what is shown without a catalogue.
 *
 * A catalogue is what certlab.words makes of a .po file: a text by message, a list of forms where
 * something is counted, and under "" the rule of the forms. It is taken before anything is drawn.
 *
 * @import { Child, WidgetModel } from "./elements.d.ts"
 * @typedef {Record<string, string | string[]>} Catalogue
 * @typedef {Record<string, string | number | null | undefined>} Values
 * @typedef {string | SentenceParts} Sentence as Python keeps it, or a text as it is
 * @typedef {{ message: string, many?: string, values: Record<string, string | number | Sentence> }} SentenceParts
 */

/**
 * Which form counts as many; certlab.words.catalogue has the same rules.
 *
 * @type {Record<string, (n: number) => number>}
 */
const PLURALS = {
  "nplurals=1; plural=0;": () => 0,
  "nplurals=2; plural=(n != 1);": (n) => Number(n !== 1),
  "nplurals=2; plural=(n > 1);": (n) => Number(n > 1),
};
const HOLE = /( ?)\{([a-z_]+)\}/g;

/** @type {Catalogue} */
let catalogue = {};
let language = "en";

/**
 * Say everything in the language `lang`, "zh-TW", by its catalogue; without them, in English.
 *
 * @param {Catalogue} words
 * @param {string} lang
 */
export function setWords(words = {}, lang = "en") {
  catalogue = words;
  language = lang;
}

/**
 * Know more of them, in the same language.
 *
 * @param {Catalogue} words
 */
export function addWords(words) {
  catalogue = { ...catalogue, ...words };
}

/** The language of the words, as `lang` and Intl take it. */
export function spoken() {
  return language;
}

/**
 * Take the words of a widget's model, where it brings some, and mark its root with their language.
 *
 * @param {{ model: Pick<WidgetModel, "get">, el: HTMLElement }} context
 */
export function speak({ model, el }) {
  if (model.get("lang")) setWords(model.get("words"), model.get("lang"));
  el.lang = language;
}

/**
 * The message with each `{name}` replaced by its value.
 *
 * @param {string} message
 * @param {Values} values
 */
export function t(message, values = {}) {
  return filled(textOf(message), values);
}

/**
 * The message for one, or for as many as `n`; `{n}` is filled in.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} values
 */
export function tn(one, many, n, values = {}) {
  const forms = catalogue[one];
  const form = forms?.[PLURALS[textOf("")](n)];
  return filled(form || (n === 1 ? one : many), { n, ...values });
}

/** Sentences in a row, without those that are empty. */
export const inRow = (/** @type {(string | null)[]} */ ...says) =>
  says.filter(Boolean).reduce((first, then) => t("{first} {then}", { first, then }));

/**
 * The same as `t` where values are nodes: a list of texts and of them.
 *
 * @template {Child} C
 * @param {string} message
 * @param {Record<string, C>} values
 * @returns {(string | C)[]}
 */
export function tparts(message, values) {
  return textOf(message)
    .split(/\{([a-z_]+)\}/)
    .map((part, place) => (place % 2 ? (values[part] ?? `{${part}}`) : part));
}

/**
 * A sentence as Python keeps it, { message, many, values } with others among the values; or a text as it is.
 *
 * @param {Sentence} sentence
 * @returns {string}
 */
export function say(sentence) {
  if (typeof sentence === "string") return sentence;
  const { message, many, values } = sentence;
  const said = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value !== null && typeof value === "object" ? say(value) : value,
    ]),
  );
  return many ? tn(message, many, Number(said.n), said) : t(message, said);
}

/** @param {string} message */
function textOf(message) {
  const text = catalogue[message];
  return typeof text === "string" && text ? text : message;
}

/**
 * An empty value takes the space before it along.
 *
 * @param {string} message
 * @param {Values} values
 */
function filled(message, values) {
  return message.replace(HOLE, (_hole, space, name) => {
    const value = String(values[name] ?? `{${name}}`);
    return value && space + value;
  });
}
