// The page's Worker: MicroPython running the project's rooms. This script passes texts between the page, the rooms, the
// browser's store, and a second Worker that works out chances; it knows nothing about the game.

import { Broker } from "./broker.js";
import { offerKernel } from "./kernel.js";
import { loadMicroPython } from "./micropython.mjs";
import { ownBoard, Store } from "./store.js";

const SCAN_MS = 10;
const IDLE_MS = 100; // between steps while there is nothing to do
const BEHIND_MS = 250; // caught up at most; the rest is skipped
const EARLY_MS = 2000; // between early messages at most
const AGAIN_MS = 3000; // before a failed store or fetch is retried
const HEAP = 8 << 20;
const GARBAGE = 1 << 20; // between garbage collections, which take a few ms each
const THINKER = "thinker";
const FAILED_MAX = 100; // consecutive failed steps before giving up

/** host.worker.main. @type {any} */
let python;
/** Its Worker object. @type {any} */
let rooms;
/** @type {Worker | undefined} */
let thinker;
/** @type {Broker | null | undefined} */
let broker;
/** @type {Store} */
let store;
let failed = 0;
let written = Promise.resolve();
/** Files to be written once those before are. @type {any} */
let waiting = null;
let refused = false;
/** Messages from before the rooms, or the modules that they need, existed; with their time. @type {[any, number][]} */
let early = [];

