// @ts-check
/**
 * The words of the interface: an English message is the key, and what is shown without a catalogue.
 *
 * A catalogue is what certlab.words makes of a .po file: a text by message, a list of forms where
 * something is counted, and under "" the rule of the forms. It is taken before anything is drawn.
 */

// Which form counts as many; certlab.words.catalogue has the same rules.
const PLURALS = {
  "nplurals=1; plural=0;": () => 0,
  "nplurals=2; plural=(n != 1);": (n) => Number(n !== 1),
  "nplurals=2; plural=(n > 1);": (n) => Number(n > 1),
};
const HOLE = /( ?)\{([a-z_]+)\}/g;

let catalogue = {};
let language = "en";

/** Say everything in the language `lang`, "zh-TW", by its catalogue; without them, in English. */
export function setWords(words = {}, lang = "en") {
  catalogue = words;
  language = lang;
}

/** The language of the words, as `lang` and Intl take it. */
export function spoken() {
  return language;
}

/** Take the words of a widget's model, where it brings some, and mark its root with their language. */
export function speak({ model, el }) {
  if (model.get("lang")) setWords(model.get("words"), model.get("lang"));
  el.lang = language;
}

/** The message with each `{name}` replaced by its value. */
export function t(message, values = {}) {
  return filled(catalogue[message] || message, values);
}

/** The message for one, or for as many as `n`; `{n}` is filled in. */
export function tn(one, many, n, values = {}) {
  const form = catalogue[one]?.[PLURALS[catalogue[""]](n)];
  return filled(form || (n === 1 ? one : many), { n, ...values });
}

/** Sentences in a row, without those that are empty. */
export const inRow = (...says) =>
  says.filter(Boolean).reduce((first, then) => t("{first} {then}", { first, then }));

/** The same as `t` where values are nodes: a list of texts and of them. */
export function tparts(message, values) {
  return (catalogue[message] || message)
    .split(/\{([a-z_]+)\}/)
    .map((part, place) => (place % 2 ? (values[part] ?? `{${part}}`) : part));
}

/** A sentence as Python keeps it, { message, many, values } with others among the values; or a text as it is. */
export function say(sentence) {
  if (typeof sentence === "string") return sentence;
  const { message, many, values } = sentence;
  const isSentence = (value) => value !== null && typeof value === "object";
  const said = Object.fromEntries(
    Object.entries(values).map(([name, one]) => [name, isSentence(one) ? say(one) : one]),
  );
  return many ? tn(message, many, said.n, said) : t(message, said);
}

/** An empty value takes the space before it along. */
function filled(message, values) {
  return message.replace(HOLE, (_hole, space, name) => {
    const value = String(values[name] ?? `{${name}}`);
    return value && space + value;
  });
}
