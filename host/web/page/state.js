// All that the page knows, in one object, and what follows from it. Nothing here draws or sends: what is shown is a
// function of the state, so nothing can stay of a position that is not shown any more.

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").View} View */

const NONE = { chosen: null, sent: false, why: "", better: false, leaving: false };

/** The state of a page that has heard nothing yet. @param {string[]} names of the boat's holes @returns {State} */
export const fresh = (names) => ({
  names,
  v: /** @type {any} */ ({}),
  me: {},
  connected: false,
  begun: sessionStorage.begun === "yes",
  lesson: null,
  replay: null,
  moving: null,
  choice: { of: "", ...NONE },
  hint: { of: "", step: 0 },
  near: "A",
  picture: null,
  turned: false,
  offer: null,
});

/** Whether this page has the seat. @param {State} state */
export const playing = ({ me, v }) => me.you !== undefined && v.player_page === me.you;

/** Whether a game is shown that is played by presses; otherwise a board, with own hands. @param {State} state */
export const helped = ({ lesson, v }) => lesson !== null || v.behind === "game";

/** Whether the game or board that is shown is this page's to play. @param {State} state */
export const seated = (state) => state.connected && playing(state) && !state.replay && !state.lesson;

/** Whether this page asks for what is due. @param {State} state */
export const paced = (state) => seated(state) && helped(state) && state.begun;

/** Whether the start card is shown. @param {State} state */
export const starting = (state) => seated(state) && helped(state) && !state.begun && state.v.phase !== undefined;

/** Whether presses play. @param {State} state */
export const enabled = (state) => state.connected && (state.lesson !== null || paced(state));

/** Whether moves are animated as they come. @param {State} state */
export const watched = (state) =>
  state.lesson !== null || (helped(state) && !state.replay && (state.begun || !playing(state)));

/** Somebody elsewhere plays without help, too. @param {State} state */
export const alone = ({ v }) => v.mode === "far" && v.phase !== "over" && !v.far?.over;

/** The game, or the lesson in its place. @param {State} state @returns {View} */
export const view = ({ lesson, v }) => lesson || v;

/** The same, with a move under way. @param {State} state @returns {View} */
export const seen = (state) => (state.moving ? { ...view(state), ...state.moving } : view(state));

/** The same, or a step of a record in its place. @param {State} state @returns {View} */
export const shown = (state) => state.replay || seen(state);

/** Names the position shown. @param {State} state */
function position(state) {
  const { lesson, at, position, record } = state.replay || view(state);
  return [lesson, at, position, record?.length].join();
}

/** Names the part of a turn that is shown. @param {State} state */
function part(state) {
  const { stand, throw: thrown, played, outcome } = shown(state);
  return [position(state), stand, thrown, played, outcome].join();
}

/** What the user has begun with what is shown. @param {State} state @returns {import("./types").Choice} */
export function choice(state) {
  const of = part(state);
  return state.choice.of === of ? state.choice : { of, ...NONE };
}

/** Begin something; it ends what was begun before. @param {State} state @param {Partial<import("./types").Choice>} begun */
export const begin = (state, begun) => (state.choice = { of: part(state), ...NONE, ...begun });

/** How much of a hint is shown: 0, 1 for the piece, 2 for the turn; none on the start card, whose boat is another one.
    @param {State} state */
export const hinted = (state) => (state.hint.of === position(state) && !starting(state) ? state.hint.step : 0);

/** @param {State} state @param {number} step */
export const hint = (state, step) => (state.hint = { of: position(state), step });

/** What was begun with a position that is not shown any more is over, should it come again. @param {State} state */
export function forget(state) {
  if (state.choice.of !== part(state)) state.choice = { of: "", ...NONE };
  if (!hinted(state)) state.hint = { of: "", step: 0 };
}

/** The moves that a press can play, by hole. @param {State} state */
export const plays = (state) => (enabled(state) && shown(state).plays) || {};

/** The piece that can be moved on now. @param {State} state */
export function chosen(state) {
  const { chosen: name } = choice(state);
  return name !== null && name in plays(state) ? name : null;
}

/** The letter of the piece in a hole. @param {State} state @param {string} hole */
export const letter = (state, hole) => shown(state).stand?.[state.names.indexOf(hole)] || ".";
