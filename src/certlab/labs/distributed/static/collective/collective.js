// @ts-check
/**
 * A collective: who sends what to whom at each step, and what it costs.
 *
 * Python decides. The page sends what is wanted:
 *   {type: "ask", kind?, algorithm?, ranks?, bytes?, latency?, rate?}  seconds, bytes a second
 * and Python answers with the traits `asked`, `plan`, `shown` and `refusal`. `step` is either's.
 *
 * @import { Asked, Collective, CollectiveMessage, DrawnWay, Given, Model, Plan } from "./collectives.d.ts"
 */

import { icon, keyWithin, node } from "../../../../app/static/dom.js";
import { listen } from "../../../../app/static/keys.js";
import { drawPatterns } from "../../../../app/static/simulator/patterns.js";
import { isStill, Player } from "../../../../app/static/simulator/player.js";
import { hearTraits, whenAllStand } from "../../../../app/static/simulator/traits.js";
import { speak, t } from "../../../../app/static/words.js";
import { drawCards, drawReading } from "./cards.js";
import { drawCurves } from "./curve.js";
import { drawRanks } from "./draw.js";
import { heldSteps } from "./held.js";
import { drawMatrix } from "./matrix.js";
import { drawOverview } from "./over.js";
import { DOES, drawCollectiveControls, drawTotals } from "./panel.js";
import { aboutWords, headWords, stepWords, wholeWords } from "./words.js";

const COLOURED = 8; // ranks that have a colour each

