// @ts-check
/**
 * A line against the program, flags and words of a key; see study/kinds/command.py.
 *
 * @import { Call, CommandKey, Flag, Verdict, Wanted } from "./keys.d.ts"
 * @import { Command } from "./lines.js"
 * @typedef {[flag: Flag, written: string]} Filled a row that a flag has filled
 */

import { t } from "../words.js";
import { asWritten, fitsRow, fitsWord, wordsFault } from "./command_rows.js";
import {
  caughtFlag,
  inCode,
  isKnown,
  nameIn,
  readWords,
  unknownWord,
  whyOf,
} from "./command_words.js";
import { LineError, readLine, unseen } from "./lines.js";
import { mayBegin, readProgram } from "./programs.js";
import { judged, noAnswer } from "./verdicts.js";

/**
 * Why a line cannot be graded, as far as that is known without its key; "" when it can.
 *
 * @param {string[]} may
 * @param {unknown} response
 */
export function refuseLine(may, response) {
  try {
    readLine(response, may);
    return "";
  } catch (error) {
    if (error instanceof LineError) return error.message;
    throw error;
  }
}

/**
 * The verdict on a line; "invalid" where it holds what the key does not know.
 *
 * @param {CommandKey} key
 * @param {unknown} response
 * @returns {Verdict}
 */
export function gradeCommand(key, response) {
  try {
    const commands = readLine(response, key.may);
    const names = commands.flatMap(({ variables }) => variables);
    const fault = expansionFault(key.dollars, names) || faultOf(key, commands);
    if (names.length && !fault) throw unseen();
    return judged(!fault, fault);
  } catch (error) {
    if (error instanceof LineError) return noAnswer(error.message);
    throw error;
  }
}

/**
 * Why a name is lost that the shell replaces, where the name itself is wanted.
 *
 * @param {string[]} dollars
 * @param {string[]} names
 */
function expansionFault(dollars, names) {
  const lost = names.find((name) => dollars.includes(name));
  return lost === undefined
    ? ""
    : t(
        "The shell puts the value of a variable in the place of {word}; write it in single quotes.",
        { word: inCode(`$${lost}`) },
      );
}

/**
 * The worst that is wrong with a line, "" when one of the right commands is in it.
 *
 * @param {CommandKey} key
 * @param {Command[]} commands
 */
function faultOf({ env, calls, others }, commands) {
  /** @type {string[]} */
  const faults = [];
  /** @type {LineError[]} */
  const errors = [];
  for (const right of [calls, ...others.map((one) => [one])]) {
    try {
      faults.push(lineFault(env, right, commands));
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      errors.push(error);
    }
  }
  if (!faults.length) throw errors[0];
  return faults.includes("") ? "" : faults[0];
}

/**
 * The worst that is wrong with a line where just these calls are wanted.
 *
 * @param {CommandKey["env"]} env
 * @param {Call[]} calls
 * @param {Command[]} commands
 */
function lineFault(env, calls, commands) {
  if (commands.length !== calls.length) {
    const [first] = commands[0].words;
    if (!calls.some((call) => mayBegin(call, first))) throw unknownWord(first);
    return t("The answer has {count} commands joined by pipes, but this line has {n}.", {
      count: calls.length,
      n: commands.length,
    });
  }
  const settings = () => settingsFault(env, calls[0], commands[0].settings);
  return firstFault([
    settings,
    ...calls.map((call, place) => () => callFault(call, commands[place].words)),
  ]);
}

/**
 * The first fault; what comes after it is not looked at, as it may be what nobody can judge.
 *
 * @param {(() => string)[]} checks
 */
function firstFault(checks) {
  for (const check of checks) {
    const fault = check();
    if (fault) return fault;
  }
  return "";
}

/**
 * @param {CommandKey["env"]} env
 * @param {Call} call
 * @param {Command["settings"]} settings
 */
