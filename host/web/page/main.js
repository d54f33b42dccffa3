// The page: takes what the rooms send into one state, shows it, and sends the user's actions. All knowledge of the game
// is elsewhere.

import { addresses } from "./addresses.js";
import { Alarm } from "./alarm.js";
import { Boat } from "./boat.js";
import { Choosing } from "./choosing.js";
import { Clock } from "./clock.js";
import { Connection } from "./connection.js";
import { fill, holdButton, wire } from "./controls.js";
import { Display } from "./display.js";
import { $, localized, t, translate, write } from "./dom.js";
import { Far } from "./far.js";
import { Firmware } from "./firmware.js";
import { Guide } from "./guide.js";
import { Hands } from "./hands.js";
import { helpInto } from "./help.js";
import { History } from "./history.js";
import { Home } from "./home.js";
import { Keys } from "./keys.js";
import { dressed, later } from "./later.js";
import { laterRooms } from "./laterrooms.js";
import { Lessons } from "./lessons.js";
import { Lights } from "./lights.js";
import { beginMatch, standing } from "./match.js";
import { Moves } from "./moves.js";
import { Outlook } from "./outlook.js";
import { Pace } from "./pace.js";
import * as panels from "./panels.js";
import { keepBlunders } from "./puzzle.js";
import { Replay } from "./replay.js";
import { Reviews } from "./review.js";
import { house } from "./rooms.js";
import { listRules, nameRules } from "./rules.js";
import { Settings } from "./settings.js";
import { Sharing } from "./sharing.js";
import { Sheet } from "./sheet.js";
import { Sound } from "./sound.js";
import { Start } from "./start.js";
import * as is from "./state.js";
import { Table } from "./table.js";
import { Voice } from "./voice.js";

/** @typedef {import("./types").View} View */
/** @typedef {Record<string, any>} Message of the rooms, as host/web sends them */

/** @type {import("./types").Plan} */
const plan = await (await fetch("boat.json")).json();
panels.makePanels($("panels"));
listRules(Object.keys(plan.games));
const state = is.fresh(plan.holes.map(({ name }) => name));
const { v } = state; // the values received from the rooms
let asked = false; // whether this page has received its initial requests

const alarm = new Alarm();
/** @type {import("./types").Tell} */
const tell = (text, wrong) => (wrong ? alarm.say(text) : write($("told"), text));
const boat = new Boat($("boat"), plan);
await new Promise((go) => setTimeout(go)); // in two tasks: a phone answers a touch in between
const connection = new Connection(plan, state, boat, alarm);
/** @type {import("./types").Send} */
const send = (command) => connection.send(command);
/** @param {boolean} down */
const press = (down) => is.playing(state) && send({ do: "button", down });
const command = (/** @type {object} */ line) => send({ do: "board", line });

const log = new panels.Log();
const refresh = () => {
  display.refresh();
  if (v.phase !== undefined) places.changed();
};
const draw = () => display.draw();
const sound = new Sound($("t-sound"));
boat.hear = (/** @type {string} */ kind) => sound.hear(kind);
const settings = new Settings((name) => setTo(name));
settings.colour();
const hands = new Hands(boat, send, tell);
const choosing = new Choosing(state, boat, send, settings, () => display.chosen());
const moves = new Moves(state, boat, settings, refresh, () => choosing.dropped());
const pace = new Pace(state, plan, send, settings);
const guide = new Guide(state, settings);
const clock = new Clock(send);
const table = new Table(state, boat, send, settings, guide, () => pace.end(), draw, refresh);
const outlook = new Outlook(() => settings.is("outlook") && is.paced(state), refresh);
const sheet = new Sheet();
const start = new Start(plan, boat, state, send, refresh);
const resumed = () => {
  beginMatch(1);
  playFrom();
};
const begins = () => !/^[1-9]/m.test(v.record) || v.phase === "over";
const far = new Far(
  sheet,
  send,
  tell,
  () => showGame(),
  () => begins() && start.ask(),
);
const lessons = new Lessons(state, send, refresh, sheet);
const home = new Home(plan, state, boat, send, lessons, resumed, refresh);
new Keys(state, boat, hands, choosing, press, tell);
const firmware = new Firmware(plan.images, sheet);
const reviews = new Reviews(send);
const sharing = new Sharing(plan, state, reviews, send, tell);
lessons.give = (/** @type {string} */ url) => sharing.give(url);
const replay = new Replay(state, plan, reviews, refresh, (game, record) => {
  if (record === v.record && v.mode === "solo") {
    Object.assign(game, { mode: "solo", side: v.you === "A" ? "B" : "A" });
  } // boards have no names
  playFrom(game);
});
/** The story of a game's end, once one has ended. @type {import("./end.js").End | null} */
let ended = null;
const story = later(tell, async () => {
  const [{ End }] = await Promise.all([import("./end.js"), dressed("css/end.css")]);
  return new End(plan, reviews, look, (kind, number) => lessons.puzzle(kind, number), send);
});
const display = new Display(
  state,
  plan,
  {
    alarm,
    boat,
    clock,
    end: {
      show: (v, over) => {
        if (ended) ended.show(v, over);
        else standing(v); // of a match, which counts each game
        if (!ended && over) story((part) => ((ended = part), display.refresh()));
      },
    },
    far,
    firmware,
    guide,
    hands,
    history: new History(),
    home,
    lessons,
    lights: new Lights($("lights"), boat),
    outlook,
    pace,
    settings,
    sheet,
    start,
    table,
    voice: new Voice(settings),
  },
  wanted,
);

