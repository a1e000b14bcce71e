// Run a Python file in Pyodide under node, with folders of this machine to import from.
//   node run.mjs FILE.py FOLDER ...
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [file, ...folders] = process.argv.slice(2);
const python = await loadPyodide();
folders.forEach((folder, n) => {
  python.FS.mkdirTree(`/mounted/${n}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, `/mounted/${n}`);
});
python.globals.set(
  "folders",
  folders.map((_, n) => `/mounted/${n}`),
);
try {
  await python.runPythonAsync("import sys; sys.path += list(folders)");
  await python.runPythonAsync(readFileSync(file, "utf8"));
} catch (error) {
  console.error(error.message); // node would print Pyodide's whole source as well
  process.exit(1);
}