/** The bytes of a compressed file beside this one. @param {string} name */
async function unpacked(name) {
  const { body } = await fetch(name);
  if (!body) throw new Error(`${name} is empty`);
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Start Python. @param {string} pack - of the modules */
async function boot(pack) {
  const [image, kernel] = [unpacked(pack), unpacked("kernel.pack")];
  const wasm = new Blob([await unpacked("micropython.pack")], { type: "application/wasm" });
  const url = URL.createObjectURL(wasm);
  micropython = await loadMicroPython({ url, heapsize: HEAP });
  URL.revokeObjectURL(url);
  await offerKernel(await kernel, micropython).catch(() => {}); // an old browser thinks in Python
  micropython.runPython(`import gc, sys, vfs\ngc.threshold(${GARBAGE})\nsys.path[:] = ['/rom/lib']\nimages = []`);
  mount(await image);
  micropython.runPython("from host.worker import main");
  micropython.FS.mkdir("/endings");
  return micropython.globals.get("main");
}

/** Make a pack of modules the one that Python imports from. @param {Uint8Array} image */
function mount(image) {
  micropython.FS.writeFile("/image", image);
  micropython.runPython(MOUNT);
  micropython.FS.unlink("/image");
}

// Code runs where it lies in the images, so they are never freed.
const MOUNT = `
with open("/image", "rb") as file:
    images.append(vfs.VfsRom(file.read()))
if len(images) > 1:
    vfs.umount("/rom")
vfs.mount(images[-1], "/rom")
`;
// What the modules of the first pack can do.
const AT_ONCE =
  /^{"do":"(hello|going|show|play|end|takeback|dice|judge|begin","mode":"\w+","rules":"danish(?!.*"text":"[^"]))"/;

/** While a first game is played already, fetch all modules. */
async function complete() {
  try {
    mount(await unpacked("rooms.pack"));
    micropython.runPython("from host.i18n import po\npo.reread()");
    whole = true;
    release();
  } catch (/** @type {any} */ error) {
    if (early.length) postMessage({ wrong: error.message });
    setTimeout(complete, AGAIN_MS);
  }
}

/** @type {any} */
let micropython;
let whole = true; // whether all modules are there
const fetched = new Set();

/** Fetch solved endings on demand; until then the opponent plays without. @param {string} name */
async function fetchEndings(name) {
  if (fetched.has(name)) return;
  fetched.add(name);
  const data = await unpacked(`endings/${name}.pack`).catch(() => null);
  if (data) micropython.FS.writeFile(`/endings/${name}.bin`, data);
  else fetched.delete(name); // offline; it will be requested again
}

/** @param {any} told - the first message of the page */
async function start(told) {
  store = new Store((name, file) => later({ put: [name, file] }));
  const board = await ownBoard(told.board);
  postMessage({ board });
  /** @type {Record<string, string>} */
  let kept = {};
  const why = await store.files().then(
    (found) => void (kept = found),
    (error) => error.message,
  );
  const plain = told.behind === "worker" && !told.rules && !told.mode && !Object.keys(kept).length;
  whole = !told.first || !plain;
  python = await boot(whole ? "rooms.pack" : `first-${told.first}.pack`);
  const seed = told.seed || crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 || 1;
  const [now_s, zone_s] = [Math.floor(Date.now() / 1000), -60 * new Date().getTimezoneOffset()];
  const folder = why ? "unread" : board; // never overwrite files that could not be read
  unload(kept);
  const all = { ...told, board: folder, games: "/games", seed, now_s, zone_s };
  rooms = python.start(JSON.stringify(all), JSON.stringify(kept));
  due = performance.now();
  release();
  if (why) refuse(why);
  tick();
  if (!whole) complete();
}

/** Put the past games into a folder that Python reads: they are thousands. @param {Record<string, string>} kept */
function unload(kept) {
  micropython.FS.mkdir("/games");
  for (const name of Object.keys(kept).filter((one) => one.startsWith("games/"))) {
    const text = atob(kept[name]);
    const bytes = new Uint8Array(text.length);
    for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
    micropython.FS.writeFile(`/${name}`, bytes);
    delete kept[name];
  }
}

let due = 0;
let idle = false;
/** @type {number | undefined} */
let timer;

function tick() {
  const now = performance.now();
  if (now - due > BEHIND_MS) due = now;
  const scans = Math.max(0, Math.floor((now - due) / SCAN_MS) + 1);
  due += scans * SCAN_MS;
  if (scans) step(() => {}, scans * SCAN_MS);
  timer = setTimeout(tick, idle ? IDLE_MS : due - performance.now());
}

/**
 * Do something with the rooms, let time pass, and pass on the results at once. Errors are shown, and it goes on.
 * @param {() => void} action
 */
function step(action, ms = 0) {
  try {
    action();
    carry(rooms.pass_time(ms));
    failed = 0;
  } catch (/** @type {any} */ error) {
    console.warn(error);
    if (++failed === 1) postMessage({ wrong: error.message.trim().split("\n").at(-1) });
    if (failed > FAILED_MAX) end(error.message);
  }
}

/** Give up for good. @param {string} why */
function end(why) {
  clearTimeout(timer);
  postMessage({ stopped: why });
}

/** A message from the page or another tab: handled at once, or when the rooms exist. @param {any} data */
function later(data, at = performance.now()) {
  if (!rooms || (!whole && (early.length || !AT_ONCE.test(data)))) return early.push([data, at]);
  step(() => take(data));
  if (timer && !idle) {
    clearTimeout(timer);
    timer = setTimeout(tick, due - performance.now());
  }
}

/** Handle the early messages, with the time between them: a press of the button has a length. */
function release() {
  const held = early;
  early = [];
  let before = held[0]?.[1];
  for (const [data, at] of held) {
    if (whole) step(() => {}, Math.min(at - before, EARLY_MS));
    before = at;
    later(data, at);
  }
}

/** Pass on the results of a step: first save, then show. @param {string} text */
function carry(text) {
  idle = false;
  if (!text) return;
  const came = { frames: [], questions: [], endings: [], ...JSON.parse(text) };
  const { kept, bytes, broker: way, post } = came;
  idle = came.idle === true;
  if (kept) save(kept);
  const show = () => came.frames.forEach((/** @type {any} */ frame) => postMessage(JSON.stringify(frame)));
  if (came.soon) show();
  else written.then(show);
  for (const question of came.questions) ask(JSON.stringify(question));
  came.endings.forEach(fetchEndings);
  if (bytes) postMessage({ bytes: bytes.join("") });
  if (way !== undefined) reach(way);
  // send only what is saved; the rest follows once the store has it
  if (post) written.then(() => broker?.send(post.filter((/** @type {any[]} */ [, payload]) => !(refused && payload))));
}

/** Write these files once those before are written; what comes meanwhile is written with them.
    @param {Record<string, string | null>} kept */
function save(kept) {
  if (waiting) return Object.assign(waiting, kept);
  waiting = kept;
  written = written.then(() => {
    const all = waiting;
    waiting = null;
    return keep(all);
  });
}

/** Write to the store. @param {Record<string, string | null>} kept */
async function keep(kept) {
  try {
    await store.write(kept);
    if (refused) step(() => rooms.unkept(""));
    refused = false;
  } catch (/** @type {any} */ error) {
    refuse(error.message);
  }
}

/** Connect to another broker, or to none. @param {any} way */
function reach(way) {
  broker?.close();
  broker = way ? new Broker(way, (topic, payload) => step(() => rooms.brought(topic, payload))) : null;
}

/** @type {number | undefined} */
let again;

/** @param {string} why */
function refuse(why) {
  if (!refused) step(() => rooms.unkept(why));
  refused = true;
  clearTimeout(again); // one retry, however many writes are refused
  again = setTimeout(() => step(() => rooms.keep_all()), AGAIN_MS);
}

/** @param {string} question */
function ask(question) {
  if (!thinker) {
    thinker = new Worker("worker.js", { type: "module", name: THINKER });
    thinker.onmessage = ({ data }) => step(() => python.answered(data));
  }
  thinker.postMessage(question);
}

/** @param {any} data */
function take(data) {
  if (typeof data === "string") rooms.receive(data);
  else if (data.put) put(data.put[0], data.put[1]);
  else rooms.heard(data.bytes && btoa(String.fromCharCode(...data.bytes)));
}

/** Take a file of another tab; what this one was about to write is made of an older file.
    @param {string} name @param {string | null} file */
function put(name, file) {
  const before = store.take(name, file);
  if (waiting && name.startsWith("far/")) delete waiting[name];
  rooms.put(name, file, before);
}

/** Run in the other Worker: answer a question, even if it fails. @param {string} question */
async function answer(question) {
  try {
    ready ??= boot("rooms.pack").catch((error) => ((ready = null), Promise.reject(error)));
    const main = await ready;
    await Promise.all(JSON.parse(main.solved()).map(fetchEndings));
    postMessage(main.think(question));
  } catch (/** @type {any} */ error) {
    postMessage(JSON.stringify([JSON.parse(question)[0], { error: error.message }]));
  }
}

let ready;

onmessage = ({ data }) => {
  if (self.name === THINKER) answer(data);
  else if (data.start) start(data.start).catch((error) => end(error.message));
  else if (data.alive) postMessage(data);
  else later(data);
};
