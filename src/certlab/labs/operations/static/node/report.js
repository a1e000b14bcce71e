// @ts-check
/**
 * How a game ended: points, what proved the cause, what was missed, what the moves cost.
 *
 * @import { Child } from "../../../../app/static/elements.d.ts"
 * @import { Diagnosis, Machine, Report, Tempting } from "./machines.d.ts"
 */

import { icon, node } from "../../../../app/static/dom.js";
import { inRow, t, tn } from "../../../../app/static/words.js";

/**
 * @param {Report} report
 * @param {Machine} machine
 */
export function drawReport(report, { causes }) {
  const { passed, score, parts, diagnosis, evidence, missed, checks, harms, under_load } = report;
  const says = (/** @type {string} */ id) => causes.find((one) => one.id === id)?.says ?? id;
  const hours = report.load_hours;
  return node(
    "section",
    { "aria-label": t("Report") },
    node(
      "p",
      { class: `cl-verdict ${passed ? "cl-is-right" : "cl-is-wrong"}` },
      icon(passed ? "right" : "wrong"),
      passed
        ? t("Solved: {score} points of 100.", { score })
        : t("Not solved: {score} points of 100.", { score }),
    ),
    node("p", {}, t("The cause: {cause}", { cause: placed(diagnosis.truth, says) })),
    diagnosis.right
      ? null
      : node("p", {}, t("You said: {cause}", { cause: placed(diagnosis.given, says) })),
    diagnosis.mended_first
      ? node("p", {}, t("You repaired it before you named it, so the diagnosis counts as a guess."))
      : null,
    list(
      t("Points"),
      parts
        .filter(({ points, of }) => points || of)
        .map(({ part, points, of }) => `${points}${of ? ` / ${of}` : ""} ${partNames()[part]}`),
    ),
    list(t("What it is not, and what showed that"), proofs(evidence, says)),
    list(
      t("What nothing excluded"),
      missed.map(({ cause, line }) => [
        says(cause),
        line ? [" ", t("What would have shown it:"), " ", node("code", {}, line)] : null,
      ]),
    ),
    list(
      t("The end"),
      checks.map(({ check, settled, worked }) => [
        icon(settled && worked ? "right" : "wrong"),
        node("code", {}, check),
        settled && worked
          ? null
          : ` ${settled ? t("held at first, and not after {hours} h of work", { hours }) : t("is not so")}`,
      ]),
      under_load,
    ),
    list(
      t("What it cost"),
      [tn("{n} simulated minute", "{n} simulated minutes", report.costs.minutes)],
      harms,
    ),
    list(t("What one is tempted to do"), report.wrong.map(tempting)),
  );
}

/**
 * Each excluded cause with the first line that showed it, and how many more did.
 *
 * @param {Report["evidence"]} evidence
 * @param {(id: string) => string} says
 */
function proofs(evidence, says) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const { line, excludes } of evidence)
    for (const id of excludes) lines.set(id, [...(lines.get(id) ?? []), line]);
  return [...lines].map(([id, [first, ...more]]) => [
    says(id),
    " ",
    node("code", {}, first),
    more.length ? ` ${tn("and {n} line more", "and {n} lines more", more.length)}` : null,
  ]);
}

/**
 * A diagnosis in words.
 *
 * @param {Diagnosis} diagnosis
 * @param {(id: string) => string} says
 */
function placed([id, machine, slot], says) {
  if (!machine) return says(id);
  const where = slot
    ? t("On {node}, slot {slot}.", { node: machine, slot })
    : t("On {node}.", { node: machine });
  return inRow(says(id), where);
}

/** @param {Tempting} move */
function tempting({ does, costs, harms, under_load, refused, reached }) {
  const minutes = tn("{n} simulated minute", "{n} simulated minutes", costs.minutes);
  const came = [
    minutes,
    ...harms,
    ...under_load,
    ...(refused ? [t("it is refused")] : []),
    ...(reached ? [] : [t("it does not solve the case")]),
  ];
  return `${does}: ${came.join("; ")}`;
}

/**
 * Rows below a title; nothing where there are none.
 *
 * @param {string} title
 * @param {Child[][]} rows
 */
function list(title, ...rows) {
  const all = rows.flat();
  if (!all.length) return null;
  return [
    node("p", { class: "cl-over" }, title),
    node(
      "ul",
      {},
      all.map((row) => node("li", {}, row)),
    ),
  ];
}

/** @returns {Record<string, string>} */
function partNames() {
  return {
    diagnosis: t("the right cause, at the right place"),
    proof: t("proof: rivals excluded before you named it"),
    end: t("the end: reached, and held under work"),
    care: t("care: no harm that was not needed"),
    hints: t("hints"),
  };
}
