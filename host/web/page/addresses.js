// Each screen has an address, and Back leaves it for the one below: a sheet closes, a lesson or a record gives way to
// the game, a game to the start card. The page writes what it shows into the address; it reads the address only on Back,
// Forward, a reload, and when it is opened by one.

import { $, t } from "./dom.js";
import { wish } from "./later.js";

const HOME = "#/";
const PLAY = "#/play";
const AGAIN_MS = 10_000; // a browser bounds how often an address changes in this time, and drops the rest

/** How deep a screen lies. @param {string} place */
const depth = (place) =>
  place === HOME ? 0 : place === PLAY ? 1 : /^#\/(learn\/|puzzle\/|week|turn\/|game\/|analysis)/.test(place) ? 2 : 3;

export class Addresses {
  /** The screen that is shown, and the one that Back leads to. */
  place = "";
  under = "";
  /** The screen that comes, asked for by an address, and the one that is shown until then. */
  awaited = "";
  before = "";
  /** It is this page that goes back. */
  going = false;
  /** It is this page that presses a control. */
  pressing = false;
  timer = 0;

  /** now: the screen that is shown; go: shows another one; false: it cannot be shown; own: what stays in the
   * address in place of the screen's, if any.
   * @param {() => string} now @param {(place: string) => boolean} go @param {(place: string) => string} own */
  constructor(now, go, own) {
    this.now = now;
    this.go = go;
    this.own = own;
    addEventListener("popstate", ({ state }) => this.popped(state));
    const pressed = () => this.pressing || (this.awaited = "");
    for (const press of ["pointerdown", "keydown", "click"]) addEventListener(press, pressed, true);
  }

  /** Another screen may be shown. */
  changed() {
    const [now, was] = [this.now(), this.place];
    // Not yet come, or not all of it; what else is shown in its place is followed.
    const comes = now === this.before || depth(now) < 2 || this.awaited.startsWith(now);
    const other = this.awaited && now !== this.awaited;
    if (other && comes) return;
    const instead = other && depth(this.awaited) > 1; // else Back would ask for it again
    this.awaited = "";
    if (this.going || now === was) return;
    if (!was) this.first(now);
    else if (instead) this.write(now, this.under, "replaceState");
    else if (depth(now) > depth(was)) this.write(now, was, "pushState");
    else if (now !== this.under) this.write(now, depth(now) > depth(this.under) ? this.under : "", "replaceState");
    else {
      this.going = true;
      this.again();
      history.back();
    }
  }

  /** The first screen after loading; the one in the address takes its place. @param {string} now */
  first(now) {
    const { hash } = location;
    const { place, under = "" } = history.state || {};
    // A reload, or Back before the page was loaded; only the start card has no hash.
    const again = place === (hash || HOME) && place !== now;
    if (again) [this.place, this.under] = [place, under];
    else this.write(now, place === now ? under : "", "replaceState", !hash.startsWith(HOME) && hash);
    if (again) this.visit(place);
    else if (hash.startsWith(HOME) && hash !== now) this.visit(hash);
  }

  /** @param {string} place @param {string} under @param {"pushState" | "replaceState"} how
      @param {string | false} [hash] instead of the place's own */
  write(place, under, how, hash = this.own(place)) {
    try {
      history[how]({ place, under }, "", location.pathname + location.search + (hash || (place === HOME ? "" : place)));
    } catch {
      // some browsers say that they drop it
    }
    if (history.state?.place === place) [this.place, this.under] = [place, under];
    else this.again();
  }

