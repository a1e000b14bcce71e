// @ts-check
/**
 * The strip at the foot of the window while one is in a class, and what opens above it.
 *
 * A poll opens there by itself. It takes no focus, moves nothing on the page, and folds.
 */

import { focusAgain, icon, keyWithin, node } from "../../app/static/dom.js";
import { listen } from "../../app/static/keys.js";
import { t, tn } from "../../app/static/words.js";
import { drawPoll, pollLook, pollWords, votesWords } from "./poll.js";
import { placeStrip } from "./strip_place.js";
import { drawStuck } from "./stuck.js";

const FOLDED = "certlab-class-folded"; // the vote that was folded unanswered in this tab

/**
 * Mount the strip; `titles()` resolves with the labs' titles by id.
 *
 * `open(lab)` opens one where no link does, and `reserve(height)` keeps so many pixels free at the
 * foot of the window.
 */
export function mountStrip({ model, root, titles, open = null, reserve = undefined }) {
  const panel = node("section", { class: "cl-panel", hidden: true });
  const row = node("div", { class: "cl-strip-row" });
  const says = node("p", { class: "cl-hidden", role: "status" });
  const strip = node(
    "aside",
    { class: "cl-strip", id: "cl-class", "aria-label": t("Class"), tabindex: "-1", hidden: true },
    panel,
    row,
    says,
  );
  const view = {
    model,
    root,
    open,
    panel,
    row,
    strip,
    id: `cl-${Math.random().toString(36).slice(2, 10)}`,
    titles: {},
    shown: "", // "poll", "stuck" or nothing
    seen: "", // the poll, round and phase that the learner was told of
    look: "", // what stands in the panel
    draft: null,
    where: "",
    problem: null,
    paint: () => paint(view),
    say: (words) => {
      says.textContent = words;
    },
    refuse: (problem) => {
      view.problem = problem;
      view.look = "";
      paint(view);
      panel.querySelector("[aria-invalid], input, textarea, select")?.focus();
    },
    vote: (response) => attempt(view, () => model.vote(response), t("Your vote counts.")),
    raise: (where) =>
      attempt(
        view,
        () => model.stuck(true, where),
        t("Your instructor sees that you are stuck."),
      ).then((done) => done && show(view, "", "stuck")),
  };
  listen(strip, () => false); // plain keys are ours, not the notebook's
  strip.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && view.shown) show(view, "", view.shown);
  });
  placeStrip(strip, row, reserve);
  titles()
    .then((found) => {
      view.titles = found;
      view.paint();
    })
    .catch(console.warn);
  model.follow((event) => {
    if (event !== "map") view.paint();
  });
  view.paint();
}

function paint(view) {
  const { strip, model } = view;
  const { about, state } = model;
  const isIn = Boolean(about?.joined || model.waiting || about?.instructor);
  strip.hidden = !isIn;
  if (!isIn) return;
  if (about?.joined) hearPoll(view, state?.poll ?? null);
  paintStrip(view);
  paintPanel(view);
}