/** @param {import("./story.js").Decisive[]} turns @param {string} side */
const blundered = (turns, side) => keepBlunders(turns, side, plan.bounds.at(-1) ?? 1);
const { analyse, games, handing, kept, open, study } = laterRooms(
  { plan, state, send, tell, alarm, sheet, replay, boat, lessons },
  { resumed, blundered, changed: () => places.changed() },
);
const places = addresses(state, sheet, lessons, replay, start, { look, kept, analyse }, far, tell);

// --- incoming ---

/** How each kind of message is taken. @type {Record<string, (told: any, message: Message) => unknown>} */
const TOLD = {
  you: (_, message) => greet(message),
  allowed: () => (sessionStorage.code = $("code").querySelector("input").value),
  error: (error) => refused(localized(error)),
  rules: (rules) => start.offer(rules),
  review: reviewed,
  replay: (game, { name }) => (connection.looks() ? lookThrough(game, name) : replay.want(0)),
  analysis: (found) => lessons.told(found) || study((part) => part.take(found)),
  first: (found) => study((part) => part.setup.first(found)),
  far_links: (links) => far.linked(links),
  far_asks: (invitation) => far.asks(invitation),
  far_games: (games) => far.list(games),
  lesson: learn,
  made: (found) => lessons.shelf?.take(found),
  errors: (found) => games((part) => part.judged(found)),
  going: (games, { rated }) => home.list(games, rated),
  found: (found) => games((part) => part.finding.take(found)),
  games: (found, { at, whole }) => games((part) => part.show(found, at, whole)),
  saved: (text, { whole }) => games((part) => part.save(text, whole)),
  ended: (found) => games((part) => part.ended(found)),
  deleted: () => games((part) => part.ask()),
  handed: (told) => handing((part) => part.take(told)),
  text: (text, { name }) => panels.saveText(text, name),
};

/** @param {Message} message */
function take(message) {
  for (const kind in TOLD) if (kind in message) TOLD[kind](message[kind], message);
  update(message.v, message.log ? log.take(message.log) : []);
}

/** Show new values, if any, or first the move that leads to them; kinds: of the events that came with them.
    @param {Message | undefined} values @param {string[]} kinds */
function update(values, kinds) {
  Object.assign(v, values);
  if (values) state.connected = true;
  start.learn(values || {});
  const moving = moves.follow();
  for (const kind of kinds) if (!moving || !["turn", "capture"].includes(kind)) sound.hear(kind); // else when it lands
  if (moving) display.refresh();
  else if (values) display.show(values);
  if (values && v.phase !== undefined) places.changed();
  if (values) $("lost").hidden = true; // only now: until here the display was outdated
  if (is.playing(state) && v.behind && !asked) asLeft();
}

/** An action was refused. @param {string} why */
function refused(why) {
  if (places.missed()) why = t("This game is not kept here. A link made by Share holds the whole game.");
  tell(why, true);
  hands.refused();
  start.refused();
  is.begin(state, {});
  display.refresh();
  display.choose(); // show the actual choice again
}

/** @param {import("./replay.js").Game} game @param {string} [name] */
function lookThrough(game, name) {
  sheet.close();
  lessons.leave();
  replay.open(game, name);
  study(() => 0); // it begins by itself
}

/** @param {number} step @param {string} [branch] */
function look(step, text = v.record, branch = "") {
  replay.want(step, branch);
  send({ do: "read", text });
}

/** @param {any} review */
function reviewed(review) {
  if (review?.rest) return replay.growing(review);
  reviews.take(review);
  if (review?.noted) {
    const name = replay.game?.record === review.record ? replay.name : "";
    send({ do: "note", name, text: review.noted });
  }
  if (review?.record === v.record && v.mode === "solo" && v.rules === "danish") {
    blundered(review.decisive || [], v.you);
  }
  if (replay.study && replay.game) replay.study.reviewed();
  else replay.judged();
  display.refresh();
}

