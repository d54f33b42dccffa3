// The text for a game's state: one sentence, its addition, and the buttons. No drawing here.

import { inWords, listed, said } from "./dice.js";
import { n, t } from "./dom.js";
import { isKing } from "./geometry.js";
import { turnsOf } from "./position.js";

/**
 * @typedef {[text: string, control: string, action: () => void]} Action a button
 * @typedef {[say: string, sub: string, actions: Action[]]} Sentence
 * @typedef {import("./types").View} View
 *
 * @typedef {object} Standing a game, and this page's intentions in it
 * @property {View} v
 * @property {string | null} chosen the hole of the chosen piece
 * @property {(hole: string) => string} at the letter in a hole
 * @property {string[]} alike look-alike turns, of which the player must pick one
 * @property {boolean} [leaving] whether to give up is asked
 * @property {string} verdict the tutor's verdict on the previous turn
 * @property {string} hint
 * @property {() => Sentence | null} judged the tutor's verdict on the complete turn
 * @property {import("./types").Send} send
 * @property {() => void} end requests the next action at once
 * @property {() => void} back
 */

/** @type {Record<string, string>} */
const SIDES = { A: n("Light"), B: n("Dark"), "": "" };
const WON = { you: n("You won."), board: n("The board won."), side: n("{name} won.") };
const THROWS = { you: n("Your throw"), board: n("The board throws"), side: n("{name} throws") };
const PLAYS = { you: n("Your turn"), board: n("The board plays {dice}"), side: n("{name}'s turn") };

/** Who begins, by hull. @type {Record<string, string>} */
const OPENINGS = {
  boat: n("Both throw; the higher sum begins."),
  plank: n("Both throw; the side with more X's begins."),
  sand: n("Both throw; a sig begins."),
};

/** Whether the player to move is on this page. @param {View} v */
export const isMine = (v) => (v.you || "").includes(v.player);

/** The kind of player whose turn it is, for the sentences. @param {View} v */
function who(v) {
  if (v.you === v.player) return "you";
  return v.mode === "solo" ? "board" : "side";
}

/** @param {Record<"you" | "board" | "side", string>} texts @param {View} v */
const whose = (texts, v) => t(texts[who(v)], { name: t(SIDES[v.player] || ""), dice: v.throw ? said(v.throw) : "" });

/** The dice of a throw that are still to be played. @param {View} v */
const unplayed = (v) => [...(v.played || "")].reduce((rest, die) => rest.replace(die, ""), v.throw || "");

/** The sentence of each phase; turns have their own table. @type {Record<string, (at: Standing) => Sentence>} */
const PHASES = {
  setup: () => [t("The pieces are being set up."), "", []],
  opening: ({ v }) => [t("Who begins?"), opened(v), []],
  throw: ({ v, verdict }) => [whose(THROWS, v), verdict, []],
  play: (at) => /** @type {[unknown, (at: Standing) => Sentence]} */ (TURN.find(([holds]) => holds(at)))[1](at),
};

/** The sentences of a turn, by condition. @type {[(at: Standing) => unknown, (at: Standing) => Sentence][]} */
const TURN = [
  [({ v }) => v.scene === "lost", lost],
  [({ v }) => v.moving, ({ v, verdict }) => [whose(PLAYS, v), isMine(v) ? "" : verdict, []]],
  [({ v }) => !isMine(v), ({ v, verdict }) => [whose(PLAYS, v), v.thinking ? t("Thinking ...") : verdict, []]],
  [({ alike }) => alike.length, lookAlike],
  [(at) => targets(at), whereTo],
  [({ v }) => v.done, ({ judged, end }) => judged() || done(t("Take it back if you want another."), end)],
  [({ v }) => v.played, ({ v, hint }) => [whose(PLAYS, v), hint || otherDie(v), []]],
  [
    () => true,
    ({ v, hint }) => [
      whose(PLAYS, v),
      hint || t("Play {dice}. Lift a piece with a ring.", { dice: said(v.throw) }),
      [],
    ],
  ],
];

/** Why it ended otherwise than by a capture; empty: it did not. @param {View} v */
export function reason({ ended, player, mode, you }) {
  const loser = player === "A" ? "B" : "A";
  if (!ended) return "";
  if (ended === "agreed") return t("Both agreed that nobody wins.");
  if (mode === "solo" && loser === you) return ended === "time" ? t("Your time ran out.") : t("You resigned.");
  const name = t(SIDES[loser]);
  return ended === "time" ? t("{name}'s time ran out.", { name }) : t("{name} resigned.", { name });
}

