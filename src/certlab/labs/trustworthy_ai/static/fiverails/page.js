// @ts-check
/**
 * One message's way through five rails: what it is, which rails are on, where it stops, what the user reads.
 *
 * @import { Bank, Settings, Stop } from "./fiverails.js"
 * @typedef {Bank & { messages: string[], first: number }} Begin
 * @typedef {Omit<Settings, "documents" | "invents"> & Record<"message" | "own" | "model" | "documents", string> & { step: number }} Values what the controls hold
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { isStill, Player } from "../../../../app/static/simulator/player.js";
import { t, tn } from "../../../../app/static/words.js";
import { calls, railsOf } from "./fiverails.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css", "fiverails.css"];

const RAILS = ["input", "dialog", "retrieval", "execution", "output"];
const ROWS = ["user", "input", "dialog", "retrieval", "execution", "model", "output", "reader"];
const [ROW, GAP, LEFT] = [44, 12, 36];
const LETTER = 5.9; // mean width of a letter of the small text
const LONGEST = 120; // letters of a message

/** @returns {Record<string, string>} */
const names = () => ({
  user: t("The user writes"),
  input: t("Input rail"),
  dialog: t("Dialog rail"),
  retrieval: t("Retrieval rail"),
  execution: t("Execution rail"),
  model: t("The model writes"),
  output: t("Output rail"),
  reader: t("The user reads"),
});
/** @returns {Record<string, string>} */
const states = () => ({
  passed: t("passes"),
  changed: t("changed"),
  stopped: t("stops here"),
  off: t("off"),
});

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin the bank: its lines, rules, examples, chunks and texts; `messages` to pick, the `first` of them
 */
export async function mount(el, begin) {
  const send = railsOf(begin);
  const player = new Player({ go: (step) => picture.set({ step }), label: t("Step") });
  let shown = { key: "", at: 0 };
  const way = (/** @type {Values} */ values) => {
    const message = values.own.trim() || begin.messages[Number(values.message)];
    const settings = { ...values, documents: values.documents === "full" };
    const sent = send(message, { ...settings, invents: values.model === "invents" });
    const stops = [
      { place: "user", state: "", about: [message] },
      ...sent.stops,
      { place: "reader", state: "", about: [sent.text] },
    ];
    return { stops, calls: calls(sent) };
  };
  const picture = new LivePicture(el, {
    root: "cl-fiverails",
    label: t("A message's way through five rails"),
    values: {
      ...{ message: String(begin.first), own: "", model: "keeps", documents: "full" },
      ...Object.fromEntries(RAILS.map((rail) => [rail, true])),
      step: 0,
    },
    controls: controls(begin.messages),
    player,
    draw: (values, wide) => {
      const { stops } = way(values);
      const last = stops.length - 1;
      const { step: _, ...asked } = values;
      const key = JSON.stringify(asked);
      // Another message or other rails: show where it ends, until the reader steps back.
      if (shown.key && key !== shown.key) values.step = last;
      values.step = Math.min(values.step, last);
      player.show(values.step, last, [], says(stops[values.step]));
      const at = ROWS.indexOf(stops[values.step].place);
      const from = shown.at;
      shown = { key, at };
      return [drawWay(wide, stops, values.step, { at, from })];
    },
    counts: (values) => counts(way(values)),
    says: (values) => says(way(values).stops[values.step]),
  });
  // Begin where the message ends, as after any choice; Play begins at the beginning.
  picture.set({ step: way(picture.values).stops.length - 1 });
}

/** @param {string[]} messages */
function controls(messages) {
  /**
   * @param {string} key
   * @param {string} label
   * @param {string[][]} choices
   */
  const choice = (key, label, choices) => ({ key, label, choices });
  return [
    choice(
      "message",
      t("Message"),
      messages.map((message, n) => [String(n), message]),
    ),
    { key: "own", label: t("or one of your own (Enter)"), entry: LONGEST },
    ...RAILS.map((key) => ({ key, label: names()[key], tick: true })),
    choice("model", t("Model"), [
      ["keeps", t("answers from what was found")],
      ["invents", t("invents its answer")],
    ]),
    choice("documents", t("Knowledge base"), [
      ["full", t("six documents")],
      ["empty", t("empty")],
    ]),
  ];
}

/** @param {{ stops: Stop[], calls: number }} way */
function counts({ stops, calls: asked }) {
  const end = stops.find(({ state }) => state === "stopped");
  return [
    [end ? names()[end.place] : t("none"), t("stops the message")],
    [String(asked), t("calls of the model")],
  ];
}

/**
 * What happens at a place, in a sentence.
 *
 * @param {Stop} stop
 */
function says({ place, state, about }) {
  const [what = ""] = about;
  /** @type {Record<string, string>} */
  const quoted = {
    user: t("The user writes: “{text}”", { text: what }),
    model: t("The model writes: “{text}”", { text: what }),
    reader: t("The user reads: “{text}”", { text: what }),
  };
  if (place in quoted) return quoted[place];
  /** @type {Record<string, (state: string, about: string[]) => string>} */
  const rails = { input, dialog, retrieval, execution, output };
  return rails[place](state, about);
}

