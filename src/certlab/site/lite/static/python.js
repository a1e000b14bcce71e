// @ts-check
/**
 * A worker with the labs' Python, for what a page plays without JupyterLab.
 *
 * It hears { id, request } and answers { id, reply } with what view.reply of certlab.labs.operations.node
 * gives, or { id, refused }, a sentence. Before that come { starts } and { ready }, or { failed }.
 *
 * It lies in the folder of JupyterLite, where a server lets WebAssembly run. Of all the wheels there
 * it loads ours alone: the engine wants nothing but Python's own library.
 */

const LITE = new URL("../", import.meta.url);
// Of our wheel a game wants a fifth of the files, and all of them take as long as Python's own start.
const ENGINE = `
import json, os, re, sysconfig, zipfile
site = sysconfig.get_path("purelib")
other = re.compile(
    r"certlab/((app|day|formats|widgets)/|labs/(?!operations/|__init__)|labs/operations/(static|widgets)/"
    r"|_course/(labs|quizzes|content/(?!captures|machines|scenarios)))"
)
with zipfile.ZipFile("/certlab.whl") as wheel:
    wheel.extractall(site, [name for name in wheel.namelist() if not other.match(name)])
for part in ("labs", "quizzes"):  # by which a course is known
    os.makedirs(f"{site}/certlab/_course/{part}", exist_ok=True)

from certlab.errors import CourseError
from certlab.labs.operations.node import view

def answer(text):
    try:
        return json.dumps({"reply": view.reply(json.loads(text))})
    except CourseError as error:
        return json.dumps({"refused": str(error)})

answer
`;
const absent = "This site was built without the labs' Python.";
/** @type {((text: string) => string) | undefined} */
let play;

/** @param {string} address */
async function there(address) {
  const answer = await fetch(new URL(address, LITE), { cache: "no-cache" });
  if (!answer.ok) throw new Error(absent);
  return answer;
}

async function start() {
  const config = (await (await there("jupyter-lite.json")).json())["jupyter-config-data"];
  const kernel = config.litePluginSettings["@jupyterlite/pyodide-kernel-extension:kernel"];
  const folder = new URL("./", new URL(kernel.pyodideUrl, LITE));
  const lock = await (await there(new URL("pyodide-lock.json", folder).href)).json();
  const wheel = fetch(new URL(lock.packages.certlab.file_name, folder));
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const python = await loadPyodide({ indexURL: folder.href });
  postMessage({ starts: true });
  python.FS.writeFile("/certlab.whl", new Uint8Array(await (await wheel).arrayBuffer()));
  play = python.runPython(ENGINE);
}

addEventListener("message", ({ data: { id, request } }) => {
  postMessage({ id, ...JSON.parse(play?.(JSON.stringify(request)) ?? "{}") });
});

try {
  await start();
  postMessage({ ready: true });
} catch (error) {
  postMessage({
    failed: error.message === absent ? absent : `Python did not start: ${error.message}`,
  });
}
