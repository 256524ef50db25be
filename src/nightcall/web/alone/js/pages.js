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

export async function openPages(name, version, isBack) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => STORES.forEach((store) => opening.result.createObjectStore(store));
  const database = await done(opening);
  const writing = (stores) => database.transaction(stores, "readwrite", { durability: "strict" });

  /** All of one store, over all of the other. */
  async function copy(from, to) {
    const [keys, values] = await everything(from), step = writing([to]), store = step.objectStore(to);
    store.clear();
    keys.forEach((key, index) => store.put(values[index], key));
    return finished(step);
  }
  async function everything(name) {
    const store = database.transaction(name).objectStore(name);
    return Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  }

  let node = null, changed = new Set();
  const pages = {
    isNew: false, // whether this version has never run on these pages
    async begin() {
      if (isBack && (await everything("before"))[0].length) await copy("before", "pages");
      const about = database.transaction("pages").objectStore("pages"), wrote = await done(about.get("version"));
      pages.isNew = wrote !== version;
      if (!pages.isNew) return;
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