function settingsFault(env, call, settings) {
  for (const [name, value] of settings) {
    if (!Object.hasOwn(env, name)) return caughtFlag(call, name);
    if (!fitsRow(env[name], value)) {
      return t("{word} needs {wanted}, not {written}.", {
        word: inCode(name),
        ...asWritten(env[name], value),
      });
    }
  }
  const unset = Object.keys(env).find((name) => !settings.has(name));
  return unset ? t("{word} is not set.", { word: inCode(unset) }) : "";
}

/**
 * @param {Call} call
 * @param {string[]} words
 */
function callFault(call, words) {
  const { lead, fault } = readProgram(call, words);
  if (fault) return fault;
  const found = readWords(call, words.slice(lead));
  if (found.fault) return found.fault;
  const unused = [...call.flags];
  /** @type {Filled[]} */
  const filled = [];
  return firstFault([
    ...found.flags.map(
      ([name, value]) =>
        () =>
          flagFault(unused, filled, name, value),
    ),
    () => placeFault(filled),
    () => wordsFault(call.arguments, found.plain),
    () => restFault(call, words.slice(0, lead), found.rest),
    () => missingFault(unused),
  ]);
}

/**
 * Take the row that a flag fills out of `unused`, or say why it fills none.
 *
 * @param {Flag[]} unused
 * @param {Filled[]} filled
 * @param {string} name
 * @param {string | null} value
 */
function flagFault(unused, filled, name, value) {
  const rows = unused.filter((flag) => flag.names.includes(name));
  const row = rows.find((flag) => takesValue(flag, value)) ?? rows[0];
  // One more than there are rows; some programs take the last.
  if (!row)
    throw new LineError(
      t("{word} is given once too often; remove the extra one.", { word: inCode(name) }),
    );
  unused.splice(unused.indexOf(row), 1);
  filled.push([row, value ? `${name} ${value}` : name]);
  if (takesValue(row, value)) return "";
  return t("{word} needs {wanted}, not {written}. {why}", {
    word: inCode(name),
    ...asWritten(row.values ?? [], value ?? ""),
    why: whyOf(row.traps, (row.anycase ? value?.toLowerCase() : value) ?? null, row.why),
  });
}

/**
 * @param {Flag} flag
 * @param {string | null} value
 */
function takesValue({ values, anycase }, value) {
  if (value === null || !values?.length) return true;
  if (anycase) return values.some(({ text }) => text.toLowerCase() === value.toLowerCase());
  return fitsRow(values, value);
}

/**
 * A flag that stands before one that it has to follow.
 *
 * @param {Filled[]} filled
 */
function placeFault(filled) {
  for (const [place, [row, written]] of filled.entries()) {
    const other = filled
      .slice(place + 1)
      .find(([{ names }]) => names.some((name) => row.after.includes(name)));
    if (other) {
      return t("{word} comes before {other} but has to come after it. {why}", {
        word: inCode(written),
        other: inCode(other[1]),
        why: row.why,
      });
    }
  }
  return "";
}

/**
 * What is wrong with the words that are handed on.
 *
 * @param {Call} call
 * @param {string[]} program
 * @param {string[]} words
 */
function restFault(call, program, words) {
  for (const [place, word] of words.entries()) {
    const row = call.rest[place] ?? [];
    if (fitsWord(row, word)) continue;
    if (isKnown(call, word)) {
      return t("{word} comes after {first}, so {program} passes it on and does not read it.", {
        word: inCode(nameIn(word)),
        first: inCode(words[0]),
        program: inCode(program.join(" ")),
      });
    }
    if (!row.length && word.startsWith("-")) throw unknownWord(nameIn(word));
  }
  return wordsFault(call.rest, words);
}

/** @param {Flag[]} unused */
function missingFault(unused) {
  const missing = unused.find((flag) => flag.needed);
  return missing
    ? t("{word} is missing. {why}", { word: inCode(missing.names[0]), why: missing.why })
    : "";
}
