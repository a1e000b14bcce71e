// @ts-check
/** Command lines, split by a shell's rules and never run; see study/command_lines.py. */

import { t } from "../words.js";
import { trimmed, whiteSpace } from "./entries.js";

const PROMPT = new RegExp(`^[$#]([${whiteSpace()}]+|$)`);
const ENV = ["env", "/usr/bin/env"];
const SETTING = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
const LONGEST = 1000; // signs; no item wants a line of more than some hundred
const FOREIGN = new RegExp(`[^${whiteSpace()}\\x20-\\x7e]`);
const SUBSTITUTED = /`|\$[({\w@*?!#$-]/;
const TYPOGRAPHIC = /[‘’‚‛′“”„‟″‐‑‒–—―−]/;
const PIECE = new RegExp(
  [
    "(?<joint>\\\\\\n)",
    `(?<space>[${whiteSpace()}]+)`,
    "(?<escape>\\\\.)",
    "(?<single>'[^']*')",
    '(?<double>"(?:[^"\\\\]|\\\\.)*")',
    "(?<operator>\\|\\|?|&&?|;|<+|>+|[()])",
    "(?<substitution>`|\\$[({\\w@*?!#$-])",
    "(?<hash>#)",
    `(?<text>[^\\\\'"|&;<>()\`#$${whiteSpace()}]+|\\$)`,
  ].join("|"),
  "sy",
);

const LEFT_OPEN = {
  "'": () => t("A single quote is opened but never closed; add the second one."),
  '"': () => t("A double quote is opened but never closed; add the second one."),
  "\\": () => t("The line ends with a backslash; remove it."),
};

/** The line is no answer; its message says why. */
export class LineError extends Error {}

/**
 * The commands of a line, each { settings, words }; a prompt and `sudo` are skipped.
 * `may` holds "pipe" where several commands are wanted, "env" where settings are.
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
  if (text.length > LONGEST)
    throw new LineError(
      t("The line is longer than {n} characters; write the command alone.", { n: LONGEST }),
    );
  const commands = splitLine(text);
  if (commands.length > 1 && !may.includes("pipe")) throw new LineError(without("|"));
  if (commands.length > 1 && commands.some((words) => !words.length)) {
    throw new LineError(t("A pipe needs a command on both sides."));
  }
  return commands.map((words, place) => bareCommand(words, may.includes("env") && place === 0));
}

/** The words of each command of a line, quotes and backslashes read. */
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

/** What stands between words: white space, or an operator. */
function partWords(piece, commands) {
  if (/[\n\r]/.test(piece)) throw new LineError(t("Write it on one line."));
  if (piece === "|") commands.push([]);
  else if (trimmed(piece)) throw new LineError(without(piece));
}

function without(piece) {
  return t("Write one command, without {sign}.", { sign: `\`${piece}\`` });
}

function notRun() {
  return t("Write every word in full; nothing is run here, so nothing can be substituted.");
}

/** What a piece of a word stands for. */
function readPiece(type, piece) {
  if (type === "escape") return piece.slice(1);
  if (type === "single") return piece.slice(1, -1);
  if (type === "substitution") throw new LineError(notRun());
  if (type !== "double") return piece;
  if (SUBSTITUTED.test(piece.replace(/\\./gs, ""))) throw new LineError(notRun());
  return piece.slice(1, -1).replace(/\\([\\"$`\n])/g, (_, sign) => (sign === "\n" ? "" : sign));
}

/** A command without `sudo`, `env` and the settings in front. */
function bareCommand(words, env) {
  let left = words;
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
  return { settings, words: left };
}
