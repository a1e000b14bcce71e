// @ts-check
/** The card of the start page: what a class sees before one joins, and the way out again. */

import { drawProblem } from "../../app/static/card.js";
import { focusAgain, icon, keyWithin, node } from "../../app/static/dom.js";
import { t, tn } from "../../app/static/words.js";

const LONGEST = 40; // characters of a nickname

/** Draw the card into `el` as the model has it, now and after each change. */
export function mountJoin({ model, el, root }) {
  const view = {
    model,
    root,
    id: `cl-${Math.random().toString(36).slice(2, 10)}`,
    nickname: "",
    problem: null,
    busy: false,
    leaving: false,
    aim: "",
    paint,
  };
  let before = "";

  function paint() {
    before = look(view);
    const now = document.activeElement;
    const key = keyWithin(el);
    el.replaceChildren(...[drawCard(view)].filter(Boolean));
    const aim = view.aim || key;
    view.aim = "";
    if (aim) focusAgain(el.querySelector(`[data-key="${CSS.escape(aim)}"]`), now);
  }

  model.follow((event) => {
    if (event === "changed" && look(view) !== before) paint();
  });
  paint();
}

const look = ({ model, problem, busy, leaving }) =>
  JSON.stringify([model.about, problem, busy, leaving, model.about ? "" : model.away]);

function drawCard(view) {
  const { about, away } = view.model;
  if (!about) return away ? drawAway(away) : null;
  if (about.instructor) return drawTeacher(about, view.root);
  return about.joined ? drawJoined(view, about) : drawJoin(view, about);
}

const heading = (words) =>
  node("h2", { class: "cl-heading", tabindex: "-1", "data-key": "class" }, words);

/** There is a class, and it does not answer; studying goes on below. */
function drawAway(says) {
  return node(
    "section",
    { class: "cl-item cl-joining", "aria-label": t("Class") },
    node(
      "div",
      { class: "cl-body" },
      heading(t("Class")),
      node(
        "p",
        {},
        t("{why} You can study meanwhile, and this card tries again by itself.", { why: says }),
      ),
    ),
  );
}

function drawTeacher({ name }, root) {
  return node(
    "section",
    { class: "cl-item cl-joining", "aria-label": t("Class") },
    node(
      "div",
      { class: "cl-body" },
      heading(name),
      node("p", {}, t("You teach this class.")),
      node(
        "div",
        { class: "cl-actions" },
        node(
          "a",
          { class: "cl-button cl-primary", href: new URL("class.html", root).href },
          t("Open the class page"),
        ),
      ),
    ),
  );
}

/** What the class sees, a sentence a line; how long it is kept comes last. */
function drawShares({ shares, kept_days: days }) {
  return node(
    "ul",
    { class: "cl-shares" },
    shares.map((one) => node("li", {}, one)),
    Number.isFinite(days)
      ? node(
          "li",
          {},
          tn(
            "The class keeps it for {n} day and then removes it.",
            "The class keeps it for {n} days and then removes it.",
            days,
          ),
        )
      : null,
  );
}

function drawJoin(view, about) {
  const { id, problem } = view;
  const field = node("input", {
    id: `${id}-nickname`,
    type: "text",
    "data-key": "nickname",
    maxlength: String(LONGEST),
    autocomplete: "off",
    spellcheck: "false",
    value: view.nickname,
    "aria-invalid": problem ? "true" : null,
    "aria-describedby": problem ? `${id}-hint ${id}-problem` : `${id}-hint`,
    oninput: () => {
      view.nickname = field.value;
    },
  });
  return node(
    "section",
    { class: "cl-joining" },
    node(
      "form",
      {
        class: "cl-item",
        "aria-label": t("Join the class"),
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          join(view, field.value.trim());
        },
      },
      node(
        "div",
        { class: "cl-body" },
        heading(t("Join the class {name}", about)),
        node("p", {}, t("If you join, this is shared with it:")),
        drawShares(about),
        node("label", { for: `${id}-nickname` }, t("Nickname")),
        field,
        node(
          "p",
          { class: "cl-note", id: `${id}-hint` },
          t("It need not be your real name. The instructor sees it with your answers."),
        ),
        drawProblem(problem, id),
      ),
      node(
        "div",
        { class: "cl-foot" },
        node(
          "button",
          {
            type: "submit",
            class: "cl-primary",
            "data-key": "join",
            "aria-disabled": view.busy ? "true" : null,
          },
          t("Join"),
        ),
        node(
          "span",
          { class: "cl-small cl-muted" },
          t("You can study without joining, and leave at any time."),
        ),
      ),
    ),
  );
}

/** Do what is asked of the class; what it refuses stands in the card. */
async function attempt(view, work, done) {
  if (view.busy) return;
  Object.assign(view, { busy: true, problem: null });
  try {
    await work();
    Object.assign(view, { busy: false, ...done });
  } catch (error) {
    Object.assign(view, { busy: false, problem: { say: error.message } });
  }
  view.paint();
}

function join(view, nickname) {
  if (!nickname) {
    Object.assign(view, { problem: { say: t("Enter a nickname.") }, aim: "nickname" });
    view.paint();
    return;
  }
  attempt(view, () => view.model.join(nickname), { aim: "class" });
}

function drawJoined(view, about) {
  const ask = (leaving, aim) => () => {
    Object.assign(view, { leaving, aim, problem: null });
    view.paint();
  };
  return node(
    "section",
    { class: "cl-item cl-joining", "aria-label": t("Class") },
    node(
      "div",
      { class: "cl-body" },
      heading(t("You are in the class {name}", about)),
      node(
        "p",
        { class: "cl-is-right" },
        node("span", { class: "cl-tag" }, icon("right"), t("Joined as {nickname}", about)),
      ),
      node(
        "details",
        {},
        node("summary", {}, t("What is shared with the class")),
        drawShares(about),
      ),
      drawProblem(view.problem, view.id),
    ),
    view.leaving ? drawLeaving(view, ask) : drawWays(view, ask),
  );
}

function drawWays(view, ask) {
  /** @param {string | null} [style] */
  const button = (key, words, onclick, style) =>
    node("button", { type: "button", class: style, "data-key": key, onclick }, words);
  return node(
    "div",
    { class: "cl-foot" },
    button("mine", t("Take my history with me"), () =>
      attempt(view, () => takeMine(view.model.connection), {}),
    ),
    button("leave", t("Leave the class"), ask(true, "yes"), "cl-quiet"),
  );
}

function drawLeaving(view, ask) {
  return node(
    "div",
    { class: "cl-foot", role: "group", "aria-labelledby": `${view.id}-leaving` },
    node(
      "p",
      { id: `${view.id}-leaving` },
      t(
        "The class removes everything that you shared with it. Your own history stays in your folder.",
      ),
    ),
    node(
      "button",
      {
        type: "button",
        "data-key": "yes",
        onclick: () => attempt(view, () => view.model.leave(), { leaving: false, aim: "class" }),
      },
      t("Leave"),
    ),
    node("button", { type: "button", "data-key": "no", onclick: ask(false, "leave") }, t("Stay")),
  );
}

/** The rows that the class has of oneself, as a file. */
async function takeMine(line) {
  const rows = await (await line.open("mine")).blob();
  const address = URL.createObjectURL(rows);
  node("a", { href: address, download: "class-history.jsonl" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // a browser may ask where to first
}
