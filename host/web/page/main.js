// The page: shows what the server sends, and sends the user's actions. All knowledge of the game is elsewhere.

import { Boat, captured } from "./boat.js";
import { $, all, copy, make, mark, n, t, localized, translate, write } from "./dom.js";
import { Alarm } from "./alarm.js";
import { Hands } from "./hands.js";
import { Keys } from "./keys.js";
import { Lights } from "./lights.js";
import { open as openLink } from "./link.js";
import { Far } from "./far.js";
import { Firmware } from "./firmware.js";
import { Play } from "./play.js";
import { Lessons } from "./lessons.js";
import { Start } from "./start.js";
import * as panels from "./panels.js";
import { End } from "./end.js";
import { Clock } from "./clock.js";
import { beginMatch } from "./match.js";
import { Outlook } from "./outlook.js";
import { picture } from "./picture.js";
import { withBlunders } from "./puzzle.js";
import { listRules, nameRules, pickRules } from "./rules.js";
import { Replay } from "./replay.js";
import { RECORD_MAX, Reviews, shareLink, sharedGame } from "./review.js";
import { Voice } from "./voice.js";
import { house } from "./rooms.js";
import { Settings } from "./settings.js";
import { Sheet } from "./sheet.js";
import { Sound } from "./sound.js";
import { helpInto, FAULTS } from "./help.js";
// What the modules that come later share with the page.
export { $, all, counted, draw, make, mark, n, t, write } from "./dom.js";
export { inWords } from "./dice.js";
export { figures } from "./figures.js";
export { faces } from "./panels.js";
export { sideName } from "./review.js";
export { rulesName } from "./rules.js";
export { drawSmall } from "./smallboat.js";
export { drawPiece } from "./wood.js";

const plan = await (await fetch("boat.json")).json();
panels.makePanels($("panels"));
listRules(plan.rulesets);
const boat = new Boat($("boat"), plan);
const lights = new Lights($("lights"), boat);
const sound = new Sound($("t-sound"));
boat.hear = (kind) => sound.hear(kind);
const settings = new Settings((name) => setTo(name));
settings.colour();
const voice = new Voice(settings);
/** @type {import("./types").Values & Record<string, any>} */
const v = /** @type {any} */ ({}); // the values received from the rooms
let link = null; // the connection to the rooms
let me = {}; // this page's name and whether it may play
let heard = 0;
let log = []; // log lines, in all languages
let judged = false; // whether chances are always requested
let asked = false; // whether this page has received its initial requests

const alarm = new Alarm();
const tell = (text, wrong) => (wrong ? alarm.say(text) : write($("told"), text));
const QUIET = ["hover", "back", "show", "judge", "end"]; // commands not caused directly by the user
const send = (command) => {
  if (!QUIET.includes(command.do)) alarm.say(""); // clear the last error
  return link?.send(command) || false;
};
const playing = () => me.you !== undefined && v.player_page === me.you;
const hands = new Hands(boat, send, tell);
const press = (down) => playing() && send({ do: "button", down });
const play = new Play(boat, send, () => refresh(), settings);
const outlook = new Outlook(
  () => settings.is("outlook") && play.paced,
  () => refresh(),
);
const clock = new Clock();
const sheet = new Sheet();
const start = new Start(plan, boat, send, () => refresh());
const begins = () => !/^[1-9]/m.test(v.record) || v.phase === "over";
const far = new Far(
  sheet,
  send,
  tell,
  () => showGame(),
  () => begins() && start.ask(),
);
play.holds = (hole) => far.holds(lessons.view ? "" : hole);
const lessons = new Lessons(send, () => refresh(), sheet);
new Keys(boat, hands, press, tell, play);
const firmware = new Firmware(plan.images, sheet);
const reviews = new Reviews(send);
const alone = () => v.mode === "far" && v.phase !== "over" && !v.far?.over; // somebody elsewhere plays without help, too
/** A part of the page that comes when it is first wanted: a function that calls another with it.
    @param {() => Promise<any>} load */
