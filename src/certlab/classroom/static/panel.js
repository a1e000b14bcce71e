// @ts-check
/**
 * What opens above the strip: the poll, which opens by itself once a round, and the flag's form.
 *
 * @import { Poll, StripView } from "./classes.d.ts"
 */

import { focusAgain, keyWithin } from "../../app/static/dom.js";
import { t } from "../../app/static/words.js";
import { drawPoll, pollLook, pollWords, votesWords } from "./poll.js";
import { drawStuck } from "./stuck.js";

const FOLDED = "certlab-class-folded"; // the vote that was folded unanswered in this tab

/**
 * Told of a poll: it opens once a round, unless it was answered or folded before.
 *
 * @param {StripView} view
 * @param {Poll | null} poll
 */
export function hearPoll(view, poll) {
  const phase = poll ? `${poll.id} ${poll.round} ${poll.open} ${Boolean(poll.feedback)}` : "";
  if (phase === view.seen) return;
  const before = view.seen;
  view.seen = phase;
  if (!poll) {
    if (view.shown === "poll") {
      view.shown = "";
      view.say(t("The poll is over."));
    }
    return;
  }
  const round = roundOf(poll);
  const isNew = !before.startsWith(`${round} `);
  if (isNew) Object.assign(view, { draft: null, problem: null });
  if (before || poll.open) view.say(pollWords(poll));
  const answered = poll.mine !== null && poll.mine !== undefined;
  const isBusy = view.shown === "stuck" && view.where;
  if (isNew && poll.open && !answered && !isBusy && foldedBefore() !== round) view.shown = "poll";
}

/** @param {Poll} poll */
const roundOf = ({ id, round }) => `${id} ${round}`;

function foldedBefore() {
  try {
    return sessionStorage.getItem(FOLDED);
  } catch {
    return null;
  }
}

/**
 * Show a part of the panel, or none and give the focus back to the button of `from`.
 *
 * @param {StripView} view
 * @param {StripView["shown"]} what
 * @param {string} from a data-key in the strip
 */
export function show(view, what, from = "") {
  const { poll } = view.model.state ?? {};
  if (view.shown === "poll" && what !== "poll" && poll?.open) {
    try {
      sessionStorage.setItem(FOLDED, roundOf(poll));
    } catch {
      // then it opens again on the next page
    }
  }
  Object.assign(view, { shown: what, problem: null, look: "" });
  view.paint();
  const aim = what
    ? view.panel.querySelector("[tabindex='-1'], input, textarea")
    : view.row.querySelector(`[data-key="${from}"]`);
  /** @type {HTMLElement | null} */ (aim)?.focus();
}

/**
 * Whether the class did it; what it refuses stands in the panel.
 *
 * @param {StripView} view
 * @param {() => Promise<unknown>} work
 * @param {string} done what is said then
 */
export async function attempt(view, work, done) {
  let well = true;
  try {
    await work();
    Object.assign(view, { problem: null, draft: null });
    view.say(done);
  } catch (error) {
    view.problem = { say: error.message };
    well = false;
  }
  view.look = "";
  view.paint();
  return well;
}

/** @param {StripView} view */
export function paintPanel(view) {
  const { panel, shown, model } = view;
  const poll = shown === "poll" ? model.state?.poll : null;
  panel.hidden = !shown || (shown === "poll" && !poll);
  if (panel.hidden) {
    view.look = "";
    return;
  }
  const votes = panel.querySelector("[data-key=votes]");
  if (votes && poll) votes.textContent = votesWords(poll.votes);
  const look = poll ? `${pollLook(poll)} ${Boolean(model.away)}` : "stuck";
  if (view.look === look) return;
  view.look = look;
  const now = document.activeElement;
  const inside = panel.contains(now);
  const key = keyWithin(panel);
  panel.setAttribute("aria-label", poll ? t("Poll of the class") : t("I am stuck"));
  panel.replaceChildren(
    ...[poll ? drawPoll(poll, view) : drawStuck(view)].flat().filter((part) => part !== null),
  );
  if (!inside) return;
  const same = key ? panel.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  const aim = same ?? panel.querySelector("[tabindex='-1']");
  focusAgain(/** @type {HTMLElement | null} */ (aim), now);
}