  /** Look later whether the address has followed. */
  again() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.going = false;
      this.changed();
    }, AGAIN_MS);
  }

  /** Show the screen of an address. @param {string} place */
  visit(place) {
    this.awaited = place.replace(/^(#\/week\/\d+)\?.*/, "$1"); // what it brings is taken
    this.pressing = true;
    wish();
    if (!this.go(place)) this.awaited = "";
    this.pressing = false;
    this.before = this.now();
    this.changed();
  }

  /** What was asked for does not come: whether it was a kept game. */
  missed() {
    const game = this.awaited.startsWith("#/game/");
    this.awaited = "";
    this.changed();
    return game;
  }

  /** The user has gone back or forward, or this page has. @param {{ place: string, under: string } | null} state */
  popped(state) {
    const ours = this.going;
    if (state) this.going = false; // else its own step back is still to come
    const { hash } = location;
    if (!state && !hash.startsWith(HOME)) return; // another link within the page, or of a game
    if (!state) this.write(hash, this.place, "replaceState", hash); // typed, or a link: Back leads to where it was
    if (!state) return this.visit(hash);
    this.write(state.place, state.under, "replaceState");
    if (this.now() === state.place) return;
    // Another screen may have been opened before this page was back.
    if (ours) this.changed();
    else this.visit(state.place);
  }
}

const HOMES = [HOME, PLAY];
/** The control that opens each sheet, by its address. @type {Record<string, string>} */
const SHEETS = {
  "#/settings": "t-settings",
  "#/puzzles": "t-puzzles",
  "#/games": "t-games",
  "#/learn": "t-learn",
  "#/invite": "t-far",
  "#/firmware": "newfirmware",
};
/** Their sections. @type {Record<string, string>} */
const SECTIONS = { options: "#/settings", farcard: "#/invite" };

/** What opens a turn of a record, or of a kept game, and the analysis of a position; branch: of turns that were not
    played. @typedef {{ look: (step: number, record: string, branch: string) => void,
    kept: (step: number, name: string, branch: string) => void,
    analyse: (position: string, rules: string, branch: string) => void }} Doors */

/** The addresses of this page's screens.
    @param {import("./types").State} state @param {import("./sheet.js").Sheet} sheet
    @param {import("./lessons.js").Lessons} lessons @param {import("./replay.js").Replay} replay
    @param {import("./start.js").Start} start @param {Doors} doors
    @param {import("./far.js").Far} far @param {import("./types").Tell} tell */
export function addresses(state, sheet, lessons, replay, start, doors, far, tell) {
  const below = () => {
    if (state.lesson) return lessons.address();
    return state.replay ? replay.address() : state.begun ? PLAY : HOME;
  };
  const now = () =>
    sheet.element.open
      ? SECTIONS[sheet.shown] || `#/${sheet.shown}${sheet.shown === "games" ? sheet.more : ""}`
      : below();
  /** What shows each kind of address; false: there is nothing.
      @type {Record<string, (place: string, which: string, step: number) => unknown>} */
  const ROOMS = {
    learn: (place) => lessons.at(place),
    puzzle: (place) => lessons.puzzleAt(place),
    week: (place) => lessons.weekAt(place),
    turn: (place, which) => {
      if (sessionStorage.looked) doors.look(+which, sessionStorage.looked, branchIn(place));
      else return false;
    },
    game: (place, which, step) => {
      if (replay.game && replay.name === which && !branchIn(place)) replay.go(step);
      else doors.kept(step, which, branchIn(place));
    },
    analysis: (place) => doors.analyse(...positionIn(place), branchIn(place)),
  };
  /** @param {string} place */
  const home = (place) => {
    lessons.leave();
    replay.close();
    if (place === PLAY) start.go();
    else start.ask();
  };
  /** @param {string} place */
  const go = (place) => {
    const [section, query = ""] = place.split("?");
    const control = SHEETS[section] && $(SHEETS[section]);
    if (control) sheet.query = query;
    if (control) return !control.hidden && !control.disabled && (control.click(), true);
    const [, room, which = "", , step] = place.split("/");
    sheet.close();
    if (below() === place) return true;
    if (HOMES.includes(place)) return (home(place), true);
    if (room in ROOMS && ROOMS[room](place, which, +step || 0) !== false) return true;
    tell(t("There is nothing at this address."), true);
    return false;
  };
  /** A far game's, or the letter that an invitation came in. @param {string} place */
  const own = (place) => (depth(place) < 2 ? far.own() : place === SECTIONS.farcard ? far.came : "");
  const found = new Addresses(now, go, own);
  sheet.changed = () => found.changed();
  return found;
}

/** The address of an analysed position, after its sheet's. @param {string} position @param {string} rules */
export const ofPosition = (position, rules) => `/${rules}/${position.replaceAll(" ", "_")}`;

const WHAT = "/what/";

/** The branch in an address, if any. @param {string} place */
const branchIn = (place) => place.split(WHAT)[1] || "";

/** The position and the rules in an address. @param {string} place @returns {[position: string, rules: string]} */
function positionIn(place) {
  const [rules = "", ...rows] = decodeURIComponent(place.split(WHAT)[0]).split("/").slice(2);
  return [rows.join("/").replaceAll("_", " "), rules];
}