const later = (load) => {
  /** @type {Promise<any> | null} */
  let coming = null;
  return (/** @type {(part: any) => unknown} */ use) => {
    coming ??= load();
    coming.then(use, () => {
      coming = null; // another press tries again
      tell(t("This part of the page cannot be fetched now."), true);
    });
  };
};
const games = later(async () => {
  const { Games } = await import("./games.js");
  const resumed = () => {
    beginMatch(1);
    sheet.close();
    playFrom();
  };
  return new Games(send, sheet, resumed, blundered);
});
const analysis = later(async () => {
  const { Analysis } = await import("./analysis.js");
  return new Analysis(plan, send, sheet, () => (alone() ? ["", ""] : [v.position || "", v.rules || ""]), playFrom);
});
const replay = new Replay(
  boat,
  reviews,
  () => refresh(),
  (game, record) => {
    if (record === v.record && v.mode === "solo") {
      Object.assign(game, { mode: "solo", side: v.you === "A" ? "B" : "A" });
    } // boards have no names
    playFrom(game);
  },
);
const look = (step) => {
  replay.wanted = step;
  send({ do: "read", text: v.record });
};
const end = new End(plan, reviews, look);

// --- incoming ---

/** How each kind of message is taken. @type {Record<string, (told: any, message: any) => unknown>} */
const TOLD = {
  you: (_, message) => greet(message),
  allowed: () => (sessionStorage.code = $("code").querySelector("input").value),
  error: (error) => refused(localized(error)),
  rules: (rules) => start.offer(rules),
  review: reviewed,
  replay: lookThrough,
  analysis: (found) => lessons.told(found) || analysis((part) => part.take(found)),
  first: (found) => analysis((part) => part.first(found)),
  far_links: (links) => far.linked(links),
  lesson: learn,
  errors: (found) => games((part) => part.judged(found)),
  games: (found) => games((part) => part.show(found)),
  text: (text, { name }) => panels.saveText(text, name),
};

function take(message) {
  for (const kind in TOLD) if (kind in message) TOLD[kind](message[kind], message);
  update(message.v, message.log ? hear(message.log) : []);
}

/** Show new values, if any, or first the move that leads to them; kinds: of the events that came with them. */
function update(values, kinds) {
  Object.assign(v, values);
  start.learn(values);
  const moving = play.follow(lessons.view || v);
  for (const kind of kinds) if (!moving || !["turn", "capture"].includes(kind)) sound.hear(kind); // else when it lands
  if (moving) refresh();
  else if (values) show(values);
  if (values) $("lost").hidden = true; // only now: until here the display was outdated
}

/** An action was refused. */
function refused(why) {
  tell(why, true);
  hands.refused();
  start.refused();
  refresh();
  play.choose(null);
  choose(); // show the actual choice again
}

function lookThrough(game) {
  sheet.close();
  if (lessons.view) lessons.open(0);
  replay.open(game);
}

function reviewed(review) {
  if (review?.rest) return replay.growing(review);
  reviews.take(review);
  if (review?.record === v.record && v.mode === "solo" && v.rules === "danish") {
    blundered(review.decisive || [], v.you);
  }
  replay.judged();
  play.speak();
  refresh();
}

function learn(lesson) {
  if (lesson) replay.close(); // it takes its place
  lessons.take(lesson);
}

/** Keep a side's blunders for puzzles. */
function blundered(turns, side) {
  const before = JSON.parse(localStorage.blunders || "[]");
  localStorage.blunders = JSON.stringify(withBlunders(before, turns, side, plan.bounds.at(-1)));
}

/** Take lines of the log; returns the kinds of new ones. A new connection repeats lines that this page has. */
function hear(all) {
  const lines = all.filter(([number]) => number > heard);
  const kinds = heard ? lines.map(([, kind]) => kind) : [];
  log = (heard ? log : []).concat(lines).slice(-300);
  panels.showLog(lines, heard === 0);
  heard = all.at(-1)[0];
  return kinds;
}

function greet(message) {
  if (me.boot !== message.boot) {
    [heard, far.keyed] = [0, null]; // another server does not know the far game
    if (message.record) lookThrough(message.record);
  }
  if (me.boot === undefined) shared();
  sessionStorage.token = message.token;
  me = message;
  $("t-games").hidden = !message.games_kept;
  hands.forget();
  asked = false;
  wanted();
  reviews.take(null);
  far.greet(message.far);
  if (lessons.view) lessons.open(lessons.view.lesson);
  if (sheet.element.open) sheet.ask();
}

/** How each changed value is shown: [values, function]; seen: with a move under way, or a lesson, in their place;
 * shown: or a step of a record. */
