// @ts-check
/**
 * The page of progress: the score over time, domains, path, labs, pages, days, and the answers themselves.
 *
 * @import { Store } from "../store/store.js"
 * @import { Estimated } from "../../../day/static/progress/score_section.js"
 */

import { mountProgress } from "../../../day/static/summary.js";
import { node } from "../dom.js";
import { t } from "../words.js";
import { ASSETS, json, PAGES, ROOT, SURFACE, styled } from "./assets.js";
import { listed, ownExam } from "./own_exam.js";
import { GRADED } from "./questions.js";

const STYLES = ["where_one_stands.css", "path_stations.css", "progress/progress.css"];

/**
 * Draw it in place of what the page came with, now and after each change.
 *
 * `data-labs` are the labs that open here, and `data-plan` is where Python plans in the browser.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
export async function mountProgressPage(el, store) {
  const above = node("div");
  const own = node("div");
  const below = node("div");
  el.replaceChildren(above, own, below);
  await mountProgress(below, { store, banks: await listed(store) });
  const [{ ProgressView }, { CourseIndex }, paths, banks] = await Promise.all([
    import("../../../day/static/progress/view.js"),
    import("../../../day/static/course_index.js"),
    json("paths"),
    json("index"),
    styled(STYLES.map((name) => new URL(`day/static/${name}`, ASSETS))),
  ]);
  const opens = SURFACE === "app" ? null : new Set((el.dataset.labs ?? "").split(" "));
  const more = { root: ROOT.href, opens, plans: () => json("exams") };
  const view = new ProgressView(above, new CourseIndex(paths, banks), more);
  const estimated = estimating(el.dataset.plan ?? "");
  const draw = async () => {
    const [rows, exam] = await Promise.all([store.rows(), ownExam(store)]);
    await view.show(rows, exam?.exam ?? "");
    if (!exam || !rows.length) return;
    // It takes seconds, and nothing else on the page waits for it.
    estimated((found) => view.estimate(found, exam.exam)).catch(console.warn);
  };
  store.follow(draw);
  await draw();
  await mountOwn(own, store);
}

/**
 * The learner's own decks, which are files of a workspace: a site has none.
 *
 * @param {HTMLElement} el
 * @param {Store} store
 */
async function mountOwn(el, store) {
  if (SURFACE !== "app") {
    el.append(
      node("h2", { id: "decks" }, t("Your own decks")),
      node(
        "p",
        {},
        t(
          "Decks of your own, such as Anki's, need certlab on your machine: import them there on this page.",
        ),
      ),
    );
    return;
  }
  const [{ mountOwnDecks }] = await Promise.all([
    import("../own_decks/section.js"),
    styled([new URL("app/static/own_decks/own_decks.css", ASSETS)]),
  ]);
  const api = new URL("api/", ROOT).href;
  const kinds = /** @type {const} */ ([...GRADED, "card"]);
  await mountOwnDecks(el, { api, pages: PAGES(), surface: SURFACE, kinds: [...kinds], store });
  if (location.hash === "#decks") el.scrollIntoView();
}

/**
 * What asks for the estimate, which needs Python: of the server, one question at a time and the last
 * one wins; a page without one says where Python is.
 *
 * @param {string} plan where it plans in the browser, "" for nowhere
 */
function estimating(plan) {
  let asked = 0;
  let told = false;
  return async (/** @type {(found: Estimated) => void} */ tell) => {
    if (SURFACE !== "app") {
      const says = plan
        ? t(
            "Between mock exams your expected score is worked out in Python, which this page does not run.",
          )
        : t("The expected score is worked out in Python: install certlab to see it.");
      tell({ says, plan, over: null });
      return;
    }
    asked += 1;
    const mine = asked;
    if (!told)
      tell({ says: t("Your score is being worked out from your answers."), plan: "", over: null });
    const { askForProgress } = await import("../store/server.js");
    const found = await askForProgress(new URL("api/progress", ROOT)).then(
      (over) => ({ says: "", plan: "", over }),
      (error) => ({ says: error.message, plan: "", over: null }),
    );
    if (mine !== asked) return;
    told = true;
    tell(found);
  };
}
