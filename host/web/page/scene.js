// All that is drawn on the boat, from the page's state. No drawing here.

import { arrowed, pointed } from "./hints.js";
import { standOf, turnsOf } from "./position.js";
import { isMine } from "./sentences.js";
import { chosen, helped, plays, seen, shown, starting, view } from "./state.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").View} View */

/** @type {[side: string, turn: string]} */
const NO_TURN = ["", ""];

/** @param {string} letters @param {string} side */
const count = (letters, side) => letters.toUpperCase().split(side).length - 1;

/** How many of A's and B's pieces are captured, the turn in progress included. A game may have begun at a position.
    @param {View} v */
export function captured(v) {
  const began = /^Start: (\S+)/m.exec(v.record || "")?.[1];
  return ["A", "B"].map((side, k) => {
    const left = v.stand && !v.moving ? count(v.stand, side) : v.left?.[k] || 0;
    return Math.max(0, (began ? count(began, side) : v.start || 16) - left);
  });
}

/** The last turn of a record: its player, and the turn in the engine's notation. @param {string} record
    @returns {[side: string, turn: string]} */
function lastTurn(record) {
  const [, side, , ...turn] = turnsOf(record).at(-1)?.split(" ") || [];
  return side ? [side, turn.join(" ")] : NO_TURN;
}

/** What the user may do with the position, and what points at it. @param {State} state */
function offered(state) {
  const at = shown(state);
  const [can, name] = [plays(state), chosen(state)];
  const mine = at.phase === "play" && !at.speech && isMine(at);
  const better = mine && arrowed(state);
  /** @type {import("./types").Shot[]} */
  const shots = better ? [[at.player, better, "better"]] : [];
  return {
    shots: at.shots || shots,
    ready: name ? [] : Object.keys(can),
    chosen: name,
    aims: name ? can[name] : {},
    hinted: mine ? pointed(state) : [],
  };
}

/** What happened before: the last turn, and what a board points at; a lesson and a record have neither.
    @param {State} state */
function before({ v, lesson, replay, moving }) {
  if (lesson || replay) return { marks: [], last: NO_TURN };
  return { marks: v.marks || [], last: moving ? NO_TURN : lastTurn(v.record) };
}

/** The row nearest to the user. @param {State} state @returns {import("./types").Side} */
function near(state) {
  const { you } = view(state);
  return helped(state) && (you === "A" || you === "B") ? you : state.near;
}

/** The start of the game that is chosen on the start card; null if that is gone on with, or the card is not shown.
    @param {State} state @returns {import("./types").Scene | null} */
function chosenStart(state) {
  const { v, offer, turned, names } = state;
  if (!starting(state) || !offer || (offer.rules === v.rules && v.phase !== "over")) return null;
  const stand = standOf(offer.start, (names.length - 1) / 3);
  const nothing = { marks: [], last: NO_TURN, shots: [], ready: [], chosen: null, aims: {}, hinted: [], lit: null };
  const boat = { size: offer.size, gear: offer, near: near(state), turned, trayless: true };
  return { ...boat, game: stand, sees: stand.toUpperCase(), stand, trays: [0, 0], ...nothing };
}

/** @param {State} state @param {string | null} lit the hole of a piece whose route is lit
    @returns {import("./types").Scene} */
export const sceneOf = (state, lit) => chosenStart(state) || playedScene(state, lit);

/** @param {State} state @param {string | null} lit @returns {import("./types").Scene} */
function playedScene(state, lit) {
  const { v, replay, turned } = state;
  const [at, { start, middle }] = [shown(state), seen(state)];
  const { game = "", sees = "", stand = "", trays = v.trays || [0, 0] } = at;
  const trayless = helped(state);
  return {
    size: replay?.size || [start, middle],
    gear: at.gear || v.gear,
    near: near(state),
    turned,
    trayless,
    ...{ game, sees, stand, trays: trayless ? captured(at) : trays },
    ...before(state),
    ...offered(state),
    lit,
    ...(starting(state) && !state.offer && state.picture && { marks: [], last: NO_TURN, ...state.picture }),
  };
}