/** @type {any[][]} */
const SHOWN = [
  [["leds"], () => lights.show(v.leds)],
  [["game", "sees", "stand"], (seen, shown) => showHoles({ ...seen, stand: shown.stand })],
  [["start", "middle"], (seen) => boat.rows(...(replay.game?.size || [seen.start, seen.middle]))],
  [["stand"], (seen) => replay.game || boat.setStand(seen.stand)],
  [["marks"], () => replay.game || boat.setMarks(lessons.view ? [] : v.marks)],
  [["record"], (seen) => replay.game || boat.setLast(lessons.view || seen.moving ? "" : lastTurn())],
  [["hands", "trays", "stand"], () => hands.show(v.hands || [], v.trays, me.you)],
  [["trays", "stand"], (seen, shown) => boat.setTrays(boat.trayless ? captured(shown) : shown.trays || v.trays)],
  ...["phase", "player", "throw", "rules", "mode"].map((key) => [
    [key],
    (seen) => mark(boat.svg, `data-${key}`, seen[key]),
  ]),
  [["words"], () => write($("words"), localized(v.words))],
  [["phase", "player", "throw", "left", "record"], (seen, shown) => panels.showScore(shown)],
  [["record"], () => write($("record"), v.record)],
  [["hint", "player_page"], () => write($("hint"), playing() ? localized(v.hint) : "")],
  [["down"], () => $("button").classList.toggle("down", v.down)],
  [["plug"], () => mark($("plug"), "aria-pressed", String(v.plug))],
  [["plug"], () => document.body.classList.toggle("unplugged", !v.plug)],
  [["mode"], showMode],
  [["won"], () => panels.showWon(v.won)],
  [["older"], () => firmware.told(v.older)],
  [["rules", "mode"], () => choose()],
  [["faults"], () => panels.showFaults(v.faults)],
  [["cable"], () => ($("cable").checked = v.cable)],
  ...panels.PANELS.map(({ name, show }) => [[name], () => show(v[name], plan)]),
  [["troubles"], () => alarm.hold(v.troubles || [])],
  [["player_page", "asking", "pages", "plug", "has_hands", "behind"], () => showSeat()],
];

/** Show the changed values; a lesson, or a move under way, takes their place. */
function show(changed) {
  const has = (...keys) => keys.some((key) => key in changed);
  const seen = play.now(lessons.view || v);
  const shown = replay.view || seen;
  for (const [keys, how] of SHOWN) if (has(...keys)) how(seen, shown);
  play.show(shown, has);
  lessons.shown(shown);
  if (has("record") && !seen.moving) play.history(v.record);
  if (helped() && v.you?.length === 1) boat.seat(v.you);
  showCards(seen);
  mark(boat.svg, "data-you", seen.you || "");
  mark(boat.svg, "data-hands", helped() ? "helped" : "own");
  voice.follow(v);
  if (v.phase === undefined) return; // only the seats are known yet
  document.body.classList.remove("loading");
  boat.appear();
  mark(boat.svg, "data-ready", "true");
}

/** A setting has changed. */
function setTo(name) {
  if (name === "looks") settings.colour();
  if (name === "voice" && !settings.is("voice")) speechSynthesis.cancel();
  wanted();
  refresh();
}

/** Show the cards in place of the table, or beside it. */
function showCards(seen) {
  const hidden = lessons.view || replay.view;
  start.show(v, playing() && !hidden);
  end.show(v, seen.phase === "over" && helped() && start.begun && !hidden);
  boat.lie(["starting", "ended"].some((room) => document.body.classList.contains(room)));
  far.show(v, playing());
  outlook.show(v, Boolean(hidden) || !start.begun || seen.phase === "over");
  clock.show(seen, settings, start.begun && !hidden);
  sheet.doors();
  if (outlook.seen !== judged) wanted();
}

function showMode() {
  $("dice").hidden = v.mode !== "wooden";
  for (const part of all("[data-for]")) part.hidden = part.dataset.for !== v.mode;
}

function showHoles(v) {
  boat.names.forEach((name, i) => {
    const { element } = boat.holes[name];
    const [piece, sees] = [v.game[i] === "." ? "" : v.game[i], v.sees[i]];
    mark(element, "data-piece", piece);
    mark(element, "data-sees", sees);
    const side = v.stand[i].toUpperCase();
    const standing = v.stand[i] === side ? n("a dalled piece of {side}'s") : n("an undalled piece of {side}'s");
    const what = side === "." ? t("empty") : t(standing, { side });
    const unknown = "?xy".includes(sees) ? ", " + t("not seen by the sensors") : "";
    mark(element, "aria-label", `${name}: ${what}${unknown}`);
  });
}

