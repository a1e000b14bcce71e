// @ts-check
/**
 * Server-sent events over fetch, which can say who asks, as EventSource cannot.
 *
 * Pages have it, and the worker that hears for all of them; so it has no page and no words.
 */

const SILENT = 45_000; // milliseconds; the class says something every 15 s, so the line is dead

/** What a page answers when the worker asks who is there. */
export const HERE = "here";

const BROKEN = { done: true, value: "" }; // as if the other end had closed

/**
 * The whole events of a text as [{ event, data }], and the rest, which is still to come.
 *
 * What the HTML standard reads from a stream, without ids and `retry`, which the class does not send.
 *
 * @param {string} text
 */
export function readEvents(text) {
  const blocks = text.replace(/\r\n?/g, "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.map(readEvent).filter(({ data }) => data !== "");
  return { events, rest };
}

/** @param {string} block */
function readEvent(block) {
  let name = "message";
  /** @type {string[]} */
  const lines = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^(event|data)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === "event") name = value ?? "";
    if (field === "data") lines.push(value ?? "");
  }
  return { event: name, data: lines.join("\n") };
}

/**
 * Call `heard(event, data)` with each event, its data parsed, until the line ends.
 *
 * `open(signal)` resolves with the Response. Resolves when the other end closed or fell silent,
 * or `signal` ended it, and rejects as `open` does.
 *
 * @param {(signal: AbortSignal) => Promise<Response>} open
 * @param {(event: string, data: any) => void} heard `any`: the event says what
 * @param {AbortSignal} signal
 * @param {number} silent milliseconds
 */
export async function hear(open, heard, signal, silent = SILENT) {
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener("abort", end);
  let watch = setTimeout(end, silent);
  try {
    const answer = await open(own.signal);
    if (!answer.body) return;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value = "" } = await reader.read().catch(() => BROKEN);
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(end, silent);
      const { events, rest } = readEvents(text + value);
      text = rest;
      for (const { event, data } of events) heard(event, JSON.parse(data));
    }
  } catch (error) {
    if (!own.signal.aborted) throw error;
  } finally {
    clearTimeout(watch);
    signal.removeEventListener("abort", end);
    own.abort();
  }
}

/**
 * Why an answer is none: its status, and its sentence, which may be "".
 *
 * @param {Response} answer
 */
export async function refused(answer) {
  const { error, message } = await answer.json().catch(() => ({}));
  return { status: answer.status, says: String(error || message || "") };
}
