// @ts-check
/**
 * Command lines, split by a shell's rules and never run; see study/kinds/command_lines.py.
 *
 * @typedef {object} Command
 * @property {Map<string, string>} settings of the environment, by name
 * @property {string[]} words
 * @property {string[]} variables names in it that a shell would replace
 */

import { t } from "../words.js";
import { trimmed, whiteSpace } from "./entries.js";

const PROMPT = new RegExp(`^[$#]([${whiteSpace()}]+|$)`);
const ENV = ["env", "/usr/bin/env"];
const SETTING = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
const FOREIGN = new RegExp(`[^${whiteSpace()}\\x20-\\x7e]`);
// What a shell reads between double quotes.
const QUOTED = /\\([\\"$`\n])|\\.|(\$(?:\w+|\{\w+\}))|(`|\$[({@*?!#$-])/gs;
const EXPANDED = "\0"; // before a variable, in a word; no line that is read has such a sign
const VARIABLE = /\0\$\{?(\w+)/g;
const TYPOGRAPHIC = /[‘’‚‛′“”„‟″‐‑‒–—―−]/;
const PIECE = new RegExp(
  [
    "(?<joint>\\\\\\n)",
    `(?<space>[${whiteSpace()}]+)`,
    "(?<escape>\\\\.)",
    "(?<single>'[^']*')",
    '(?<double>"(?:[^"\\\\]|\\\\.)*")',
    "(?<operator>\\|\\|?|&&?|;|<+|>+|[()])",
    "(?<variable>\\$(?:\\w+|\\{\\w+\\}))",
    "(?<substitution>`|\\$[({@*?!#$-])",
    "(?<hash>#)",
    `(?<text>[^\\\\'"|&;<>()\`#$${whiteSpace()}]+|\\$)`,
  ].join("|"),
  "sy",
);

/** @type {Record<string, () => string>} */
const LEFT_OPEN = {
  "'": () => t("A single quote is opened but never closed; add the second one."),
  '"': () => t("A double quote is opened but never closed; add the second one."),
  "\\": () => t("The line ends with a backslash; remove it."),
};

/** The line is no answer; its message says why. */
export class LineError extends Error {}

/**
 * The commands of a line; a prompt and `sudo` are skipped.
 * `may` holds "pipe" where several commands are wanted, "env" where settings are, and "dollar"
 * where a dollar sign is.
 *
 * @param {unknown} line
 * @param {string[]} may
 * @returns {Command[]}
 */
export function readLine(line, may) {
  const text =
    typeof line === "string" ? trimmed(line).replaceAll("\r\n", "\n").replace(PROMPT, "") : "";
  const sign = TYPOGRAPHIC.exec(text);
  if (sign)
    throw new LineError(
      t("No shell takes {sign} for a quote or a hyphen; type a plain one.", {
        sign: `\`${sign[0]}\``,
      }),
    );
  if (FOREIGN.test(text))
    throw new LineError(t("Write the line in the letters and signs of an English keyboard."));
  const commands = splitLine(text);
  if (commands.length > 1 && !may.includes("pipe")) throw new LineError(without("|"));
  if (commands.length > 1 && commands.some((words) => !words.length)) {
    throw new LineError(t("A pipe needs a command on both sides."));
  }
  const dollar = may.includes("dollar");
  return commands.map((words, place) =>
    bareCommand(words, may.includes("env") && place === 0, dollar),
  );
}

/**
 * The words of each command of a line, quotes and backslashes read.
 *
 * @param {string} text
 */
function splitLine(text) {
  /** @type {string[][]} */
  const commands = [[]];
  /** @type {string | null} */
  let word = null;
  let at = 0;
  while (at < text.length) {
    PIECE.lastIndex = at;
    const match = PIECE.exec(text);
    if (!match) throw new LineError(LEFT_OPEN[text[at]]());
    at = PIECE.lastIndex;
    const pieces = Object.entries(match.groups ?? {});
    const [type, piece] = pieces.find(([, part]) => part !== undefined) ?? ["joint", ""];
    if (type === "joint") continue;
    if (type === "hash" && word === null) {
      // a comment, to the end of the line
      at = `${text}\n`.indexOf("\n", at);
    } else if (type === "space" || type === "operator") {
      if (word !== null) commands[commands.length - 1].push(word);
      word = null;
      partWords(piece, commands);
    } else {
      word = (word ?? "") + readPiece(type, piece);
    }
  }
  if (word !== null) commands[commands.length - 1].push(word);
  return commands;
}

/**
 * What stands between words: white space, or an operator.
 *
 * @param {string} piece
 * @param {string[][]} commands
 */
function partWords(piece, commands) {
  if (/[\n\r]/.test(piece)) throw new LineError(t("Write it on one line."));
  if (piece === "|") commands.push([]);
  else if (trimmed(piece)) throw new LineError(without(piece));
}

/** @param {string} piece */
function without(piece) {
  return t("Write one command, without {sign}.", { sign: `\`${piece}\`` });
}

/** Nobody knows what a shell would put in the place of something. */
export function unseen() {
  return new LineError(
    t("Write every word in full; nothing is run here, so nothing can be substituted."),
  );
}

/**
 * What a piece of a word stands for.
 *
 * @param {string} type
 * @param {string} piece
 */
function readPiece(type, piece) {
  if (type === "escape") return piece.slice(1);
  if (type === "single") return piece.slice(1, -1);
  if (type === "variable") return EXPANDED + piece;
  if (type === "substitution") throw unseen();
  return type === "double" ? piece.slice(1, -1).replace(QUOTED, unquoted) : piece;
}

/**
 * What a sign or a variable between double quotes stands for.
 *
 * @param {string} whole
 * @param {string | undefined} plain
 * @param {string | undefined} variable
 * @param {string | undefined} substitution
 */
function unquoted(whole, plain, variable, substitution) {
  if (substitution) throw unseen();
  if (variable) return EXPANDED + variable;
  if (!plain) return whole;
  return plain === "\n" ? "" : plain;
}

/**
 * A command without `sudo`, `env` and the settings in front.
 *
 * @param {string[]} words
 * @param {boolean} env whether settings may stand before it
 * @param {boolean} dollar
 * @returns {Command}
 */
function bareCommand(words, env, dollar) {
  const variables = words.flatMap((word) => [...word.matchAll(VARIABLE)].map(([, name]) => name));
  if (variables.length && !dollar) throw unseen();
  let left = words.map((word) => word.replaceAll(EXPANDED, ""));
  if (left[0] === "sudo") {
    left = left.slice(1);
    if (left[0]?.startsWith("-")) throw new LineError(t("Write plain `sudo`, or leave it out."));
  }
  const settings = new Map();
  for (; left.length; left = left.slice(1)) {
    const setting = SETTING.exec(left[0]);
    if (ENV.includes(left[0]) && left[1]?.startsWith("-"))
      throw new LineError(t("Write plain `env`, or leave it out."));
    if (setting && !env)
      throw new LineError(
        t("Write the command without {setting} in front of it.", { setting: `\`${left[0]}\`` }),
      );
    if (setting) settings.set(setting[1], setting[2]);
    else if (!ENV.includes(left[0])) break;
  }
  if (!left.length) throw new LineError(t("Type a command line."));
  return { settings, words: left, variables };
}
