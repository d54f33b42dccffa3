// The page's Worker: MicroPython running the project's rooms. This script passes texts between the page, the rooms, the
// browser's store, and a second Worker that works out chances; it knows nothing about the game.

import { offerKernel } from "./kernel.js";
import { loadMicroPython } from "./micropython.mjs";
import { Relay } from "./relay.js";
import { Seats } from "./seats.js";
import { ownBoard, Store } from "./store.js";

const SCAN_MS = 10;
const IDLE_MS = 100; // between steps while there is nothing to do
const BEHIND_MS = 250; // caught up at most; the rest is skipped
const AGAIN_MS = 3000; // before a failed store is retried
const HEAP = 8 << 20;
const GARBAGE = 1 << 20; // between garbage collections, which take a few ms each
const THINKER = "thinker";
const FAILED_MAX = 100; // consecutive failed steps before giving up

let python; // host.worker.main
let rooms; // its Worker object
let thinker;
let relay;
let speed = 1;
let store;
let seats;
let failed = 0;
let written = Promise.resolve();
let refused = false;
let unkept = {}; // files that the store refused
const early = []; // messages from before the rooms existed

/** The bytes of a compressed file beside this one. */
async function unpacked(name) {
  const { body } = await fetch(name);
  if (!body) throw new Error(`${name} is empty`);
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function boot() {
  const packs = ["micropython.pack", "rooms.pack", "kernel.pack"];
  const [wasm, romfs, kernel] = await Promise.all(packs.map(unpacked));
  const url = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
  const micropython = await loadMicroPython({ url, heapsize: HEAP, romfs });
  URL.revokeObjectURL(url);
  await offerKernel(kernel, micropython).catch(() => {}); // an old browser thinks in Python
  micropython.runPython(
    `import gc, sys\ngc.threshold(${GARBAGE})\nsys.path[:] = ['/rom/lib']\nfrom host.worker import main`,
  );
  micropython.FS.mkdir("/endings");
  files = micropython.FS;
  return micropython.globals.get("main");
}

let files;
const fetched = new Set();

/** Fetch solved endings on demand; until then the opponent plays without. */
async function fetchEndings(name) {
  if (fetched.has(name)) return;
  fetched.add(name);
  const data = await unpacked(`endings/${name}.pack`).catch(() => null);
  if (data) files.writeFile(`/endings/${name}.bin`, data);
  else fetched.delete(name); // offline; it will be requested again
}

async function start(told) {
  store = new Store((name, file) => later({ put: [name, file] }));
  const board = await ownBoard(told.board);
  postMessage({ board });
  let kept = {};
  const [main, why] = await Promise.all([
    boot(),
    store.files().then(
      (found) => void (kept = found),
      (error) => error.message,
    ),
  ]);
  python = main;
  speed = told.speed;
  const seed = told.seed || crypto.getRandomValues(new Uint32Array(1))[0] >>> 1 || 1;
  const now_s = Math.floor(Date.now() / 1000) - 60 * new Date().getTimezoneOffset();
  const folder = why ? "unread" : board; // never overwrite files that could not be read
  rooms = python.start(JSON.stringify({ ...told, board: folder, seed, now_s }), JSON.stringify(kept));
  seats = new Seats(store, step, () => rooms);
  due = performance.now();
  for (const data of early) later(data);
  if (why) refuse(why);
  tick();
}

let due;
let idle = false;
let timer;

function tick() {
  const now = performance.now();
  if (now - due > BEHIND_MS) due = now;
  const scans = Math.max(0, Math.floor((now - due) / SCAN_MS) + 1);
  due += scans * SCAN_MS;
  if (scans) step(() => {}, scans * SCAN_MS * speed);
  timer = setTimeout(tick, idle ? IDLE_MS : due - performance.now());
}

/** Do something with the rooms, let time pass, and pass on the results at once. Errors are shown, and it goes on. */
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

/** Give up for good. */
function end(why) {
  clearTimeout(timer);
  postMessage({ stopped: why });
}

/** A message from the page or another tab: handled at once, or when the rooms exist. */
function later(data) {
  if (!rooms) return early.push(data);
  step(() => take(data));
  if (timer && !idle) {
    clearTimeout(timer);
    timer = setTimeout(tick, due - performance.now());
  }
}

/** Pass on the results of a step: first save, then show. */
function carry(text) {
  idle = false;
  if (!text) return;
  const came = { frames: [], questions: [], endings: [], hold: [], ask: [], release: [], ...JSON.parse(text) };
  const { kept, bytes, relay: wanted, post } = came;
  idle = came.idle === true;
  if (kept) written = written.then(() => keep(kept));
  written.then(() => came.frames.forEach((frame) => postMessage(JSON.stringify(frame))));
  for (const question of came.questions) ask(JSON.stringify(question));
  came.endings.forEach(fetchEndings);
  if (bytes) postMessage({ bytes: bytes.join("") });
  if (wanted !== undefined) reach(wanted);
  // send only what is saved; the rest follows once the store has it
  if (post) written.then(() => relay?.send(post.filter(([, , retained]) => !(refused && retained))));
  if (came.release.length) written.then(() => came.release.forEach((name) => seats.release(name)));
  for (const name of came.hold) written.then(() => seats.hold(name));
  for (const name of came.ask) written.then(() => seats.ask(name));
}

/** Write to the store, together with what it refused before, so that its contents are always consistent. */
async function keep(kept) {
  unkept = { ...unkept, ...kept };
  try {
    await store.write(unkept);
    unkept = {};
    if (refused) step(() => rooms.unkept(""));
    refused = false;
  } catch (/** @type {any} */ error) {
    refuse(error.message);
  }
}

/** Open or close the broker connection. */
function reach(wanted) {
  relay?.close();
  relay = wanted
    ? new Relay(
        () => rooms.way(),
        (found) => step(() => rooms.brought(JSON.stringify([found]))),
      )
    : null;
}

function refuse(why) {
  if (!refused) step(() => rooms.unkept(why));
  refused = true;
  setTimeout(() => step(() => rooms.keep_all()), AGAIN_MS);
}

function ask(question) {
  if (!thinker) {
    thinker = new Worker("worker.js", { type: "module", name: THINKER });
    thinker.onmessage = ({ data }) => step(() => python.answered(data));
  }
  thinker.postMessage(question);
}

function take(data) {
  if (typeof data === "string") rooms.receive(data);
  else if (data.put) rooms.put(...data.put);
  else rooms.heard(data.bytes && btoa(String.fromCharCode(...data.bytes)));
}

/** Run in the other Worker: answer a question, even if it fails. */
async function answer(question) {
  try {
    ready ??= boot().catch((error) => ((ready = null), Promise.reject(error)));
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