class CollectiveView {
  /**
   * @param {Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    speak({ model, el });
    this.model = model;
    this.id = `cl-${Math.random().toString(36).slice(2, 10)}`; // two drawings share a page
    this.plan = model.get("plan");
    this.states = heldSteps(this.plan);
    /** @type {DrawnWay[]} */
    this.ways = [];
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.moving = false;
    /** @type {number | null} */
    this.units = null; // bytes of the unit that was chosen
    this.controls = node("div");
    this.alert = node("div", { class: "cl-refused" });
    this.head = node("p", { class: "cl-title cl-stephead" });
    this.picture = node("div", { class: "cl-picture" });
    this.below = node("div");
    this.side = node("div", { class: "cl-side" });
    this.status = node("p", { class: "cl-inwords", role: "status" });
    this.player = new Player({ go: (step) => this.go(step), label: t("Step") });
    const main = node("div", {}, this.head, this.picture, this.player.el, this.status, this.below);
    this.place = node(
      "div",
      {
        class: "cl-frame cl-sim cl-collective",
        role: "group",
        "aria-label": t("A collective, step by step"),
      },
      drawPatterns(this.id),
      this.controls,
      this.alert,
      node("div", { class: "cl-simtwo" }, main, this.side),
    );
    el.classList.add("certlab");
    el.replaceChildren(this.place);
  }

  /** Another plan or other numbers. */
  renew() {
    const plan = this.model.get("plan");
    if (plan !== this.plan) this.states = heldSteps(plan);
    this.plan = plan;
    this.refuse("");
    this.paint(false);
  }

  drawControls() {
    const held = keyWithin(this.controls);
    this.controls.replaceChildren(
      drawCollectiveControls(this.model.get("asked"), this.units, (name, value) =>
        this.ask(name, value),
      ),
    );
    if (held) this.controls.querySelector(`[data-key="${held}"]`)?.focus();
  }

  /**
   * The step of the moment; `moving` lets its messages move along.
   *
   * @param {boolean} moving
   */
  paint(moving) {
    const { plan, states } = this;
    const [asked, shown] = [this.model.get("asked"), this.model.get("shown")];
    const last = shown.steps.length + 1;
    const step = Math.min(this.model.get("step"), last);
    const says = step === last ? wholeWords(asked, shown) : stepWords(plan, shown, step);
    const given = { id: this.id, label: says };
    this.head.replaceChildren(
      headWords(shown, step),
      node("span", {}, aboutWords(plan, shown, step)),
    );
    this.picture.replaceChildren(...this.drawings(asked, step, given));
    this.below.replaceChildren(drawOverview(plan, step, states, (to) => this.player.move(to)));
    this.side.replaceChildren(
      ...[drawTotals(asked, shown, step), drawCurves(plan, asked)].filter(Boolean),
    );
    this.player.show(step, last, firstOf(plan), headWords(shown, step));
    this.status.textContent = says;
    if (moving && !isStill()) this.slide();
  }

  /**
   * @param {Asked} asked
   * @param {number} step
   * @param {Given} given
   */
  drawings(asked, step, given) {
    const { plan, states } = this;
    if (plan.ranks > COLOURED) {
      return [660, 330]
        .map((room, n) =>
          node(
            "div",
            { class: n ? "cl-narrow" : "cl-wide" },
            drawMatrix(plan, step, states, { ...given, room }),
          ),
        )
        .concat(
          node(
            "p",
            { class: "cl-reading" },
            t(
              "the darker a cell is, the more of the data has been summed or copied there; hatched data are arriving",
            ),
          ),
        );
    }
    const { svg, ways } = drawRanks(plan, asked.bytes, step, states, given);
    this.svg = svg;
    this.ways = ways;
    return [
      node("div", { class: "cl-wide" }, svg),
      node("div", { class: "cl-narrow" }, drawCards(plan, asked.bytes, step, states, given)),
      drawReading(plan),
    ];
  }

  /** Each message goes along its way, once. */
  slide() {
    if (this.plan.ranks > COLOURED) return;
    for (const { points, who } of this.ways) {
      const made = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      for (const [name, value] of Object.entries({
        x: -7,
        y: -7,
        width: 14,
        height: 14,
        class: `cl-chip cl-who${who} cl-moving`,
      }))
        made.setAttribute(name, String(value));
      this.svg?.append(made);
      const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
      made.animate(frames, { duration: 160, easing: "ease-out" }).finished.then(
        () => made.remove(),
        () => {},
      );
    }
  }

  /** @param {number} step */
  go(step) {
    this.moving = step > this.model.get("step");
    if (this.refused()) this.refuse("");
    this.model.set("step", step);
    this.model.save_changes();
  }

  /**
   * @param {string} name
   * @param {any} value a text or a number, `name` says which
   */
  ask(name, value) {
    if (name === "unit") {
      this.units = value;
      this.drawControls();
      return;
    }
    if (name !== "kind" && name !== "algorithm" && !Number.isFinite(value)) {
      this.refuse(t("That is not a number; write 4 or 0.5."));
      return;
    }
    if (name === "ranks" && !Number.isInteger(value)) {
      this.refuse(t("The number of ranks must be a whole number."));
      return;
    }
    this.player.pause();
    /** @type {CollectiveMessage} */
    const wanted = { type: "ask", [name]: name === "bytes" ? Math.round(value) : value };
    const { algorithm } = this.model.get("asked");
    if (name === "kind" && !DOES[value].includes(algorithm)) [wanted.algorithm] = DOES[value];
    this.model.send(wanted);
  }

  refused() {
    return this.alert.childElementCount > 0;
  }

  /**
   * Say why not, and show the controls as they were; without a text all is well.
   *
   * @param {string} text
   */
  refuse(text) {
    this.drawControls();
    this.alert.replaceChildren(
      ...(text
        ? [node("p", { class: "cl-problem", role: "alert" }, icon("wrong"), node("span", {}, text))]
        : []),
    );
  }
}

/**
 * The first step of each phase.
 *
 * @param {Plan} plan
 */
function firstOf({ phases }) {
  let at = 1;
  return phases.map(([, count]) => {
    at += count;
    return at - count;
  });
}

/** @param {Collective} drawn */
function render({ model, el }) {
  const view = new CollectiveView(model, el);
  const renewed = whenAllStand(() => view.renew());
  const stepped = () => {
    if (renewed.isWaiting()) return;
    view.paint(view.moving);
    view.moving = false;
  };
  const refused = () => view.refuse(model.get("refusal").text ?? "");
  view.renew();
  refused();
  listen(view.place, () => false);
  const leave = hearTraits(model, {
    asked: renewed.hear,
    plan: renewed.hear,
    shown: renewed.hear,
    step: stepped,
    refusal: refused,
  });
  return () => {
    view.player.pause();
    leave();
    el.replaceChildren();
  };
}

export default { render };
