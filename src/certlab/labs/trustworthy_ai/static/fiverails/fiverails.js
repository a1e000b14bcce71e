// @ts-check
/** One message on its way through the five rails, as certlab.labs.trustworthy_ai.rails.journey has it. */

import { found, learnt, nearness, supported } from "./reading.js";

const stop = (place, state, ...about) => ({ place, state, about });

/**
 * The bank of the lab; it learns once and is asked often.
 *
 * @param {any} bank what certlab.labs.trustworthy_ai.page begins the picture with
 * @returns {(message: string, settings: any) => {stops: any[], text: string}}
 */
export function opened(bank) {
  const topic = learnt(bank.lines, bank.smooth);
  const forbidden = bank.rules.map(topic);
  return (message, settings) => {
    const first = input(message, settings);
    if (first.state === "stopped") return { stops: [first], text: bank.says.refused };
    const form = canonical(bank, message, settings.dialog);
    if (form === bank.advice)
      return { stops: [first, stop("dialog", "stopped", form)], text: bank.says.advice };
    const second = stop("dialog", settings.dialog ? "passed" : "off", form);
    const rest = form === bank.transfer ? transfer : answer;
    const { stops, text } = rest(bank, message, settings);
    return { stops: [first, second, ...stops], text };
  };

  function input(message, settings) {
    if (!settings.input) return stop("input", "off");
    const own = topic(message);
    return stop("input", forbidden.includes(own) ? "stopped" : "passed", own);
  }
}

/** The journeys of several messages with several settings each, for the test of this file. */
export function journeys(bank, messages, settings) {
  const send = opened(bank);
  return messages.map((message) => settings.map((one) => send(message, one)));
}

/** How often the model was asked. */
export function calls({ stops }) {
  return stops.filter(
    ({ place, state, about }) =>
      place === "model" ||
      (place === "input" && state !== "off") ||
      (place === "output" && about.length),
  ).length;
}

function canonical({ examples, advice, near, wide, ask }, message, dialog) {
  let best = { score: -1, form: ask };
  for (const [form, lines] of Object.entries(examples)) {
    if (form === advice && !dialog) continue;
    for (const line of lines) {
      const score = nearness(message, line, wide);
      if (score > best.score) best = { score, form };
    }
  }
  return best.score >= near ? best.form : ask;
}

/** The first whole number of a message, 0 where there is none. */
function amount(message) {
  return Number(message.split(/\s+/).find((word) => /^\d+$/.test(word)) ?? 0);
}

function transfer({ says, limit }, message, settings) {
  const euros = amount(message);
  const about = String(euros);
  if (!settings.execution) return { stops: [stop("execution", "off", about)], text: says.done };
  const allowed = euros > 0 && euros <= limit;
  return {
    stops: [stop("execution", allowed ? "passed" : "stopped", about)],
    text: allowed ? says.done : says.above,
  };
}

function answer({ chunks, empty, hidden, invented, says }, message, settings) {
  const here = settings.documents ? found(message, chunks, 2, empty) : [];
  const kept = settings.retrieval ? here.filter((chunk) => !chunk.startsWith(hidden)) : here;
  const changed = kept.length < here.length ? "changed" : "passed";
  const [own] = found(message, kept, 1, empty);
  const draft = settings.invents ? invented : (own ?? invented);
  const last = output(draft, kept, settings, empty);
  return {
    stops: [
      stop("retrieval", settings.retrieval ? changed : "off", ...kept),
      stop("model", "passed", draft),
      last,
    ],
    text: last.state === "stopped" ? says.refused : draft,
  };
}

/** The fact check, which passes whatever it has no evidence for. */
function output(draft, evidence, settings, empty) {
  if (!settings.output) return stop("output", "off");
  const holds = !evidence.length || supported(draft, evidence.join("\n"), empty);
  return stop("output", holds ? "passed" : "stopped", ...evidence);
}
