// Python, the app and its store. Requests come from the service worker over a channel; the shell owns this worker.
import { openPages } from "./pages.js";
import { loadPyodide } from "./pyodide.mjs";

const SCOPE = new URL("./", location.href), FILE = "/data/nightcall.sqlite3", APP = "/app";
const LOCK = "{lock}"; // no packages: nothing is ever fetched at run time

/** Length of an index, the index, and then the bytes of every file. */
function unpack(FS, packed) {
  const length = new DataView(packed).getUint32(0, true);
  let place = 4 + length, folder = "";
  for (const [name, size] of JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length)))) {
    if (folder !== (folder = `${APP}/${name}`.replace(/\/[^/]*$/, ""))) FS.mkdirTree(folder); // once: each part that is there is an exception
    FS.writeFile(`${APP}/${name}`, new Uint8Array(packed, place, size), { canOwn: true });
    place += size;
  }
}

let pages = null;
async function boot({ version, instead }) {
  const [python, packed] = await Promise.all([
    loadPyodide({ indexURL: SCOPE.href, lockFileContents: LOCK, packageBaseUrl: SCOPE.href, env: { HOME: APP } }),
    fetch(new URL("app.bin", SCOPE)).then((answer) => answer.arrayBuffer()),
    openPages(`nightcall ${SCOPE.pathname}`, version, instead).then((found) => { pages = found; }),
  ]);
  unpack(python.FS, packed);
  self.python = python; // for whoever measures its memory, or looks into it
  await pages.mount(python.FS, FILE);
  python.runPython(`import gc, sys; gc.disable(); sys.path.insert(0, "${APP}"); import prepared; prepared.use()`); // on again once everything is loaded
  const channel = new BroadcastChannel(`nightcall ${SCOPE.pathname}`);
  const app = python.pyimport("nightcall.web.alone.boot");
  const piece = (id, bytes) => channel.postMessage({ id, piece: bytes.toJs ? bytes.toJs() : bytes });
  const bridge = self.bridge = await app.booted(FILE, pages, SCOPE.origin, piece);

  async function answer(message) {
    const request = python.toPy(message);
    try {
      const told = await app.asked(bridge, request), [status, headers, body, isStream] = told.toJs();
      told.destroy();
      channel.postMessage({ id: message.id, status, headers, body, isStream });
    } catch (error) {
      console.error(error);
      channel.postMessage({ id: message.id, status: 503, headers: [], body: new Uint8Array(0) });
    }
    request.destroy();
  }
  channel.onmessage = ({ data }) => {
    if (data.method) answer(data);
    else if (data.ack) bridge.acknowledged(data.ack);
    else if (data.gone) bridge.gone(data.gone);
  };
  channel.postMessage({ ready: true });
  postMessage({ ready: true });
  app.warm();
}

addEventListener("message", ({ data }) => {
  if (data.ping) return postMessage({ pong: true });
  boot(data).catch((error) => postMessage({ failed: String(error?.message ?? error).trim().split("\n").pop(), isUnreadable: error?.type === "Unreadable", hasCopy: pages?.hasCopy }));
});