/** The current sentence and buttons. @param {Standing} at @returns {Sentence} */
export function sentence(at) {
  const { v, send } = at;
  if (v.speech) return v.speech(v);
  if (v.phase === "over") return [v.player ? whose(WON, v) : t("Nobody has won."), reason(v), []];
  if (at.leaving) return giveUp(at);
  if (!v.plug) {
    return [
      t("The board has no power."),
      at.verdict,
      [[t("Plug it in"), "plug", () => send({ do: "plug", in: true })]],
    ];
  }
  if (v.mode === "roller" || v.mode === "diagnose") {
    return [t("The board is in another mode: begin a new game."), at.verdict, []];
  }
  const [say, more, actions] = PHASES[v.phase]?.(at) ?? ["", at.verdict, []];
  const sub = [targets(at) || v.played || at.hint ? "" : began(v), more].filter(Boolean).join(" ");
  return [say, sub, v.due === "throw" ? [[t("Throw"), "throw", at.end]] : actions];
}

/** @param {string} thrown */
const sum = (thrown) => [...thrown].reduce((all, die) => all + +die, 0);

/** The opening throws of a record: who, what. @param {View} v */
const openingOf = (v) => (v.record || "").match(/^0 [AB] \S+$/gm)?.map((line) => line.split(" ").slice(1)) || [];

/** How the opening stands. @param {View} v */
function opened(v) {
  const throws = openingOf(v);
  const [side, thrown] = throws.at(-1) || ["", ""];
  if (!side || v.gear.hull !== "boat") return t(OPENINGS[v.gear.hull]);
  if (throws.length % 2 === 0) return t("Both threw {sum}: they throw again.", { sum: sum(thrown) });
  return t("{name} threw {dice}. The higher sum begins.", { name: t(SIDES[side]), dice: said(thrown) });
}

/** Who begins, and why, until the first turn is over. @param {View} v */
function began(v) {
  const [one, other] = openingOf(v).slice(-2);
  const turns = turnsOf(v.record).length;
  if (!other || turns > (v.moving ? 1 : 0) || v.phase === "opening" || v.gear.hull !== "boat") return "";
  const [high, low] = sum(one[1]) > sum(other[1]) ? [one, other] : [other, one];
  return t("{name} begins: {high} against {low}.", { name: t(SIDES[high[0]]), high: sum(high[1]), low: sum(low[1]) });
}

/** Whether to give the game up: for two, whoever is to move, or both. @param {Standing} at @returns {Sentence} */
function giveUp({ v, send, back }) {
  const two = v.you.length > 1;
  const who = two ? v.player : v.you;
  const end = (/** @type {string} */ who) => () => send({ do: "resign", who });
  return [
    t("Resign this game?"),
    two ? t("{name} resigns, or both agree that nobody wins.", { name: t(SIDES[who]) }) : t("Then the board wins."),
    [
      [t("Resign"), "resign", end(who)],
      ...(two ? [/** @type {Action} */ ([t("Nobody wins"), "draw", end("AB")])] : []),
      [t("Go on"), "back", back],
    ],
  ];
}

/** The sentence for a complete turn. @param {string} sub @param {() => void} end @returns {Sentence} */
export const done = (sub, end) => [t("Turn done."), sub, [[t("End the turn"), "end", end]]];

/** @param {Standing} at */
export const targets = ({ v, chosen }) => (chosen && v.plays?.[chosen]) || null;

/** @param {Standing} at @returns {Sentence} */
function lost({ v, end }) {
  const say = t("No piece can move with {dice}.", { dice: said(v.throw) });
  return [say, t("The turn is lost."), v.due ? [[t("Go on"), "end", end]] : []];
}

/** @param {Standing} at @returns {Sentence} */
function lookAlike({ alike, send }) {
  const choices = alike.map((turn) => [inWords(turn), "choose", () => send({ do: "choose", turn })]);
  return [t("Which turn was it?"), t("These look alike on the board."), /** @type {Action[]} */ (choices)];
}

/** What a landing does, in words. @param {Standing} at @param {string} hole */
function landing({ v, at, chosen }, hole) {
  const there = at(hole);
  if (there === "." || hole === chosen) return n("to {hole} with {dice}");
  if (isKing(there)) return n("the king on {hole} with {dice}");
  return v.gear.hull === "sand" ? n("hit {hole} with {dice}") : n("capture on {hole} with {dice}");
}

/** @param {Standing} at @returns {Sentence} */
function whereTo(at) {
  const ways = Object.entries(targets(at) || {}).sort((a, b) => a[1].length - b[1].length);
  const where = ways.map(([hole, by]) => t(landing(at, hole), { dice: said(by), hole }));
  return [t("Where to?"), listed(where, t("or")), [[t("Put it back"), "back", at.back]]];
}

/** @param {View} v */
function otherDie(v) {
  const [played, left] = [said(v.played), said(unplayed(v))];
  if (v.played.length > 1) return t("{played} are played. Now play the {left}.", { played, left });
  return played === left
    ? t("One {played} is played. Now play the other.", { played })
    : t("The {played} is played. Now play the {left}.", { played, left });
}