/** @param {View | null} lesson */
function learn(lesson) {
  if (lesson) replay.close(); // it takes its place
  lessons.take(lesson);
}

/** @param {Message} message */
function greet(message) {
  if (state.me.boot !== message.boot) {
    [log.heard, far.keyed, clock.told] = [0, null, ""]; // another server knows neither far game nor clock
    if (message.record) lookThrough(message.record);
  }
  if (state.me.boot === undefined) sharing.open();
  sessionStorage.token = message.token;
  state.me = message;
  $("t-games").hidden = !message.games_kept;
  hands.forget();
  is.begin(state, {}); // what was sent may be lost
  asked = false;
  wanted();
  reviews.take(null);
  far.greet(message.far);
  if (state.lesson) lessons.open(state.lesson.lesson || 0);
  if (sheet.element.open) sheet.ask();
  replay.study?.again();
  lessons.shelf?.ask();
}

/** Once: return to the board with own hands, if the page was left there. */
function asLeft() {
  asked = true;
  if (localStorage.hands === "own" && v.behind === "game") send({ do: "behind", what: "board" });
}

// --- switches ---

/** A setting has changed. @param {string} name */
function setTo(name) {
  if (name === "looks") settings.colour();
  if (name === "voice" && !settings.is("voice")) speechSynthesis.cancel();
  wanted();
  display.refresh();
}

/** Switch to the game, or to the simulated board with own hands. @param {string} hands */
function reachFor(hands) {
  localStorage.hands = hands;
  lessons.leave();
  send({ do: "behind", what: hands === "own" ? "board" : "game" });
}

/** Play a game at its place, not at the board; game: one to begin there, with `begin`'s arguments.
    @param {any} [game] */
function playFrom(game) {
  if (v.behind === "board") reachFor("helped");
  showGame();
  if (game) start.play(game);
}

/** Show the game that begins or continues, in place of what was looked at; how long it has taken is unknown. */
function showGame() {
  lessons.leave();
  replay.close();
  sessionStorage.started = "";
  start.go();
}

/** Ask for the values that are shown only on request. */
function wanted() {
  const judging = is.hinted(state) || settings.is("tutor") || outlook.seen;
  const open = panels.PANELS.map(({ name }) => name).filter((name) => $(name).open || (name === "chances" && judging));
  send({ do: "show", what: open });
}

/** Translate the whole page, including its log. @param {string} language */
async function speak(language) {
  translate(await (await fetch(`words/${language}.json`)).json(), language);
  for (const option of $("mode").options) option.textContent = t(option.value);
  if ($("help").open) helpInto($("helptext"));
  boat.again();
  nameRules();
  start.speak();
  lessons.speak();
  log.show();
  replay.judged();
  if (v.game) display.show(v);
}

// --- the actions of the controls ---

wire({
  takeBack: () => (is.helped(state) ? send({ do: "takeback" }) : command({ do: "undo" })),
  flip: () => {
    state.turned = !state.turned;
    display.draw();
  },
  renew: () => {
    if (!is.helped(state)) reachFor("helped");
    start.ask();
  },
  hint: () => {
    is.hint(state, (is.hinted(state) + 1) % 3);
    display.draw();
    wanted();
  },
  resign: () => {
    is.begin(state, { leaving: true });
    display.refresh();
  },
  options: () => sheet.open("options"),
  workshop: () => reachFor(is.helped(state) ? "own" : "helped"),
  hands: reachFor,
  look: () => look(0),
  analysis: () => analyse(),
  pasted: (position) => analyse(position, replay.game?.free ? replay.looked.rules : v.rules),
  share: () => (replay.game?.free ? sharing.give(location.href) : sharing.link(replay.looked.record)),
  games: () => (sheet.wait(), send({ do: "games", begins: true })),
  open,
  language: speak,
  wanted,
  command,
  send,
  tell,
  sharing,
  state,
});
holdButton($("button"), press);
await speak(fill(plan));

/** @param {unknown} [port] of a board on USB */
const reach = (port) => {
  far.keyed = null; // continue the address's link at the board
  connection.reach(take, () => (hands.forget(), (hands.enabled = false)), port);
};
reach();
$("guide").hidden = !plan.guide;
house({
  again: () => {
    sheet.close();
    showGame();
    start.ask();
  },
  puzzle: () => lessons.puzzle(),
});
if (plan.behind === "worker") {
  (await import("./site.js")).site(
    reach,
    tell,
    () => firmware.open(""),
    (/** @type {string} */ broker) => far.preset(broker),
  );
}
