// @ts-check
/**
 * Polls: find an item of the banks, open it, close it, let vote again, end it with its reasons.
 *
 * @import { Feedback, Shown } from "../../../app/static/question/items.d.ts"
 * @import { BankPart, ListedQuestion, Poll, PollControlView } from "../classes.d.ts"
 */

import { node } from "../../../app/static/dom.js";
import { drawExplained } from "../../../app/static/question/answered.js";
import { inline, plain } from "../../../app/static/text.js";
import { t, tn } from "../../../app/static/words.js";
import { drawBars } from "../bars.js";
import { attempt } from "./attempt.js";
import { bankItems } from "./bank_items.js";

const SHOWN = 12; // items of a search

/**
 * Draw the control into `el`.
 *
 * @param {BankPart} part
 */
export function mountPoll({ model, el, json }) {
  const status = node("p", { class: "cl-note", role: "status" });
  const place = node("div", {});
  /** @type {PollControlView} */
  const view = {
    model,
    json,
    status,
    look: "",
    choosing: false,
    id: `cl-${Math.random().toString(36).slice(2, 10)}`,
    place,
    draw: () => draw(view),
  };
  el.replaceChildren(node("h2", { class: "cl-heading", tabindex: "-1" }, t("Poll")), place, status);
  model.follow((event) => {
    if (event === "state") view.draw();
  });
  view.draw();
}

/** @param {PollControlView} view */
function draw(view) {
  const { model, place } = view;
  const poll = view.choosing ? null : model.state?.poll; // that is shown
  const votes = place.querySelector("[data-key=poll-votes]");
  if (poll && votes) votes.textContent = votedWords(view, poll);
  const look = poll
    ? JSON.stringify([poll.id, poll.round, poll.open, poll.result, Boolean(poll.feedback)])
    : "choose";
  if (look === view.look) return;
  view.look = look;
  const inside = place.contains(document.activeElement);
  place.replaceChildren(
    ...(poll ? drawRunning(view, poll) : drawChoice(view)).filter((part) => part !== null),
  );
  if (inside) /** @type {HTMLElement | null} */ (place.querySelector("button, input"))?.focus();
}

/**
 * @param {PollControlView} view
 * @param {Poll} poll
 */
function votedWords({ model }, poll) {
  return t("{n} of {count} have voted", { n: poll.votes, count: model.state?.joined });
}

/** @type {Record<"close" | "again" | "end", [path: string, words: () => string]>} */
const RULES = {
  close: ["poll/close", () => t("Close the vote")],
  again: ["poll/again", () => t("Vote again")],
  end: ["poll/end", () => t("End, and show why")],
};

/**
 * @param {PollControlView} view
 * @param {Poll} poll
 */
function drawRunning(view, poll) {
  const { model, status } = view;
  /**
   * @param {keyof typeof RULES} rule
   * @param {string | null} [style]
   */
  const button = (rule, style) => {
    const [path, words] = RULES[rule];
    return node(
      "button",
      {
        type: "button",
        class: style,
        "data-key": rule,
        onclick: () => attempt(status, () => model.connection.post(path)),
      },
      words(),
    );
  };
  const other = node(
    "button",
    {
      type: "button",
      class: poll.feedback ? "cl-primary" : "cl-quiet",
      "data-key": "other",
      onclick: () => {
        view.choosing = true;
        view.draw();
      },
    },
    t("Ask another"),
  );
  const ways = poll.feedback
    ? [other]
    : poll.open
      ? [button("close", "cl-primary")]
      : [
          poll.round < 2 ? button("again", "cl-primary") : null,
          button("end", poll.round < 2 ? null : "cl-primary"),
          other,
        ];
  return [
    node(
      "p",
      { class: "cl-over cl-small cl-muted" },
      phaseWords(poll),
      " · ",
      node("span", { "data-key": "poll-votes" }, votedWords(view, poll)),
    ),
    node("p", { class: "cl-ask" }, inline(poll.show.ask)),
    drawBars({ ...poll, mine: null }) ?? drawOptions(poll.show),
    poll.feedback ? drawWhy(poll.show, poll.feedback, view.id) : null,
    node("div", { class: "cl-actions" }, ways),
  ];
}

/**
 * Why, as learners read it after the end.
 *
 * @param {Shown} show
 * @param {Feedback} feedback
 * @param {string} id
 */
function drawWhy(show, feedback, id) {
  return node(
    "div",
    { class: "cl-why" },
    node("h3", {}, t("Why")),
    drawExplained(show, feedback, `${id}-why`),
  );
}

/** @param {Poll} poll */
function phaseWords({ open, round, feedback }) {
  if (feedback) return t("Ended");
  if (!open) return round > 1 ? t("Second vote closed") : t("First vote closed");
  return round > 1 ? t("Second vote open") : t("First vote open");
}

/**
 * What can be chosen, while nobody should see how the others vote.
 *
 * @param {Shown} show
 */
function drawOptions(show) {
  if (!("options" in show)) return null;
  return node(
    "ul",
    { class: "cl-shares" },
    show.options.map(({ text }) => node("li", {}, inline(text))),
  );
}

/** @param {PollControlView} view */
function drawChoice(view) {
  const { model, id } = view;
  const found = node("ul", { class: "cl-found" });
  const says = node("p", { class: "cl-note", role: "status" });
  const look = async () => {
    const items = await bankItems(view.json);
    const hits = matching(items, field.value);
    says.textContent = field.value.trim()
      ? tn("{n} question found", "{n} questions found", hits.length)
      : "";
    found.replaceChildren(...hits.slice(0, SHOWN).map((one) => drawHit(view, one)));
  };
  const field = node("input", {
    id: `${id}-search`,
    type: "text",
    "data-key": "poll-search",
    autocomplete: "off",
    oninput: look,
    onfocus: () => bankItems(view.json),
  });
  return [
    node("label", { for: field.id }, t("Find a question by its words, its module or its id")),
    field,
    says,
    found,
    model.state?.poll && view.choosing
      ? node(
          "button",
          {
            type: "button",
            class: "cl-quiet",
            onclick: () => {
              view.choosing = false;
              view.draw();
            },
          },
          t("Back to the poll"),
        )
      : null,
  ];
}

/**
 * Items that have every word somewhere.
 *
 * @param {ListedQuestion[]} items
 * @param {string} entered
 */
function matching(items, entered) {
  const words = entered.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return items.filter(({ text }) => words.every((word) => text.includes(word)));
}

/**
 * @param {PollControlView} view
 * @param {ListedQuestion} question
 */
function drawHit(view, { item, ask, module }) {
  const open = async () => {
    const done = await attempt(
      view.status,
      () => view.model.connection.post("poll", { item }),
      t("The poll is open."),
    );
    if (!done) return;
    view.choosing = false;
    view.draw();
  };
  return node(
    "li",
    {},
    node(
      "span",
      {},
      plain(ask),
      node("span", { class: "cl-muted cl-small" }, ` ${module} · ${item}`),
    ),
    node(
      "button",
      {
        type: "button",
        "data-key": `open-${item}`,
        "aria-label": t("Open as a poll: {ask}", { ask: plain(ask) }),
        onclick: open,
      },
      t("Open"),
    ),
  );
}