/**
 * @param {string} state
 * @param {string[]} about
 */
function input(state, [topic]) {
  if (state === "off") return t("There is no input rail, so the message goes on unread.");
  return state === "stopped"
    ? t(
        "The input rail asks the model, which takes the message for the topic “{topic}”. A rule forbids that, so nothing else runs.",
        { topic },
      )
    : t(
        "The input rail asks the model, which takes the message for the topic “{topic}”. No rule forbids that.",
        { topic },
      );
}

/**
 * @param {string} state
 * @param {string[]} about
 */
function dialog(state, [form]) {
  if (state === "off")
    return t(
      "There is no dialog rail about investments, and of the other forms “{form}” fits best.",
      { form },
    );
  return state === "stopped"
    ? t("The canonical form is “{form}”, and its flow has a fixed answer; the model writes none.", {
        form,
      })
    : t("The canonical form is “{form}”, and its flow lets the message go on.", { form });
}

/**
 * @param {string} state
 * @param {string[]} chunks
 */
function retrieval(state, chunks) {
  const left = tn("{n} chunk goes to the model.", "{n} chunks go to the model.", chunks.length);
  if (state === "changed") return t("The retrieval rail drops an internal note. {left}", { left });
  if (!chunks.length) return t("Nothing is found, so the model gets no context.");
  return state === "off"
    ? t("There is no retrieval rail, so nobody looks at what was found. {left}", { left })
    : t("The retrieval rail finds nothing to drop. {left}", { left });
}

/**
 * @param {string} state
 * @param {string[]} about
 */
function execution(state, [euros]) {
  if (state === "off")
    return t(
      "There is no execution rail before the action, so {euros} euros are transferred unchecked.",
      {
        euros,
      },
    );
  return state === "stopped"
    ? t("The execution rail refuses {euros} euros before the action runs.", { euros })
    : t("The execution rail allows {euros} euros, and the action runs.", { euros });
}

/**
 * @param {string} state
 * @param {string[]} evidence
 */
function output(state, evidence) {
  if (state === "off") return t("There is no output rail, so nobody checks the answer.");
  if (!evidence.length)
    return t("The fact check has nothing to compare the answer with, so it lets it pass.");
  return state === "stopped"
    ? t("The fact check finds no support for the answer in what was found, and stops it.")
    : t("The fact check finds the answer supported by what was found.");
}

const top = (/** @type {number} */ row) => row * (ROW + GAP);
const middle = (/** @type {number} */ row) => top(row) + ROW / 2;

/**
 * @param {number} wide
 * @param {Stop[]} stops
 * @param {number} step
 * @param {{ at: number, from: number }} rows
 */
function drawWay(wide, stops, step, { at, from }) {
  const dot = shape("circle", { cx: 14, cy: middle(at), r: 7, class: "cl-dot" });
  if (from !== at && !isStill())
    dot.animate(
      [{ transform: `translateY(${middle(from) - middle(at)}px)` }, { transform: "none" }],
      {
        duration: 350,
        easing: "ease-out",
      },
    );
  return canvas(
    wide,
    top(ROWS.length) - GAP,
    t("The steps of a message from top to bottom, and where it is now"),
    shape("line", { x1: 14, x2: 14, y1: middle(0), y2: middle(ROWS.length - 1), class: "cl-rule" }),
    shape("line", { x1: 14, x2: 14, y1: middle(0), y2: middle(at), class: "cl-you" }),
    ...ROWS.map((place, row) => {
      const n = stops.findIndex((stop) => stop.place === place);
      return box(wide, row, place, n >= 0 && n <= step ? stops[n] : null, n === step);
    }),
    dot,
  );
}

/**
 * @param {number} wide
 * @param {number} row
 * @param {string} place
 * @param {Stop | null} stop
 * @param {boolean} here
 */
function box(wide, row, place, stop, here) {
  const rail = RAILS.indexOf(place);
  const width = Math.max(0, wide - LEFT - 2);
  const end = rail < 0;
  const kind = stop ? (stop.state === "off" ? "cl-away" : "cl-in") : "cl-away";
  const y = top(row);
  const letters = Math.floor((width - 24) / LETTER);
  const about = stop?.about.length ? stop.about.join(" · ") : "";
  const short = about.length > letters ? `${about.slice(0, letters - 1).trimEnd()}…` : about;
  return shape(
    "g",
    { class: `cl-who${end ? 7 : rail}` },
    shape("rect", { x: LEFT, y, width, height: ROW, rx: end ? ROW / 2 : 6, class: kind }),
    here
      ? shape("rect", { x: LEFT, y, width, height: ROW, rx: end ? ROW / 2 : 6, class: "cl-here" })
      : null,
    written(LEFT + 14, y + (short ? 18 : 27), names()[place], {
      class: stop ? "cl-strong" : "cl-faint",
    }),
    stop?.state && place !== "model"
      ? written(LEFT + width - 14, y + 18, states()[stop.state], {
          "text-anchor": "end",
          class: stop.state === "stopped" ? "cl-strong" : "cl-says",
        })
      : null,
    short ? written(LEFT + 14, y + 35, short, { class: "cl-says" }) : null,
  );
}