function lastTurn() {
  const line = (v.record || "").trimEnd().split("\n").at(-1) || "";
  return /^[1-9]\d* [AB] /.test(line) ? line.split(" ").slice(3).join(" ") : "";
}

function showSeat() {
  const own = playing() && !replay.game && !lessons.view; // in a replay the pieces shown are not those of the board
  play.seated = own;
  play.paced = own && helped() && start.begun;
  play.enabled = lessons.view !== null || play.paced;
  play.watched = lessons.view !== null || watches();
  hands.enabled = own && v.has_hands && !helped();
  if (!playing()) hands.forget();
  showRoom();
  showWho();
  showWorkshop();
  if (playing() && v.behind && !asked) asLeft();
}

/** Whether moves are animated as they come. */
const watches = () => helped() && !replay.game && (start.begun || !playing());

/** Once: return to the board with own hands, if the page was left there. */
function asLeft() {
  asked = true;
  if (localStorage.hands === "own" && v.behind === "game") send({ do: "behind", what: "board" });
}

/** Show which room the page is in, and the links to the others. */
function showRoom() {
  document.body.classList.toggle("helped", helped());
  document.body.classList.toggle("workshop", !helped());
  document.body.classList.toggle("onlooker", !playing());
  mark($("t-shop"), "aria-pressed", String(!helped()));
  $("hands").value = helped() ? "helped" : "own";
  for (const id of ["t-shop", "hands"]) $(id).disabled = !playing() || !me.boards; // without boards, only the game
  for (const id of ["t-new", "playon"]) $(id).disabled = !helped() && $("t-shop").disabled;
  boat.hideTrays(helped());
}

/** Show who plays and who looks on, with the possible actions. */
function showWho() {
  const asks = v.asking && playing();
  const mayPlay = me.local || sessionStorage.code;
  write($("seat"), seating(asks));
  $("ask").hidden = playing() || !mayPlay || v.asking === me.you;
  $("code").hidden = playing() || mayPlay || !me.code;
  $("give").hidden = $("keep").hidden = !asks;
}

function seating(asks) {
  if (v.asking === me.you) return t("Asked to play: the other page has a few seconds to say no");
  if (asks) return t("Another page would like to play");
  if (!v.player_page) return t("Nobody plays");
  if (!playing()) return t("You look on");
  return v.pages > 1 ? t("You play; {others} looking on", { others: v.pages - 1 }) : "";
}

/** Enable the usable parts of the workshop. */
function showWorkshop() {
  for (const control of all(
    "#button, #plug, #manage button, #manage select, #break button, #break select, #break input, #dice input",
  )) {
    const byHand = !control.closest("#manage") || ["plug", "new", "tidy"].includes(control.id);
    const powered = control.closest("#manage") && !["plug", "new"].includes(control.id);
    control.disabled = !playing() || (!v.has_hands && byHand) || (powered && !v.plug);
  }
}

/** Whether a game is behind the page, played by presses; otherwise a board, with own hands. */
const helped = () => lessons.view !== null || v.behind === "game";

/** Switch to the game, or to the simulated board with own hands. */
function reachFor(hands) {
  localStorage.hands = hands;
  if (lessons.view) lessons.open(0);
  send({ do: "behind", what: hands === "own" ? "board" : "game" });
}

/** Play a game at its place, not at the board; game: one to begin there, with `begin`'s arguments. */
function playFrom(game) {
  if (v.behind === "board") reachFor("helped");
  showGame();
  if (game) start.play(game);
}

/** Show the game that begins or continues, in place of what was looked at; how long it has taken is unknown. */
function showGame() {
  if (lessons.view) lessons.open(0);
  replay.close();
  sessionStorage.started = "";
  start.go();
}

/** Show everything again, after a switch. */
function refresh() {
  showSeat();
  const rest = { ...v };
  delete (/** @type {any} */ (rest).player_page); // its change calls this function
  if (v.phase !== undefined) show(rest);
}

function choose() {
  if (v.rules) pickRules($("rules"), v.rules);
  if (v.mode) $("mode").value = v.mode;
}

