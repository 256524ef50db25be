// Runs pytest inside Pyodide: node run.mjs <folder of Pyodide> <root of the project> <site-packages>... -- <pytest's arguments>
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread, Worker } from "node:worker_threads";

const STACK = 64; // megabytes: some tests nest as deeply as they can, and the stack of the main thread is small
const TREE = "/the/tree"; // a name that stands in no file: a test looks whether where we are got into one

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), {
    argv: process.argv.slice(2),
    resourceLimits: { stackSizeMb: STACK },
  });
  worker.on("exit", (code) => (process.exitCode = code));
} else {
  const [home, root, ...rest] = process.argv.slice(2);
  const cut = rest.indexOf("--");
  const { loadPyodide } = await import(pathToFileURL(path.join(home, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: home, env: { HOME: "/home/web_user", PYTHONDONTWRITEBYTECODE: "1" } });
  // A worker's own streams have no file behind them.
  python.setStdin({ stdin: () => null });
  python.setStdout({ write: (bytes) => fs.writeSync(1, bytes) });
  python.setStderr({ write: (bytes) => fs.writeSync(2, bytes) });

  const mounted = (host, place) => {
    python.FS.mkdirTree(place);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: host }, place);
    return place;
  };
  python.FS.chdir(mounted(root, TREE));
  python.globals.set("SITES", python.toPy(rest.slice(0, cut).map((host, index) => mounted(host, `/site/${index}`))));
  python.globals.set("ARGUMENTS", python.toPy(rest.slice(cut + 1)));
  try {
    process.exitCode = python.runPython(`
import sys
sys.path[:0] = ["${TREE}", *SITES]
from scripts.pyodide.inside import main
main(ARGUMENTS)
`);
  } catch (error) {
    // Uncaught, node would show the line it came from, and Pyodide is all one line.
    console.error(error.message);
    process.exitCode = 1;
  }
}
