/** A line against the program, flags and words of a key; see study/commands.py. */

import { isNear, readNumber } from "./gradeentries.js";
import { LineError, readLine } from "./gradelines.js";
import { judged } from "./gradeverdicts.js";
import { inCode, readWords, whyOf } from "./gradewords.js";

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
    return `${calls.length} commands are wanted, joined by pipes; this line has ${commands.length}.`;
  }
  const faults = [settingsFault(env, commands[0].settings)];
  calls.forEach((call, place) => faults.push(callFault(call, commands[place].words)));
  return faults.find(Boolean) ?? "";
}

function settingsFault(env, settings) {
  for (const [name, value] of settings) {
    if (!Object.hasOwn(env, name)) return `\`${name}\` does not belong here.`;
    if (!fitsRow(env[name], value)) return `\`${name}\` wants ${inCode(env[name][0].text)}, not ${inCode(value)}.`;
  }
  const unset = Object.keys(env).find((name) => !settings.has(name));
  return unset ? `\`${unset}\` is not set.` : "";
}

function callFault(call, [program, ...words]) {
  if (!call.programs.includes(program)) return `The program is ${inCode(call.programs[0])}, not ${inCode(program)}.`;
  const found = readWords(call, words);
  if (found.fault) return found.fault;
  const unused = [...call.flags];
  const faults = found.flags.map(([name, value]) => flagFault(unused, name, value));
  faults.push(wordsFault(call.arguments, found.plain), wordsFault(call.rest, found.rest));
  const missing = unused.find((flag) => flag.needed);
  if (missing) faults.push(`${inCode(missing.names[0])} is missing. ${missing.why}`);
  return faults.find(Boolean) ?? "";
}

/** Take the row that a flag fills out of `unused`, or say why it fills none. */
function flagFault(unused, name, value) {
  const rows = unused.filter((flag) => flag.names.includes(name));
  if (!rows.length) return `${inCode(name)} stands once too often.`;
  const filled = rows.find(({ values }) => value === null || !values?.length || fitsRow(values, value));
  unused.splice(unused.indexOf(filled ?? rows[0]), 1);
  if (filled) return "";
  const [{ values, traps, why }] = rows;
  return `${inCode(name)} wants ${inCode(values[0].text)}, not ${inCode(value)}. ${whyOf(traps, value, why)}`;
}

function wordsFault(wanted, words) {
  for (const [place, row] of wanted.entries()) {
    const first = inCode(row[0].text);
    if (place >= words.length) return `${first} is missing.`;
    if (!fitsRow(row, words[place])) return `${first} is wanted where ${inCode(words[place])} stands.`;
  }
  return words.length > wanted.length ? `${inCode(words[wanted.length])} does not belong here.` : "";
}

function fitsRow(row, written) {
  return row.some(({ text, number }) => {
    if (number === undefined) return text === written;
    // No thousands here: to a program 1,024 is two numbers.
    const typed = written.includes(",") ? null : readNumber(written);
    return typed !== null && isNear(typed, number);
  });
}
