// The browser's own store as files: name -> bytes in base64. Writes are all or nothing.

const BOARDS_MAX = 9; // boards at once, one per tab
const RELOAD_MS = 3000; // a page reloaded within this time gets its board back

/** A database request or transaction as a promise. */
const done = (/** @type {any} */ request, /** @type {string} */ event) =>
  new Promise((resolve, reject) => {
    request[event] = () => resolve(request.result);
    request.onerror = request.onabort = request.onblocked = () => reject(request.error || new Error("blocked"));
  });

export class Store {
  /** changed: called with name and file when another tab has changed one.
      @param {(name: string, file: string | null) => void} changed */
  constructor(changed) {
    /** @type {Record<string, string | null>} */
    this.unkept = {}; // what could not be written yet
    /** @type {Record<string, string | null>} */
    this.far = {}; // the far games' files in the store, as what this tab writes was made of them
    this.changed = changed;
    this.channel = new BroadcastChannel("daldos files");
    this.channel.onmessage = ({ data }) =>
      data.forEach((/** @type {[string, string | null]} */ [name, file]) => this.changed(name, file));
  }

  async open() {
    const request = indexedDB.open("daldos", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("files");
    this.db = await done(request, "onsuccess");
    this.db.onclose = this.db.onversionchange = () => this.shut();
  }

  shut() {
    this.db?.close();
    this.db = null;
  }

  /** All files, name -> file. */
  async files() {
    if (!this.db) await this.open();
    const files = this.db.transaction("files").objectStore("files");
    const [names, all] = await Promise.all([done(files.getAllKeys(), "onsuccess"), done(files.getAll(), "onsuccess")]);
    const found = Object.fromEntries(
      names.map((/** @type {string} */ name, /** @type {number} */ i) => [name, all[i]]),
    );
    this.far = Object.fromEntries(Object.entries(found).filter(([name]) => name.startsWith("far/")));
    return found;
  }

  /** Note that what this tab writes from now on is made of this file of another tab; returns what it was made of before.
   * @param {string} name @param {string | null} file */
  take(name, file) {
    if (!name.startsWith("far/")) return null;
    const before = this.far[name] ?? null;
    this.far[name] = file;
    delete this.unkept[name];
    return before;
  }

  /** Write files (null deletes), and what could not be written before: all of them or, with an error, none. A far
   * game's file that another tab has written meanwhile stays, and is told.
   * @param {Record<string, string | null>} changed */
  async write(changed) {
    /** @type {Record<string, string | null>} */
    const kept = (this.unkept = { ...this.unkept, ...changed });
    /** @type {Record<string, string | null>} */
    const theirs = {};
    try {
      if (!this.db) await this.open();
      const writing = this.db.transaction("files", "readwrite", { durability: "strict" });
      const files = writing.objectStore("files");
      const put = (/** @type {string} */ name) =>
        kept[name] === null ? files.delete(name) : files.put(kept[name], name);
      for (const name in kept) {
        if (!name.startsWith("far/")) put(name);
        else {
          files.get(name).onsuccess = (/** @type {any} */ { target: { result } }) => {
            // What was made of an older file is no longer in `kept`.
            if (name in kept && result === (this.far[name] ?? undefined)) put(name);
            else theirs[name] = result ?? null;
          };
        }
      }
      await done(writing, "oncomplete");
      this.unkept = {};
    } catch (error) {
      this.shut();
      throw error;
    }
    const shared = Object.entries(kept).filter(([name]) => /^(games|far)\//.test(name) && !(name in theirs));
    for (const [name, file] of shared) if (name.startsWith("far/")) this.far[name] = file;
    if (shared.length) this.channel.postMessage(shared);
    for (const name in theirs) this.changed(name, theirs[name]);
  }
}

/** The name of a board that no other tab has, locked until this Worker ends; before: the one this tab had.
    @param {string} before */
export async function ownBoard(before) {
  const hold = (/** @type {string} */ name, /** @type {LockOptions} */ options) =>
    new Promise((resolve) => {
      const held = (/** @type {Lock | null} */ lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {});
      };
      navigator.locks.request(`daldos ${name}`, options, held).catch(() => resolve(false));
    });
  if (!navigator.locks) return "board-1"; // not on a secure origin
  if (before && (await hold(before, { signal: AbortSignal.timeout(RELOAD_MS) }))) return before;
  for (let number = 1; number < BOARDS_MAX; number++) {
    if (await hold(`board-${number}`, { ifAvailable: true })) return `board-${number}`;
  }
  return `board-${BOARDS_MAX}`;
}
