// @ts-check
/**
 * A number in its bits without Python behind it.
 *
 * The model has the traits that certlab.labs.gpu_architecture.widgets.numbers.NumberBits has, and
 * says and refuses the same in the same words.
 *
 * @import { Format } from "./codes.js"
 * @typedef {{ formats: Format[], format: string, value: number }} Begin
 * @typedef {ReturnType<typeof shownOf>} Drawn
 * @typedef {{ choices: string[][], shown: Drawn, refusal: { n?: number, text?: string }, said: { n?: number, text?: string } }} BitsState
 * @typedef {{ type: "flip", bit: number } | { type: "step", by: number } | { type: "put", value: string } | { type: "choose", format: string }} BitsMessage
 */

import { PageModel } from "../../../../app/static/simulator/page_model.js";
import { t } from "../../../../app/static/words.js";
import { bitsOf, decode, encode, fieldsOf, plain, shownIn, signBit, sumOf } from "./codes.js";

/** @returns {Record<string, string>} */
const KINDS = () => ({
  zero: t("zero"),
  subnormal: t("a subnormal number"),
  normal: t("a normal number"),
  infinity: t("infinity"),
  NaN: t("not a number"),
});

/**
 * What is drawn of a code.
 *
 * @param {Format} format
 * @param {number} code
 */
function shownOf(format, code) {
  const fields = fieldsOf(format, code);
  const names = { sign: t("sign"), exponent: t("exponent"), mantissa: t("mantissa") };
  let first = bitsOf(format);
  const groups = Object.entries(names).map(([id, name], n) => {
    first -= fields.bits[n].length;
    return { id, name, bits: fields.bits[n], first };
  });
  const value = shownIn(format, fields.value);
  const kind = KINDS()[fields.kind];
  const number = fields.kind === "normal" || fields.kind === "subnormal";
  const beyond = fields.next === null ? "" : shownIn(format, fields.next);
  const digits = code.toString(16).toUpperCase();
  return {
    format: format.id,
    groups,
    hex: `0x${digits.padStart(Math.ceil(bitsOf(format) / 4), "0")}`,
    value,
    sum: number ? sumOf(format, fields) : "",
    kind,
    next: beyond ? t("The next larger number is {value}.", { value: beyond }) : "",
    words: t("{format} {bits} is {value}: {kind}.", {
      format: format.name,
      bits: fields.bits.join(" "),
      value,
      kind,
    }),
  };
}

/**
 * A number that somebody typed; null where it is none.
 *
 * @param {string} text
 */
function typed(text) {
  const plainText = text.trim().replaceAll("−", "-").replaceAll(",", "").toLowerCase();
  const named = /^([+-]?)(inf|infinity|nan)$/.exec(plainText);
  if (named) return named[2] === "nan" ? Number.NaN : named[1] === "-" ? -Infinity : Infinity;
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(plainText);
  return number ? Number(plainText) : null;
}

/**
 * @param {number} value
 * @param {number} kept
 */
function rounding(value, kept) {
  if (Object.is(kept, value) || kept === value || Number.isNaN(value)) return "";
  if (!Number.isFinite(kept)) return t("{value} is too large.", { value: plain(value) });
  return t("{value} is rounded to {kept}.", { value: plain(value), kept: plain(kept) });
}

export class BitsModel extends PageModel {
  /** @param {Begin} begin `formats` that can be chosen, the `format` it begins with, and a `value` */
  constructor({ formats, format, value }) {
    const choices = formats.map(({ id, name }) => [id, name]);
    super({ choices, refusal: {}, said: {} });
    this.formats = formats;
    this.format = this.named(format);
    this.count = 0;
    this.code = encode(this.format, value) ?? 0; // Python lets no NaN begin that has no code
    this.take({ shown: shownOf(this.format, this.code) });
  }

  /** @param {string} id */
  named(id) {
    return /** @type {Format} */ (this.formats.find((one) => one.id === id));
  }

  /** @param {BitsMessage} message */
  send(message) {
    const { format, code } = this;
    if (message.type === "flip") {
      const weight = 2 ** message.bit;
      const isSet = Math.floor(code / weight) % 2 === 1;
      this.show(format, isSet ? code - weight : code + weight);
    } else if (message.type === "step") {
      const half = signBit(format);
      const sign = code >= half ? half : 0;
      this.show(format, sign + ((code - sign + message.by + half) % half));
    } else if (message.type === "choose")
      this.round(this.named(message.format), decode(format, code));
    else this.put(message.value);
  }

  /** @param {string} text */
  put(text) {
    const value = typed(text);
    if (value === null)
      this.decline(
        t("{text} is not a number; write 0.1, 1e-3 or inf.", { text: text.trim() || "“”" }),
      );
    else this.round(this.format, value);
  }

  /**
   * @param {Format} format
   * @param {number} value
   */
  round(format, value) {
    const code = encode(format, value);
    if (code === null)
      this.decline(
        t(
          "{name} has no code for NaN, so libraries give zero or the largest number instead; check for NaN before you convert.",
          format,
        ),
      );
    else this.show(format, code, rounding(value, decode(format, code)));
  }

  /**
   * Say why not; a choice that was not taken goes back.
   *
   * @param {string} text
   */
  decline(text) {
    this.refuse(text);
    this.take({ shown: { ...this.get("shown") } });
  }

  /**
   * @param {Format} format
   * @param {number} code
   * @param {string} [before]
   */
  show(format, code, before = "") {
    Object.assign(this, { format, code, count: this.count + 1 });
    const shown = shownOf(format, code);
    const text = before ? `${before} ${shown.words}` : shown.words;
    this.take({ shown, refusal: {}, said: { n: this.count, text } });
  }
}
