// @ts-check
/**
 * A class in the app: a card on the start page, a strip on every page, the instructor's page.
 *
 * It is mounted where the learner's server is below a class, and nothing else waits for it.
 *
 * @import { Store } from "../../app/static/store/store.js"
 * @import { FetchBank } from "./classes.d.ts"
 */

import { node } from "../../app/static/dom.js";
import { spoken } from "../../app/static/words.js";
import { ClassModel } from "./class_model.js";
import { connect } from "./connection.js";
import { mountJoin } from "./join.js";
import { mountPlan } from "./plan.js";
import { mountStrip } from "./strip.js";

/** From the package's tree. */
export const SHEETS = [
  "app/static/theme/charts.css",
  "classroom/static/class.css",
  "classroom/static/classroom.css",
];

/**
 * Mount what this page has of the class.
 *
 * `store` is the learner's, `root` the address of the pages and `assets` of the package's tree,
 * `json(name)` a file of the banks, and `styled(addresses)` brings style sheets.
 *
 * @param {{ store: Store, root: URL, assets: URL, json: FetchBank,
 *   styled: (addresses: URL[]) => Promise<unknown> }} parts
 */
export async function mount({ store, root, assets, json, styled }) {
  const model = new ClassModel(connect(new URL("api/class/", root)), store);
  const start = document.querySelector("[data-certlab=start]");
  if (start) {
    const el = node("div", { class: "certlab", lang: spoken() });
    const place = node("div", { class: "cl-classroom cl-frame" });
    const plan = node("div", { class: "cl-classroom cl-frame" });
    el.append(plan, place); // what is on comes first
    start.before(el);
    mountJoin({ model, el: place, root });
    mountPlan({ model, el: plan, root });
  }
  const page = document.querySelector("[data-certlab=class]");
  if (page) {
    const [{ mountInstructor }] = await Promise.all([
      import("./instructor/instructor.js"),
      styled([new URL("classroom/static/instructor/instructor.css", assets)]),
    ]);
    mountInstructor({ model, el: page, json, root });
  }
  if (!page) mountStrip({ model, root, titles: () => json("labs") });
  model.begin();
}
