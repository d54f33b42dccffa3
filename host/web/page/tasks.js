// What the lessons of each game say.

import { n } from "./dom.js";

/** @typedef {[title: string, todo: string, done: string]} Told of a lesson */
/** @type {Told[]} */
export const DANISH = [
  [
    n("The dal"),
    n("The ✕ is a dal: it turns a piece and moves it one step. Press the ringed piece of the row, then the ✕."),
    n("Turned: now it can move. A turned piece lies along its way."),
  ],
  [
    n("Move"),
    n(
      "A turned piece moves by any die: along its row to the stern, then up the middle row. Move the piece on A2 three steps, then play the 2.",
    ),
    n("Round the stern, into the middle row. It never comes home again."),
  ],
  [
    n("Jump"),
    n(
      "A piece may jump over the other side's pieces, never over its own. Jump with the piece on M4, and try the one on A6.",
    ),
    n("Both dark pieces are passed, and stay."),
  ],
  [
    n("Capture"),
    n(
      "Landing on a piece of the other side captures it, turned or not. Capture the dark piece on M7, then play the other die.",
    ),
    n("Captured: it is out of the game."),
  ],
  [
    n("Two dice"),
    n(
      "One piece may take both dice: 2 and 4 are six steps. It captures only where it ends. Capture the dark piece on M10.",
    ),
    n("Both dice must be played whenever that is possible, by one piece or by two."),
  ],
  [
    n("Dal-dal"),
    n("Two dals turn two pieces, or move any by one, and then you throw again. Play both dals, then the second throw."),
    n("Two dals: another throw, as often as they come."),
  ],
  [
    n("The end"),
    n("A side with no pieces left has lost. Capture the last dark piece with the 3."),
    n("Won. You know all you need: play against the board."),
  ],
];
/** @type {Told[]} */
const SAHKKU = [
  [
    n("Three dice"),
    n("The X turns the soldier nearest the end of its row and moves it one step. Play the X, then the 2 and the 4."),
    n("Each die is a move of its own, and one soldier may use them all. The other side comes towards you."),
  ],
  [
    n("The king"),
    n("Land on the king and he is yours: he goes one hole on. Move the soldier on M5 three steps, then play the rest."),
    n("He moves and captures as your soldiers do. He is never captured, but the other side can recruit him, too."),
  ],
  [
    n("Capture them all"),
    n("A soldier captures wherever it lands. Capture three dark soldiers with the one on M4."),
    n("A side with no soldiers left has lost; the king does not count. You know the game: play it."),
  ],
];
/** @type {Told[]} */
const SIG = [
  [
    n("The sig"),
    n("A single white stick is the sig: it alone turns a piece and moves it one step. Turn the piece on A2."),
    n("The throw is one move, by the number of white sticks. Four black ones are a 6."),
  ],
  [
    n("Sent home"),
    n("A piece that is hit goes home and has to begin again. Hit the dark piece on M7."),
    n("It stands in its own row again. Only a piece that is hit in its own row is out of the game."),
  ],
  [
    n("The gate"),
    n(
      "A piece must land on M13 exactly, and only a sig takes it on. Enter the other side's row with the piece on M13.",
    ),
    n("A piece on B12 is moved up as you enter. You know the game: play it."),
  ],
];
/** @type {Record<string, Told[]>} */
export const LESSONS = { danish: DANISH, vuovdaguoika: SAHKKU, sig: SIG };
