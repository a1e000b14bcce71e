/** Runs the extension on a JupyterLab that is made here; prints, by case, what it did. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [file, cases] = [process.argv[2], JSON.parse(readFileSync(0, "utf-8"))];
globalThis.window = globalThis;
globalThis.document = {
  adoptedStyleSheets: [],
  addEventListener() {},
  head: { append() {} },
  createElement: () => ({}),
};
globalThis.addEventListener = () => {};
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.location = { href: "http://site/lite/lab/index.html" };
globalThis.CSSStyleSheet = class {
  replaceSync() {}
};
await import(pathToFileURL(file).href);
const application = async () => () => ({ ILayoutRestorer: "a token" });
const rendermime = async () => () => ({ IRenderMimeRegistry: "another" });
const coreutils = async () => () => ({ PageConfig: { getOption: () => "" } });
const notebook = async () => () => ({ NotebookActions: {} });
const lumino = async () => () => ({ Widget: class {} });
const given = {
  "@jupyterlab/application": { "4.0.0": { get: application } },
  "@jupyterlab/rendermime": { "4.0.0": { get: rendermime } },
  "@jupyterlab/coreutils": { "6.0.0": { get: coreutils } },
  "@jupyterlab/notebook": { "4.0.0": { get: notebook } },
  "@lumino/widgets": { "2.0.0": { get: lumino } },
};
globalThis._JUPYTERLAB.certlab.init(given);
const { default: plugins } = (await globalThis._JUPYTERLAB.certlab.get("./extension"))();
const [plugin] = plugins; // below a Hub there is one more

/** The site's list of notebooks, as JupyterLite fetches it. */
globalThis.fetch = async () => ({ json: async () => ({ "labs/mig/10_a.ipynb": {} }) });

/** `then` is what happens while the kernel starts, `beside` what else is in the notebook's folder. */
async function run({ path, id, source, then = "", beside = [], name = "JupyterLite" }) {
  const ran = [];
  const model = {
    id,
    executionCount: 1,
    sharedModel: { getSource: () => model.text },
    text: source,
  };
  const panel = {
    content: {
      widgets: [{ model: { id: "title", sharedModel: { getSource: () => "" } } }, { model }],
      activeCellIndex: 0,
    },
  };
  const signal = { connect() {} };
  const shell = {
    currentWidget: panel,
    currentChanged: signal,
    layoutModified: signal,
    widgets: () => [],
  };
  const info = async () => {
    if (then === "typed") model.text += "\n1";
    if (then === "ran") model.executionCount = 2;
    if (then === "left") shell.currentWidget = null;
  };
  panel.context = {
    path,
    model: { dirty: true },
    ready: Promise.resolve(),
    sessionContext: {
      ready: Promise.resolve(),
      session: {
        kernel: {
          get info() {
            return info();
          },
        },
      },
    },
  };
  const execute = async (name) => {
    ran.push([name, panel.content.activeCellIndex]);
    if (then === "typed later") model.text += "\n1";
  };
  const entry = (one) => {
    const folder = one.endsWith("/");
    const end = one.replace(/\/$/, "");
    return { type: folder ? "directory" : "file", name: end.split("/").at(-1), path: end };
  };
  const content = [path, "labs/mig/", ...beside].map(entry);
  const app = {
    name,
    restored: Promise.resolve(),
    shell,
    commands: { execute, addCommand() {} },
    docRegistry: { addWidgetExtension() {} },
    serviceManager: {
      contents: { get: async () => ({ content }) },
      serverSettings: { baseUrl: "http://site/lite/" },
    },
  };
  if (name === "JupyterLite") await plugin.activate(app, null, { addFactory() {} });
  else await showIn(app);
  await new Promise((done) => setTimeout(done, 10));
  return { ran, dirty: panel.context.model.dirty };
}

/** All of the extension wants more of JupyterLab than is made here, and so does the server's drawing. */
async function showIn(app) {
  const { showToday } = await import(new URL("today.js", pathToFileURL(file)).href);
  console.warn = () => {};
  showToday(app);
}

const { openUnchanged } = await import(new URL("opening.js", pathToFileURL(file)).href);

/** Whether a notebook is to be saved after `name` was written into it, with `python3` at hand. */
function noted(name, value, { dirty = false, kernels = ["python3"] } = {}) {
  const model = {
    dirty,
    getMetadata: () => ({ name: "python3" }),
    setMetadata: () => {
      model.dirty = true; // as JupyterLab's does
    },
  };
  const specs = { kernelspecs: Object.fromEntries(kernels.map((one) => [one, {}])) };
  openUnchanged({
    docRegistry: { addWidgetExtension: (_, { createNew }) => createNew({}, { model }) },
    serviceManager: { kernelspecs: { specs } },
  });
  model.setMetadata(name, value);
  return model.dirty;
}

const opened = {
  "its language": noted("language_info", { name: "python", version: "3.14.1" }),
  "its kernel": noted("kernelspec", { name: "python3", display_name: "Python 3" }),
  "a browser's only kernel": noted("kernelspec", { name: "python" }, { kernels: ["python"] }),
  "another kernel that was taken": noted("kernelspec", { name: "theirs" }),
  "a tag of the learner's": noted("tags", ["mine"]),
  "its language after an edit": noted("language_info", {}, { dirty: true }),
};

const { onlyAsserts, withoutUnanswered } = await import(
  new URL("predictions.js", pathToFileURL(file)).href
);

/** What a stored prediction reads as above a cell that has put these texts out. */
function stored(text, below, prediction = "small-predict") {
  const outputs = {
    length: below.length,
    get: (place) => ({ toJSON: () => ({ data: { "text/plain": below[place] } }) }),
  };
  const getMetadata = () => (prediction ? { prediction } : undefined);
  const cell = { model: { type: "code", getMetadata } };
  const widgets = [cell, { model: { type: "markdown" } }, { model: { type: "code", outputs } }];
  return withoutUnanswered({ content: { widgets } }, cell, text);
}
const ASKS = "Prediction: How many?\n  A  one\nno prediction yet";
const reads = {
  "above a comparison": stored(ASKS, ["a line", "You predicted 3 and measured 4."]),
  "in lines": stored(["Prediction: How many?\n", "no prediction yet"], [["You predicted 3"]]),
  "in another language": stored("預測: 多少?\n尚未預測", ["x"]),
  "above nothing": stored(ASKS, []),
  "above a measurement without it": stored(ASKS, ["no prediction yet"]),
  "above one that says what was measured": stored(ASKS, ["no prediction yet\nmeasured 4"]),
  "of another cell": stored(ASKS, ["You predicted"], ""),
};

/** Whether a cell of this code says that it has run only by nothing. */
const silent = (code) => onlyAsserts({ model: { sharedModel: { getSource: () => code } } });
const quiet = {
  "an assertion": silent("# It holds.\nassert a > b"),
  "one in a loop": silent("for one in all:\n    assert one"),
  "with a line that prints": silent("assert a\nprint(a)"),
  "a comparison": silent("assert a\nguess.compare(a)"),
  "a word in a text": silent('"we assert"'),
};

const found = {};
for (const [name, one] of Object.entries(cases)) found[name] = await run(one);
console.log(JSON.stringify([plugin.id, plugin.autoStart, found, opened, reads, quiet]));