// --- actions ---

const command = (line) => send({ do: "board", line });
const on = (id, event, action) => $(id).addEventListener(event, action);

function wanted() {
  judged = outlook.seen;
  const judging = play.hinted || play.tutor || judged;
  const open = panels.PANELS.map(({ name }) => name).filter((name) => $(name).open || (name === "chances" && judging));
  send({ do: "show", what: open });
}

function holdButton() {
  const button = $("button");
  let held = false;
  const set = (down) => {
    if (down !== held) press((held = down));
  };
  const key = (down) => (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault(); // prevents a click afterwards
    set(down);
  };
  button.addEventListener("pointerdown", (event) => event.button === 0 && set(true));
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => set(false));
  button.addEventListener("keydown", key(true));
  button.addEventListener("keyup", key(false));
  button.addEventListener("blur", () => set(false));
  // a click without pointer or key, as aids send it, is a short press
  button.addEventListener("click", (event) => {
    if (event.detail) return;
    press(true);
    press(false);
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

function wire() {
  holdButton();
  on("t-undo", "click", () => (helped() ? send({ do: "takeback" }) : command({ do: "undo" })));
  on("t-flip", "click", () => boat.flip());
  on("t-new", "click", () => {
    if (!helped()) reachFor("helped");
    start.ask();
  });
  on("t-hint", "click", () => {
    play.askHint();
    wanted();
  });
  on("t-settings", "click", () => sheet.open("options"));
  on("t-shop", "click", () => reachFor(helped() ? "own" : "helped"));
  on("hands", "change", () => reachFor($("hands").value));
  on("endlook", "click", () => look(0));
  on("endshare", "click", () => share(v.record));
  on("endpicture", "click", () => shareAsPicture());
  on("share", "click", () => share(replay.game.record));
  on("analyse", "click", () => {
    const of = [replay.position(), replay.game.rules];
    analysis((part) => part.open(...of));
  });
  on("t-analysis", "click", () => analysis((part) => part.open()));
  on("t-games", "click", () => send({ do: "games" }));
  addEventListener("hashchange", shared);
  on("endsave", "click", () => panels.saveText(v.record, "daldos.txt"));
  for (const button of all("[data-do]")) {
    button.addEventListener("click", () => command({ do: button.dataset.do }));
  }
  on("report", "click", () => send({ do: "report" }));
  on("console", "submit", (event) => {
    event.preventDefault();
    let line = { do: $("line").value.trim() };
    try {
      line = JSON.parse(line.do);
    } catch {
      // a name alone; the board reports an unknown one
    }
    command({ ...line, id: "typed" });
  });
  on("plug", "click", () => send({ do: "plug", in: !v.plug }));
  on("new", "click", () => send({ do: "setup", how: "start" }));
  on("tidy", "click", () => send({ do: "setup", how: "game" }));
  on("undo", "click", () => command({ do: "undo" }));
  on("rules", "change", () => {
    command({ do: "rules", rules: $("rules").value });
    if (/^[1-9]/m.test(v.record)) tell(t("These rules count from the next game."));
  });
  on("mode", "change", () => command({ do: "mode", mode: $("mode").value }));
  // The board does not report this setting: show "…" until it is chosen here.
  for (const setting of all("[data-key]")) {
    setting.addEventListener("change", () => {
      if (setting.value) command({ do: "set", key: setting.dataset.key, value: JSON.parse(setting.value) });
    });
  }
  on("dice", "submit", (event) => {
    event.preventDefault();
    command({ do: "dice", throw: $("thrown").value });
  });
  on("copy", "click", async () => {
    await copy($("record"));
    tell(t("The record is copied."));
  });
  on("save", "click", () => panels.saveText(v.record, "daldos.txt"));
  on("replay", "click", () => send({ do: "read", text: v.record }));
  on("open", "change", async ({ target }) => {
    if (target.files[0]) await readFile(target.files[0]);
    target.value = ""; // so that the same file can be opened again
  });
  on("break", "submit", (event) => {
    event.preventDefault();
    const args = $("where")
      .value.toUpperCase()
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => (/^\d+$/.test(word) ? +word : word));
    send({ do: "fault", name: $("fault").value, args });
  });
  on("heal", "click", () => send({ do: "heal" }));
  on("cable", "change", () => send({ do: "cable", on: $("cable").checked }));
  on("ask", "click", () => send({ do: "seat", want: "ask", to: "" }));
  on("give", "click", () => send({ do: "seat", want: "give", to: v.asking || "" }));
  on("keep", "click", () => send({ do: "seat", want: "keep", to: "" }));
  on("code", "submit", (event) => {
    event.preventDefault();
    send({ do: "code", code: $("code").querySelector("input").value });
  });
  for (const { name } of panels.PANELS) on(name, "toggle", wanted);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files[0]) readFile(event.dataTransfer.files[0]);
  });
}

