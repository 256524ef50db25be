// The file in memory and its pages in the browser's own database. What SQLite writes is noted by page; `keep` puts those
// pages away in one strict transaction, and only then does anybody hear that something was done.
const SIZE = 4096, STORES = ["pages", "before"];

const done = (request) => new Promise((yes, no) => {
  request.onsuccess = () => yes(request.result);
  request.onerror = () => no(request.error);
});
const finished = (transaction) => new Promise((yes, no) => {
  transaction.oncomplete = yes;
  transaction.onabort = transaction.onerror = () => no(transaction.error ?? new Error("aborted"));
});

async function opened(name) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => STORES.forEach((store) => opening.result.createObjectStore(store));
  return done(opening);
}

export async function openPages(name, version, instead) {
  const database = await opened(name);
  const writing = (stores, where = database) => where.transaction(stores, "readwrite", { durability: "strict" });

  /** All of one store, or nothing, over all of another. */
  async function copy(from, to, where) {
    const [keys, values] = from ? await everything(from) : [[], []], step = writing([to], where), store = step.objectStore(to);
    store.clear();
    keys.forEach((key, index) => store.put(values[index], key));
    return finished(step);
  }
  const of = (store) => database.transaction(store).objectStore(store), written = () => done(of("pages").get("version"));
  const everything = (store) => Promise.all([done(of(store).getAllKeys()), done(of(store).getAll())]);

  let node = null, changed = new Set();
  const pages = {
    hasCopy: false, // of before the last update
    /** In place of pages that cannot be used come the copy, or none; the others are put aside, never overwritten. */
    async begin() {
      pages.hasCopy = await done(of("before").count()) > 0;
      if (instead === "back" && (await written() === version || !pages.hasCopy)) instead = ""; // a later one never got so far
      if (instead) await copy("pages", "pages", await opened(`${name} aside`));
      if (instead) await copy(instead === "nothing" ? "" : "before", "pages");
      const wrote = await written();
      if (wrote === version) return;
      if (wrote) await copy("pages", "before"); // a newer version may lift the file, and nothing lowers it again
      const step = writing(["pages"]);
      step.objectStore("pages").put(version, "version");
      await finished(step);
    },
    /** The file at `path`, as it was kept; from now on every write to it is noted. */
    async mount(FS, path) {
      FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
      FS.writeFile(path, new Uint8Array(0));
      ({ node } = FS.lookupPath(path));
      const { write } = node.stream_ops;
      node.stream_ops = {
        ...node.stream_ops,
        write(stream, buffer, offset, length, position, ...rest) {
          for (let page = Math.floor(position / SIZE); page * SIZE < position + length; page++) changed.add(page);
          return write(stream, buffer, offset, length, position, ...rest);
        },
      };
      pages.put_back(await pages.load());
    },
    async load() {
      const [keys, values] = await everything("pages"), kept = new Map(keys.map((key, index) => [key, values[index]]));
      const whole = new Uint8Array(kept.get("size") ?? 0);
      for (const [key, page] of kept) if (typeof key === "number" && key * SIZE < whole.length) whole.set(page, key * SIZE);
      return whole;
    },
    put_back(whole) {
      node.contents = whole;
      node.usedBytes = whole.length;
      changed = new Set();
    },
    async keep() {
      if (!changed.size) return;
      const written = changed, step = writing(["pages"]), store = step.objectStore("pages");
      changed = new Set();
      for (const page of written) {
        const end = Math.min((page + 1) * SIZE, node.usedBytes);
        if (page * SIZE < end) store.put(node.contents.slice(page * SIZE, end), page);
      }
      store.put(node.usedBytes, "size");
      step.commit?.();
      await finished(step);
    },
  };
  await pages.begin();
  return pages;
}
