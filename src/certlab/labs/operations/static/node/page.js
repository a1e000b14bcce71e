// @ts-check
/**
 * The machine on a page: a list of scenarios, or the one that the address names.
 *
 * `?node=off-the-bus&seed=4` is what a teacher hands out.
 *
 * @import { Ask, Begin, Recorded, Report, Scenario, Site } from "./machines.d.ts"
 */

import { icon, node } from "../../../../app/static/dom.js";
import { t, tn } from "../../../../app/static/words.js";
import { browserPython, serverAt } from "./python.js";
import { drawRecording } from "./recording.js";
import { Terminal } from "./terminal.js";

export const SHEETS = ["node.css"];

/**
 * Draw it; `read` fetches JSON of the site.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin
 * @param {(name: string) => Promise<any>} read `any`: JSON of the site
 * @param {Site} site
 */
export async function mount(el, { machine, scenarios }, read, site) {
  const asked = new URLSearchParams(location.search);
  const scenario = scenarios.find(({ id }) => id === asked.get("node"));
  if (!scenario) {
    const mark = () => markSolved(el, site);
    site.store.follow(mark);
    await mark();
    return;
  }
  const seed = seedOf(scenario.id, asked.get("seed"));
  const inner = node("div", {});
  el.replaceChildren(drawHead(scenario), inner);
  /** @param {Ask} ask */
  const play = (ask) =>
    new Terminal(inner, {
      ask,
      scenario,
      seed,
      machine,
      ...keptGame(`${scenario.id} ${seed}`, machine.edition),
      ended: (report) => record(site, scenario.exercise, seed, report).catch(console.warn),
    });
  if (site.surface === "app") play(serverAt(site.root));
  else drawOffer(inner, scenario, (await read("node.json"))[scenario.id], site.root, play);
}

/** @param {Scenario} scenario */
function drawHead({ title, minutes }) {
  return node(
    "div",
    { class: "cl-scenario" },
    node("h2", {}, title),
    node(
      "p",
      { class: "cl-small cl-muted" },
      tn("{n} minute", "{n} minutes", minutes),
      " · ",
      node("a", { href: location.pathname }, t("All scenarios")),
    ),
  );
}

/**
 * The recording, and what starts a game of one's own.
 *
 * @param {HTMLElement} el
 * @param {Scenario} scenario
 * @param {Recorded[]} recording
 * @param {URL} root
 * @param {(ask: Ask) => Terminal} play
 */
function drawOffer(el, { id, story }, recording, root, play) {
  const says = node("p", { class: "cl-note", role: "status" });
  const say = (/** @type {string} */ words) => {
    says.textContent = words;
  };
  const start = node(
    "button",
    {
      type: "button",
      class: "cl-primary",
      onclick: async () => {
        if (start.getAttribute("aria-disabled")) return;
        start.setAttribute("aria-disabled", "true");
        try {
          play(await browserPython(root, say)).typed.input.focus(); // the button is gone
        } catch (error) {
          say(`${error.message} ${inTerminal}`);
          start.removeAttribute("aria-disabled");
        }
      },
    },
    t("Start the machine"),
  );
  const inTerminal = t("In a terminal it is: {line}", { line: `certlab sim node ${id}` });
  say(
    t("It runs in this browser, in a Python that is loaded from this site: some {n} MB.", {
      n: 24,
    }),
  );
  el.classList.add("certlab");
  el.replaceChildren(
    node(
      "div",
      { class: "cl-frame cl-node" },
      node("p", { class: "cl-story" }, story),
      node("div", { class: "cl-acts cl-offer" }, start),
      says,
      node("p", { class: "cl-small cl-muted" }, t("A recording shows how it goes:")),
      drawRecording(recording),
    ),
  );
}

/**
 * The seed that an address names; of a blind drill else another one each day, as in a terminal.
 *
 * @param {string} id
 * @param {string | null} given
 */
function seedOf(id, given) {
  if (/^\d{1,9}$/.test(given ?? "")) return Number(given);
  if (id !== "blind") return 1;
  const now = new Date();
  const days = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
  return days + 719_163; // as Python counts days
}

/**
 * The lines of a game that were typed in this browser, and what keeps them. One that is torn, or of
 * another edition, begins anew.
 *
 * @param {string} game
 * @param {number} edition
 */
function keptGame(game, edition) {
  const name = `certlab-node ${game}`;
  const keep = (/** @type {string[]} */ lines) => {
    try {
      localStorage.setItem(name, JSON.stringify({ edition, lines }));
    } catch {
      // Refused: the game lasts as long as the page.
    }
  };
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "{}");
    const whole = Array.isArray(kept?.lines) && kept.edition === edition;
    if (whole && kept.lines.every((/** @type {unknown} */ line) => typeof line === "string"))
      return { keep, lines: /** @type {string[]} */ (kept.lines) };
  } catch {
    // As if there were none.
  }
  return { keep, lines: [] };
}

/**
 * Record a game that ended, once for each change of its outcome, as `exercises.keep` does.
 *
 * @param {Site} site
 * @param {string} item
 * @param {number} seed
 * @param {Report} report
 */
async function record({ store, surface }, item, seed, { passed, score }) {
  const outcome = passed ? "correct" : "wrong";
  const before = (await store.rows()).filter((one) => one.item === item).at(-1);
  if (before?.outcome === outcome) return;
  await store.add({
    item,
    rev: 1,
    outcome,
    score: score / 100,
    seed,
    surface,
    mode: "exercise",
  });
}

/**
 * Mark what was solved in the list that the page came with.
 *
 * @param {HTMLElement} el
 * @param {Site} site
 */
async function markSolved(el, { store }) {
  const rows = await store.rows();
  const solved = new Set(rows.filter((one) => one.outcome === "correct").map((one) => one.item));
  for (const mark of /** @type {NodeListOf<HTMLElement>} */ (
    el.querySelectorAll("[data-scenario]")
  )) {
    const done = solved.has(mark.dataset.scenario ?? "");
    mark.replaceChildren(...(done ? [icon("right"), ` ${t("solved")}`] : []));
  }
}
