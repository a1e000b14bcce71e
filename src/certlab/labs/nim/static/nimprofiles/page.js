// @ts-check
/**
 * On a page: pick GPUs, see which profiles of a NIM remain, and which one its container takes.
 *
 * @import { Machine, Order, Profile } from "./rule.js"
 * @typedef {{ id: string, name: string, memory: number }} Gpu
 * @typedef {{ gpu: string, count: number, taken: number, release: string, adapters: boolean }} Values what the controls hold
 * @typedef {{ gpus: Gpu[], manifests: Record<string, Profile[]>, order: Order, most: { count: number, taken: number }, values: Values }} Begin
 * @typedef {{ gpu: Gpu, machine: Machine, profiles: Profile[], adapters: boolean, chosen: [name: string, at: number, runs: number] }} Seen
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { choose, verdict } from "./rule.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const ROW = 46;
/** @type {Record<string, number>} */
const WHO = { runnable: 2, "low memory": 1, incompatible: 7, "left out": 7 };
const gb = (/** @type {number} */ n) => t("{n} GB", { n });

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `gpus` to choose from, the `manifests` of both releases, the `order` of 1.x, how many at
 *   `most`, and the first `values`
 */
export async function mount(el, { gpus, manifests, order, most, values }) {
  const seen = (/** @type {Values} */ now) => {
    const gpu = /** @type {Gpu} */ (gpus.find(({ id }) => id === now.gpu));
    const machine = { kind: gpu.id, count: now.count, room: gpu.memory - now.taken };
    const profiles = manifests[now.release];
    return {
      gpu,
      machine,
      profiles,
      adapters: now.adapters,
      chosen: choose(profiles, machine, now.release, now.adapters, order),
    };
  };
  new LivePicture(el, {
    root: "cl-nimprofiles",
    label: t("Profiles of a NIM"),
    values,
    controls: [
      { key: "gpu", label: t("GPU"), choices: gpus.map((one) => [one.id, one.name]) },
      { key: "count", label: t("GPUs"), min: 1, max: most.count },
      {
        key: "taken",
        label: t("Memory taken by others in each"),
        min: 0,
        max: most.taken,
        shown: gb,
      },
      {
        key: "release",
        label: t("Release"),
        choices: Object.keys(manifests).map((one) => [one, one]),
      },
      { key: "adapters", label: t("Adapters are to be loaded"), tick: true },
    ],
    draw: (now, wide) => [rows(wide, seen(now))],
    counts: (now) => counts(seen(now)),
    says: (now) => says(now, seen(now)),
  });
}

/** @param {Seen} seen */
function counts({ machine, profiles, chosen }) {
  return [
    [gb(machine.room), t("free in each GPU")],
    [String(profiles.length), t("profiles in the image")],
    [String(chosen[2]), t("of them run")],
  ];
}

/**
 * A row a profile: its name, what becomes of it, and what one GPU would have to hold.
 *
 * @param {number} wide
 * @param {Seen} seen
 */
function rows(wide, { gpu, machine, profiles, adapters, chosen }) {
  const narrow = wide < 520; // bars below the names
  const left = narrow ? 0 : Math.min(330, wide / 2);
  const most = Math.max(gpu.memory, ...profiles.map((one) => one.needs));
  const scale = (wide - left - 2) / most;
  const high = narrow ? ROW + 18 : ROW;
  const x = left + 1 + machine.room * scale;
  const marks = profiles.map((profile, n) => {
    const [outcome, rule] = verdict(profile, machine, adapters);
    const y = n * high;
    const bar = y + (narrow ? 38 : 4);
    const taken = profile.name === chosen[0];
    const size = { width: profile.needs * scale, height: 18 };
    return shape(
      "g",
      { class: `cl-who${WHO[outcome]}` },
      written(0, y + 15, `${taken ? "▶ " : ""}${profile.name}`, {
        class: taken ? "cl-strong" : "",
      }),
      written(0, y + 31, reason(rule, profile, machine), { class: "cl-faint" }),
      shape("rect", { x: left + 1, y: bar, ...size, class: "cl-in" }),
      written(left + 7, bar + 13, gb(profile.needs)),
      shape("line", { x1: x, x2: x, y1: bar - 4, y2: bar + 22, class: "cl-you" }),
    );
  });
  const end = x > 190;
  return canvas(
    wide,
    profiles.length * high + 20,
    t("What each profile needs in a GPU"),
    ...marks,
    written(
      end ? x : x - 1,
      profiles.length * high + 14,
      t("{n} GB free in each GPU", { n: machine.room }),
      {
        "text-anchor": end ? "end" : "start",
        class: "cl-strong",
      },
    ),
  );
}

/**
 * @param {string} rule
 * @param {Profile} profile
 * @param {Machine} machine
 */
function reason(rule, profile, { count, room }) {
  const gpus = profile.tp * profile.pp;
  switch (rule) {
    case "gpu-kind":
      return t("✗ made for another GPU");
    case "too-few":
      return t("✗ needs {gpus} GPUs, {count} visible", { gpus, count });
    case "no-lora":
      return t("– cannot load adapters");
    case "lora":
      return t("– is for adapters");
    case "memory":
      return t("✗ low memory, {n} GB missing in each", { n: profile.needs - room });
    default:
      return t("✓ runs on {gpus} of {count} GPUs", { gpus, count });
  }
}

/**
 * @param {Values} now
 * @param {Seen} seen
 */
function says(now, { machine, profiles, adapters, chosen }) {
  const [name, at, runs] = chosen;
  const low = profiles.some((one) => verdict(one, machine, adapters)[1] === "memory");
  if (!runs)
    return low
      ? t("No profile runs. More free memory, a smaller limit of tokens or more GPUs would help.")
      : t("No profile runs, because those that would do need more GPUs or another kind of GPU.");
  if (runs === 1) return t("{name} is chosen, because it is the only one that runs.", { name });
  if (now.release !== "1.x")
    return t(
      "{runs} profiles run. No page that we could read says which of them 2.x chooses, so name one in NIM_MODEL_PROFILE.",
      { runs },
    );
  const why = [
    t("it was made for this GPU"),
    t("its engine comes first"),
    t("its precision comes first"),
    t("latency comes before throughput"),
    t("it is split over more GPUs"),
  ];
  return t("{runs} profiles run, and {name} is chosen because {why}.", {
    runs,
    name,
    why: why[at],
  });
}
