// @ts-check
/**
 * On a page: pick a GPU, a driver and an image, and see what happens at the start.
 *
 * @import { Gpu, Rules } from "./rule.js"
 * @typedef {Gpu & { id: string, name: string }} NamedGpu
 * @typedef {{ id: string, tag: string, cuda: string }} Image
 * @typedef {{ gpus: NamedGpu[], images: Image[], drivers: string[], table: Rules, gpu: string, image: string, driver: string }} Begin
 * @typedef {{ gpu: string, driver: string, image: string }} Values what the controls hold
 * @typedef {{ gpu: NamedGpu, image: Image, branch: number }} Chosen
 */

import { shape, written } from "../../../../app/static/drawing/shapes.js";
import { canvas, LivePicture } from "../../../../app/static/simulator/live_picture.js";
import { t } from "../../../../app/static/words.js";
import { fits } from "./rule.js";

export const SHEETS = ["../../../../app/static/theme/simulator.css"];

const ROW = 44;
// The station at which a rule decides, and the colour of an outcome.
/** @type {Record<string, number>} */
const STATION = {
  "gpu-dropped-by-driver": 0,
  "driver-older-than-gpu": 0,
  "no-code-for-old-gpu": 1,
  "no-code-for-new-gpu": 1,
  "driver-too-old": 2,
  forward: 2,
};

/**
 * Draw it.
 *
 * @param {HTMLElement} el
 * @param {Begin} begin `gpus`, `images` and `drivers` to choose from, the `table` of the rules, and a first choice
 */
export async function mount(el, { gpus, images, drivers, table, gpu, image, driver }) {
  const chosen = (/** @type {Values} */ values) => ({
    gpu: /** @type {NamedGpu} */ (gpus.find(({ id }) => id === values.gpu)),
    image: /** @type {Image} */ (images.find(({ id }) => id === values.image)),
    branch: Number(values.driver),
  });
  const verdict = (/** @type {Values} */ values) => {
    const { gpu, image, branch } = chosen(values);
    return fits(image.cuda, gpu, branch, table);
  };
  new LivePicture(el, {
    root: "cl-fits",
    label: t("Which driver runs which image"),
    values: { gpu, driver, image },
    controls: [
      { key: "gpu", label: t("GPU"), choices: gpus.map((one) => [one.id, one.name]) },
      { key: "driver", label: t("Driver"), choices: drivers.map((one) => [one, `R${one}`]) },
      { key: "image", label: t("Image"), choices: images.map((one) => [one.id, one.tag]) },
    ],
    draw: (values, wide) => {
      const [outcome, rule] = verdict(values);
      return [stations(wide, outcome, rule)];
    },
    counts: (values) => {
      const { gpu, image, branch } = chosen(values);
      return [
        [image.cuda, t("CUDA in the image")],
        [table.cuda[branch] ?? "–", t("newest CUDA that the driver supports directly")],
        [gpu.capability, t("compute capability of the GPU")],
      ];
    },
    says: (values) => says(verdict(values)[1], chosen(values), table),
  });
}

/**
 * The three questions, one below the other, each with its answer.
 *
 * @param {number} wide
 * @param {string} outcome
 * @param {string} rule
 */
function stations(wide, outcome, rule) {
  const asked = [
    t("Does the driver know the GPU?"),
    t("Has the image code for the GPU?"),
    t("Is the driver new enough for the CUDA inside?"),
  ];
  /** @type {Record<string, string>} */
  const marks = { perhaps: t("? perhaps"), never: t("✗ no") };
  const last = STATION[rule] ?? asked.length;
  const rows = asked.map((question, n) => {
    const mark = n < last ? t("✓ yes") : n === last ? marks[outcome] : "";
    const y = 4 + n * ROW;
    return shape(
      "g",
      { class: `cl-who${n}` },
      shape("rect", {
        x: 1,
        y,
        width: wide - 2,
        height: ROW - 10,
        class: mark ? "cl-in" : "",
        ...(mark ? {} : { fill: "none", stroke: "currentColor", "stroke-dasharray": "4 4" }),
      }),
      written(14, y + 22, question),
      written(wide - 20, y + 22, mark || t("not asked"), { "text-anchor": "end" }),
    );
  });
  return canvas(wide, asked.length * ROW + 4, t("Three questions before the start"), ...rows);
}

/**
 * What happens, in a sentence or two.
 *
 * @param {string} rule
 * @param {Chosen} chosen
 * @param {Rules} table
 */
function says(rule, { gpu, image, branch }, table) {
  const major = image.cuda.split(".")[0];
  const values = {
    gpu: gpu.name,
    cuda: image.cuda,
    branch,
    oldest: table.oldest[major],
    last: gpu.last_driver,
    first: gpu.first_cuda,
    capability: table.capability,
  };
  switch (rule) {
    case "gpu-dropped-by-driver":
      return t(
        "It never runs: R{branch} no longer supports the {gpu}, because R{last} was the last branch that did.",
        values,
      );
    case "driver-older-than-gpu":
      return t("It never runs: R{branch} is older than the {gpu} and does not know it.", values);
    case "no-code-for-old-gpu":
      return t(
        "It never runs: CUDA 13 has code only from compute capability {capability} on, and the {gpu} is older. Use an image with CUDA 12.",
        values,
      );
    case "no-code-for-new-gpu":
      return t(
        "Perhaps: CUDA {cuda} is older than the {gpu}, so the program runs only if the image contains PTX.",
        values,
      );
    case "driver-too-old":
      return t(
        "It never runs: CUDA {cuda} needs R{oldest} or newer, and forward compatibility does not cover the {gpu}.",
        values,
      );
    case "forward":
      return t(
        "Perhaps: CUDA {cuda} needs R{oldest} or newer. Only cuda-compat could help, if its table lists R{branch}.",
        values,
      );
    case "backward":
      return t(
        "It runs: R{branch} is as new as CUDA {cuda} or newer, which is backward compatibility.",
        values,
      );
    default:
      return t(
        "It runs: although R{branch} is older than CUDA {cuda}, every release of this major version needs only R{oldest} or newer. This is minor-version compatibility.",
        values,
      );
  }
}
