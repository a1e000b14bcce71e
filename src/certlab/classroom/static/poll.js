// @ts-check
/**
 * A learner's side of a poll: vote, change it until it closes, see how all voted, then why.
 *
 * @import { Draft, Shown } from "../../app/static/question/items.d.ts"
 * @import { ClosedPoll, EndedPoll, OpenPoll, Poll, PollView } from "./classes.d.ts"
 */

import { drawProblem, primary } from "../../app/static/card.js";
import { dayHere } from "../../app/static/dates.js";
import { icon, node } from "../../app/static/dom.js";
import { grade, unusable } from "../../app/static/grading/grading.js";
import { noAnswer } from "../../app/static/grading/verdicts.js";
import { drawAnswered } from "../../app/static/question/answered.js";
import { drawContext, drawQuestion, readEntry } from "../../app/static/question/question.js";
import { inline } from "../../app/static/text.js";
import { t, tn } from "../../app/static/words.js";
import { drawBars } from "./bars.js";

/**
 * What of a poll is drawn anew when it changes; how many voted is put in its place.
 *
 * @param {Poll} poll
 */
export function pollLook({ id, round, open, mine, result, feedback }) {
  return JSON.stringify([id, round, open, mine, result, Boolean(feedback)]);
}

/**
 * What can be done with it now, for the button that shows it.
 *
 * @param {Poll} poll
 */
export function pollWords({ open, round, mine, feedback }) {
  if (feedback) return t("Poll: the answer");
  if (!open) return t("Poll: results");
  if (mine !== null && mine !== undefined) return t("Poll: voted");
  return round > 1 ? t("Poll: vote again") : t("Poll: vote now");
}

/** @param {number} n */
export const votesWords = (n) => tn("{n} vote so far", "{n} votes so far", n);

/**
 * The poll as it is; `view` holds draft, problem, sending and id, and takes them from the form.
 *
 * `view.vote(response)` sends a vote.
 *
 * @param {Poll} poll
 * @param {PollView} view
 * @returns {HTMLElement | (HTMLElement | null)[]}
 */
export function drawPoll(poll, view) {
  if (poll.feedback) return drawEnded(poll, view);
  return poll.open ? drawOpen(poll, view) : drawClosed(poll);
}

/**
 * @param {OpenPoll} poll
 * @param {PollView} view
 */
function drawOpen(poll, view) {
  const { show, mine, round } = poll;
  const voted = mine !== null && mine !== undefined;
  /** @type {Draft} */
  const draft = view.draft ?? { response: mine };
  const form = node(
    "form",
    {
      class: "cl-vote",
      novalidate: true,
      "aria-label": t("Your vote"),
      oninput: () => {
        view.draft = readEntry(form, show);
      },
      onsubmit: (event) => {
        event.preventDefault();
        send(form, show, view);
      },
    },
    round > 1
      ? node(
          "p",
          { class: "cl-note" },
          t("This is the second vote, after you have discussed the question."),
        )
      : null,
    drawContext(show),
    drawQuestion(show, draft, view.id, view.problem),
    drawProblem(view.problem, view.id),
    view.model.away ? drawAway(voted) : null,
    node(
      "div",
      { class: "cl-actions" },
      primary(voted ? t("Change my vote") : t("Vote")),
      node(
        "span",
        { class: "cl-small cl-muted" },
        voted
          ? node("span", { class: "cl-is-right" }, icon("right"), t("Your vote counts."))
          : null,
        node("span", { "data-key": "votes" }, votesWords(poll.votes)),
      ),
    ),
    voted
      ? node("p", { class: "cl-note" }, t("You can change it until the poll is closed."))
      : null,
  );
  return form;
}

/**
 * The class does not answer while its poll is open: what becomes of one's vote.
 *
 * @param {boolean} voted
 */
function drawAway(voted) {
  return node(
    "p",
    { class: "cl-note", role: "status" },
    voted
      ? t("The class does not answer now; it has your vote.")
      : t("The class does not answer now; your choice stays here until you can vote."),
  );
}

/**
 * @param {HTMLFormElement} form
 * @param {Shown} show
 * @param {PollView} view
 */
function send(form, show, view) {
  view.draft = readEntry(form, show);
  const { response } = view.draft;
  const say = unusable(show, response);
  if (say) view.refuse({ say, invalid: true });
  else view.vote(response);
}

/** @param {ClosedPoll} poll */
function drawClosed(poll) {
  return [
    node("p", { class: "cl-ask" }, inline(poll.show.ask)),
    drawBars(poll),
    node(
      "p",
      { class: "cl-note" },
      t("The vote is closed. You will see the right answer when your instructor ends the poll."),
    ),
  ];
}

/**
 * @param {EndedPoll} poll
 * @param {PollView} view
 */
function drawEnded(poll, view) {
  const { show, key, feedback, mine } = poll;
  const response = mine ?? null;
  const verdict = response === null ? noAnswer("") : grade(key, response);
  const answer = { response, verdict, feedback, confidence: null, due: null };
  return [drawAnswered(show, answer, view.id, dayHere(Date.now())), drawBars(poll)];
}
