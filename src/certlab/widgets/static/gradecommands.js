/** A line against the program, flags and words of a key; see study/commands.py. */

import { isNear, readNumber } from "./gradeentries.js";
import { LineError, readLine } from "./gradelines.js";
import { judged } from "./gradeverdicts.js";
import { inCode, readWords, whyOf } from "./gradewords.js";
import { t } from "./words.js";

/** Why a line cannot be graded; "" when it can. */
export function refuseLine(may, response) {
  try {
    readLine(response, may);
    return "";
  } catch (error) {
    if (error instanceof LineError) return error.message;
    throw error;
  }
}

export function gradeCommand(key, response) {
  const fault = faultOf(key, readLine(response, key.may));
  return judged(!fault, fault);
}

/** The worst that is wrong with a line, "" when nothing is. */
function faultOf({ env, calls }, commands) {
  if (commands.length !== calls.length) {
    return t("{count} commands are wanted, joined by pipes; this line has {n}.", { count: calls.length, n: commands.length });
  }
  const faults = [settingsFault(env, commands[0].settings)];
  calls.forEach((call, place) => faults.push(callFault(call, commands[place].words)));
  return faults.find(Boolean) ?? "";
}

function settingsFault(env, settings) {
  for (const [name, value] of settings) {
    if (!Object.hasOwn(env, name)) return t("{word} does not belong here.", { word: inCode(name) });
    if (!fitsRow(env[name], value)) {
      return t("{word} wants {wanted}, not {written}.", { word: inCode(name), ...asWritten(env[name], value) });
    }
  }
  const unset = Object.keys(env).find((name) => !settings.has(name));
  return unset ? t("{word} is not set.", { word: inCode(unset) }) : "";
}

function callFault(call, [program, ...words]) {
  if (!call.programs.includes(program)) {
    return t("The program is {wanted}, not {written}.", { wanted: inCode(call.programs[0]), written: inCode(program) });
  }
  const found = readWords(call, words);
  if (found.fault) return found.fault;
  const unused = [...call.flags];
  const faults = found.flags.map(([name, value]) => flagFault(unused, name, value));
  faults.push(wordsFault(call.arguments, found.plain), wordsFault(call.rest, found.rest));
  const missing = unused.find((flag) => flag.needed);
  if (missing) faults.push(t("{word} is missing. {why}", { word: inCode(missing.names[0]), why: missing.why }));
  return faults.find(Boolean) ?? "";
}

/** Take the row that a flag fills out of `unused`, or say why it fills none. */
function flagFault(unused, name, value) {
  const rows = unused.filter((flag) => flag.names.includes(name));
  if (!rows.length) return t("{word} stands once too often.", { word: inCode(name) });
  const filled = rows.find(({ values }) => value === null || !values?.length || fitsRow(values, value));
  unused.splice(unused.indexOf(filled ?? rows[0]), 1);
  if (filled) return "";
  const [{ values, traps, why }] = rows;
  return t("{word} wants {wanted}, not {written}. {why}", {
    word: inCode(name), ...asWritten(values, value), why: whyOf(traps, value, why),
  });
}

function wordsFault(wanted, words) {
  for (const [place, row] of wanted.entries()) {
    if (place >= words.length) return t("{word} is missing.", { word: inCode(row[0].text) });
    if (!fitsRow(row, words[place])) return t("{wanted} is wanted where {written} stands.", asWritten(row, words[place]));
  }
  return words.length > wanted.length ? t("{word} does not belong here.", { word: inCode(words[wanted.length]) }) : "";
}

/** What is wanted of a row, and what was written, as they stand in a sentence. */
function asWritten(row, written) {
  return { wanted: inCode(row[0].text), written: inCode(written) };
}

function fitsRow(row, written) {
  return row.some(({ text, number }) => {
    if (number === undefined) return text === written;
    // No thousands here: to a program 1,024 is two numbers.
    const typed = written.includes(",") ? null : readNumber(written);
    return typed !== null && isNear(typed, number);
  });
}
