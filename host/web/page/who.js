// Who plays and who looks on, and which controls that leaves.

import { $, all, mark, t, write } from "./dom.js";
import { alone, helped, playing } from "./state.js";

/** @typedef {import("./types").State} State */

/** Show it all. @param {State} state */
export function showWho(state) {
  showRoom(state);
  showSeat(state);
  showWorkshop(state);
}

/** Show which room the page is in, and the links to the others. @param {State} state */
function showRoom(state) {
  const [game, plays] = [helped(state), playing(state)];
  document.body.classList.toggle("helped", game);
  document.body.classList.toggle("workshop", !game);
  document.body.classList.toggle("onlooker", !plays);
  mark($("t-shop"), "aria-pressed", String(!game));
  $("hands").value = game ? "helped" : "own";
  for (const id of ["t-shop", "hands"]) $(id).disabled = !plays || !state.me.boards; // without boards, only the game
  $("t-new").disabled = !game && $("t-shop").disabled;
  const ended = Boolean(state.replay?.position.endsWith("#"));
  $("playon").disabled = $("t-new").disabled || ended || alone(state); // that one goes on with somebody elsewhere
}

/** Show who plays and who looks on, with the possible actions. @param {State} state */
function showSeat(state) {
  const { me } = state;
  const plays = playing(state);
  const mayPlay = me.local || sessionStorage.code;
  write($("seat"), seating(state));
  $("ask").hidden = plays || !mayPlay;
  $("code").hidden = plays || mayPlay || !me.code;
}

/** @param {State} state */
function seating(state) {
  const { v } = state;
  if (!v.player_page) return t("Nobody plays");
  if (!playing(state)) return t("You look on");
  return v.pages > 1 ? t("You play; {others} looking on", { others: v.pages - 1 }) : "";
}

/** Enable the usable parts of the workshop. @param {State} state */
function showWorkshop(state) {
  const { v } = state;
  for (const control of all(
    "#button, #plug, #manage button, #manage select, #break button, #break select, #break input, #dice input",
  )) {
    const byHand = !control.closest("#manage") || ["plug", "new", "tidy"].includes(control.id);
    const powered = control.closest("#manage") && !["plug", "new"].includes(control.id);
    control.disabled = !playing(state) || (!v.has_hands && byHand) || (powered && !v.plug);
  }
}