/** Told of a poll: it opens once a round, unless it was answered or folded before. */
function hearPoll(view, poll) {
  const phase = poll ? `${poll.id} ${poll.round} ${poll.open} ${Boolean(poll.feedback)}` : "";
  if (phase === view.seen) return;
  const before = view.seen;
  view.seen = phase;
  if (!poll) {
    if (view.shown === "poll") view.shown = "";
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

const roundOf = ({ id, round }) => `${id} ${round}`;

function foldedBefore() {
  try {
    return sessionStorage.getItem(FOLDED);
  } catch {
    return null;
  }
}

/** Show a part of the panel, or none and give the focus back to the button of `from`. */
function show(view, what, from = "") {
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
  if (what) view.panel.querySelector("[tabindex='-1'], input, textarea")?.focus();
  else view.row.querySelector(`[data-key="${from}"]`)?.focus();
}

async function attempt(view, work, done) {
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

function paintStrip(view) {
  const { row } = view;
  const key = keyWithin(row);
  const parts = drawStrip(view);
  const fresh = node("div", {}, parts);
  if (fresh.innerHTML === row.innerHTML) return; // nothing to see, and nothing to lose the focus
  row.replaceChildren(...fresh.childNodes);
  if (key) row.querySelector(`[data-key="${key}"]`)?.focus();
}

function drawStrip(view) {
  const { about, state } = view.model;
  return [
    node(
      "p",
      { class: "cl-told" },
      node("strong", {}, about?.name ?? t("Class")),
      drawGate(view, state?.gate ?? null),
      drawLine(view.model),
    ),
    about?.instructor
      ? node(
          "a",
          { class: "cl-button", href: new URL("class.html", view.root).href },
          t("Class page"),
        )
      : about?.joined
        ? node(
            "div",
            { class: "cl-actions" },
            drawPollButton(view, state?.poll),
            drawFlag(view, state),
          )
        : null,
  ];
}

/** What the class is at: a link that opens the lab. */
function drawGate({ titles, root, open }, gate) {
  if (!gate) return null;
  const { lab, step, text } = gate;
  const title = titles[lab] ?? lab;
  const words = step
    ? t("Go on to step {step} of {title}", { step, title })
    : t("Go on to {title}", { title });
  const href = `${new URL("lite/lab/index.html", root)}?path=${encodeURIComponent(`labs/${lab}.ipynb`)}`;
  const onclick = open
    ? (event) => {
        event.preventDefault();
        open(lab);
      }
    : null;
  return node(
    "span",
    { class: "cl-gate" },
    lab ? node("a", { href, "data-key": "gate", ...(onclick ? { onclick } : {}) }, words) : null,
    text ? ` ${text}` : null,
  );
}

/** What waits for the class, and why; studying is never held up by it. */
function drawLine({ live, away, late, waiting, about }) {
  const waits = late
    ? tn("{n} answer waits for the class.", "{n} answers wait for the class.", waiting)
    : "";
  const says = [waits, away && t("The class does not answer, but you can go on studying.")];
  const words = says.filter(Boolean).join(" ");
  if (words) return node("span", { class: "cl-waits", title: away }, icon("note"), words);
  return node("span", { class: "cl-muted" }, live || !about ? t("Connected") : t("Connecting…"));
}

function drawPollButton(view, poll) {
  if (!poll) return null;
  const isOpen = view.shown === "poll";
  return node(
    "button",
    {
      type: "button",
      "data-key": "poll",
      class: poll.open && (poll.mine ?? null) === null && !isOpen ? "cl-primary" : null,
      "aria-expanded": String(isOpen),
      onclick: () => show(view, isOpen ? "" : "poll", "poll"),
    },
    isOpen ? t("Fold the poll") : pollWords(poll),
  );
}

function drawFlag(view, state) {
  if (!state) return null;
  const isOpen = view.shown === "stuck";
  if (state.stuck)
    return node(
      "button",
      {
        type: "button",
        "data-key": "stuck",
        class: "cl-quiet",
        "aria-pressed": "true",
        onclick: () => attempt(view, () => view.model.stuck(false), t("The flag is down.")),
      },
      icon("flag"),
      t("Take the flag down"),
    );
  return node(
    "button",
    {
      type: "button",
      "data-key": "stuck",
      "aria-expanded": String(isOpen),
      onclick: () => show(view, isOpen ? "" : "stuck", "stuck"),
    },
    icon("flag"),
    t("I am stuck"),
  );
}

function paintPanel(view) {
  const { panel, shown, model } = view;
  const poll = model.state?.poll;
  panel.hidden = !shown || (shown === "poll" && !poll);
  if (panel.hidden) {
    view.look = "";
    return;
  }
  const votes = panel.querySelector("[data-key=votes]");
  if (votes && poll) votes.textContent = votesWords(poll.votes);
  const look = shown === "poll" ? pollLook(poll) : "stuck";
  if (view.look === look) return;
  view.look = look;
  const now = document.activeElement;
  const inside = panel.contains(now);
  const key = keyWithin(panel);
  panel.setAttribute("aria-label", shown === "poll" ? t("Poll of the class") : t("I am stuck"));
  panel.replaceChildren(
    ...(shown === "poll" ? [drawPoll(poll, view)].flat() : [drawStuck(view)]).filter(Boolean),
  );
  if (!inside) return;
  const same = key ? panel.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  focusAgain(same ?? panel.querySelector("[tabindex='-1']"), now);
}
