// Bytecode for the labs' Python, made by Pyodide itself under node; bytecode.py has the how.
//   node precompile.mjs PYODIDE FOLDER MODULE ...   in FOLDER, what importing these loads
//   node precompile.mjs PYODIDE FOLDER FILE.whl     every module of one wheel in FOLDER
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// Else node would print Pyodide's whole source with an error.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const [pyodide, folder, ...names] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.FS.mkdirTree("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/folder");
const script = join(dirname(fileURLToPath(import.meta.url)), "bytecode.py");
python.runPython(readFileSync(script, "utf8"), { filename: script });
const [imported, compileWheel, compileLibrary] = [
  "imported",
  "compile_wheel",
  "compile_library",
].map((name) => python.globals.get(name));

if (names[0].endsWith(".whl")) {
  compileWheel(`/folder/${names[0]}`);
} else {
  const lock = JSON.parse(readFileSync(join(folder, "pyodide-lock.json"), "utf8"));
  await python.loadPackage(Object.keys(lock.packages), { messageCallback: () => {} });
  const wanted = imported(python.toPy(names));
  readdirSync(folder)
    .filter((name) => name.endsWith("-none-any.whl"))
    .forEach((name) => compileWheel(`/folder/${name}`, wanted));
  compileLibrary("/folder/python_stdlib.zip", wanted);
}
