// Runs `inside.py` in Pyodide while the folder is built: node build.mjs <Pyodide> <inside.py> <stage> <out>
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [home, inside, stage, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(home, "pyodide.mjs")));
// A fixed seed: the order of sets is part of the byte code, and the same sources must give the same bytes. No columns
// beside the numbers of lines: a fifth of the byte code, and nobody sees them.
const python = await loadPyodide({ indexURL: home, env: { HOME: "/home/web_user", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", PYTHONDONTWRITEBYTECODE: "1" } });
for (const [host, place] of [[stage, "/stage"], [out, "/out"]]) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: host }, place);
}
python.FS.writeFile("/inside.py", fs.readFileSync(inside));
try {
  await python.runPythonAsync("import sys; sys.path.insert(0, '/'); import inside; await inside.main()");
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
