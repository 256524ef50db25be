// The app as built for a phone, in node: node run.mjs <Pyodide> <python_stdlib.zip> <app.bin> <pages.py> <given.json>
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [home, library, app, pages, given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.join(home, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: home, stdLibURL: library, env: { HOME: "/app" } });
const packed = fs.readFileSync(app), length = packed.readUInt32LE(0);
let place = 4 + length;
for (const [name, size] of JSON.parse(packed.subarray(4, place).toString())) {
  python.FS.mkdirTree(path.posix.dirname(`/app/${name}`));
  python.FS.writeFile(`/app/${name}`, packed.subarray(place, place + size));
  place += size;
}
python.FS.writeFile("/app/pages.py", fs.readFileSync(pages));
python.FS.writeFile("/app/given.json", fs.readFileSync(given));
try {
  console.log(await python.runPythonAsync(`
import json, sys
sys.path.insert(0, "/app")
import prepared
known = prepared.use()
import pages
given = json.load(open("/app/given.json"))
modules = pages.imported(prepared.names(), given["templates"])
texts = [missed for missed in known.missed if isinstance(missed, str)]
json.dumps({"modules": modules, "texts": texts, "pages": await pages.pages(given["tapes"])})
`));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