/** Share the link by the system's dialog, or copy it to the clipboard; else show it. */
async function share(record) {
  const url = await shareLink(record);
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ url });
    else {
      await navigator.clipboard.writeText(url);
      tell(t("The link is copied: it holds the whole game."));
    }
  } catch {
    tell(url, true);
  }
}

/** Share the end as a picture, by the system's dialog or as a file. */
async function shareAsPicture() {
  const review = reviews.of(v.record);
  const weight = ({ luck, error }) => Math.max(Math.abs(luck), error);
  const turn = review?.decisive?.reduce((best, other) => (weight(other) > weight(best) ? other : best));
  if (!turn) return;
  const you = v.mode === "solo" ? v.you : "";
  const game = { winner: v.player, you, counts: [v.start - v.left[1], v.start - v.left[0]] };
  const chances = you === "B" ? review.chances.map((chance) => 1 - chance) : review.chances;
  const file = new File([await picture(plan, game, turn, chances)], "daldos.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ files: [file] }).catch(() => 0); // the user has cancelled
  } else panels.saveFile(file, file.name);
}

/** Open a game contained in the address. */
async function shared() {
  try {
    const text = await sharedGame(location.hash);
    if (text) send({ do: "read", text });
  } catch {
    tell(t("This link holds no game."), true);
  }
}

async function readFile(file) {
  if (file.size > RECORD_MAX) return tell(t("This file is too long for a record."), true);
  send({ do: "read", text: await file.text() });
}

/** Translate the whole page, including its log. */
async function speak(language) {
  translate(await (await fetch(`words/${language}.json`)).json(), language);
  for (const option of $("mode").options) option.textContent = t(option.value);
  helpInto($("helptext"));
  boat.setTrays(v.trays || [0, 0]);
  nameRules();
  start.speak();
  lessons.speak();
  if (log.length) panels.showLog(log, true);
  replay.judged();
  if (v.game) show(v);
}

function languageHere() {
  const short = (name) => ({ no: "nb", nn: "nb" })[name.slice(0, 2)] || name.slice(0, 2);
  const wanted = [localStorage.language || "", ...navigator.languages].map(short);
  return wanted.find((name) => name in plan.languages) || "en";
}

for (const name of plan.modes) make($("mode"), "option", name).value = name;
for (const name of FAULTS) make($("fault"), "option", name).value = name;
for (const name in plan.languages) {
  const option = make($("language"), "option", plan.languages[name]);
  option.value = option.lang = name;
}
$("language").value = languageHere();
on("language", "change", () => speak((localStorage.language = $("language").value)));
await speak($("language").value);
wire();
const reach = (port) => {
  link?.close();
  far.keyed = null; // continue the address's link at the board
  for (const key in v) delete v[key]; // these were another board's values
  mark(boat.svg, "data-phase", "");
  link = openLink(
    plan.behind,
    take,
    {
      lost,
      silent: (so) => alarm.stop(so),
      stopped: () => (lost(), alarm.stop()),
      wrong: (why) => alarm.wrong(why),
    },
    port,
  );
  mark(boat.svg, "data-behind", link.behind);
};
const lost = () => {
  hands.forget();
  hands.enabled = play.enabled = play.paced = false;
  boat.svg.removeAttribute("data-ready");
  $("lost").hidden = link.behind !== "socket";
  write($("lost"), t("The connection is lost; trying again ..."));
};
reach();
$("guide").hidden = !plan.guide;
house({
  again: () => {
    sheet.close();
    if (lessons.view) lessons.open(0);
    replay.close();
    start.ask();
  },
  puzzle: () => lessons.puzzle(),
});
if (plan.behind === "worker") {
  (await import("./site.js")).site(
    reach,
    tell,
    () => firmware.open(""),
    (broker) => far.preset(broker),
  );
}
