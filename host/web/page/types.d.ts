// The data exchanged between the page's modules, for the type checker only.

/** A side. */
export type Side = "A" | "B";

/** Hole -> hole -> the dice that lead there. */
export type Plays = Record<string, Record<string, string>>;

/** The chances of a position's turns, best first: [turn, chance, risk]. */
export interface Chances {
  position: string;
  chance: number | null;
  exact: boolean;
  /** "python": without the kernel */
  judge?: string;
  turns: [turn: string, chance: number, risk?: [hole: string, chance: number]][];
}

/** A text in each language. */
export type Localized = Record<string, string>;

/** What a game is played with, as in host/games/gear.py. */
export interface Gear {
  route: string;
  dice: string;
  falls: number;
  hull: string;
}

/** A row and the direction in which it is walked. */
export type Arc = [row: number, direction: number];

/** A move to be shown: its number, and the holes that the piece passes; pushed: where the piece goes that stood on the
    last of them. */
export interface Move {
  n: number;
  player: Side;
  throw: string;
  path: string[];
  dal: boolean;
  capture: boolean;
  pushed: string;
  dice: string;
  before: string;
}

/** A piece in a hand of a page: its place in mm, its origin, and the hole below it. */
export type Hand = [
  page: string,
  hand: number,
  side: Side,
  at: [number, number] | null,
  origin: string | null,
  over: string | null,
];

/** What the rooms send, as in host/web/view.py. */
export interface Values {
  phase: string;
  mode: string;
  rules: string;
  position: string;
  record: string;
  you: string;
  player: Side | "";
  throw: string;
  start: number;
  middle: number;
  gear: Gear;
  left: number[];
  game: string;
  sees: string;
  stand: string;
  trays: number[];
  plays: Plays;
  stuck: Record<string, string>;
  played: string;
  done: string;
  ended: string;
  due: string;
  moves: Move[];
  thinking: boolean;
  alike: string[];
  scene: string;
  leds: string;
  marks: [hole: string, want: number][];
  words: Localized;
  hint: Localized;
  has_hands: boolean;
  plug: boolean;
  older: string;
  down: boolean;
  hands: Hand[];
  faults: string[];
  cable: boolean;
  behind: string;
  won: Record<string, number>;
  far: any;
  troubles: Localized[];
  player_page: string | null;
  pages: number;
}

/** A game as shown: the rooms' values, a step of a record, a lesson, or a move under way. */
export interface View extends Values, Shared {
  moving?: boolean;
  speech?: (view: View) => import("./sentences.js").Sentence;
  shots?: Shot[];
  /** of a lesson: its number, its end, the turn last completed */
  lesson?: number;
  outcome?: string;
  turn?: string;
  /** of a record: the step, the board's holes */
  at?: number;
  size?: [home: number, middle: number];
}

/** A command to the rooms, as in host/web/commands.py; false: nobody took it. */
export type Send = (command: { do: string } & Record<string, unknown>) => boolean;

/** Tells the user something; wrong: as an error. */
export type Tell = (text: string, wrong?: boolean) => void;

export type Point = [x: number, y: number];

/** A turn as arrows; kind: `played` or `better`. */
export type Shot = [side: string, turn: string, kind: string];

/** The boat as host/web/boat.py describes it. */
export interface Plan {
  behind: string;
  n: number;
  length: number;
  beam: number;
  pitch: number;
  hole: number;
  outline: Point[];
  holes: { name: string; x: number; y: number }[];
  trays: Record<string, [y: number, high: number]>;
  dice_leds: number;
  hole_leds: number;
  occupied: number;
  empty: number;
  /** by ruleset, in the order in which they are listed */
  games: Record<string, Gear & { size: [home: number, middle: number]; start: string; options: Record<string, string> }>;
  /** each side's rows in their order, 0 for A, with 1 towards the prow or -1; the first one of the round */
  routes: Record<string, { A: Arc[]; B: Arc[]; again: number }>;
  modes: string[];
  languages: Record<string, string>;
  levels: number;
  bounds: number[];
  reasons: Record<string, string>;
  images: [pico: string, file: string][];
  guide: boolean;
}

/** What the user has begun with the part of a turn that is shown; it ends with that. */
export interface Choice {
  of: string;
  /** the hole of the chosen piece */
  chosen: string | null;
  /** a move is on its way to the rooms */
  sent: boolean;
  /** why a press could not be played */
  why: string;
  /** the tutor's better turn is shown */
  better: boolean;
  /** whether to give the game up is asked */
  leaving: boolean;
}

/** This page among the rooms. */
export interface Me {
  you?: string;
  boot?: string;
  token?: string;
  local?: boolean;
  code?: boolean;
  boards?: boolean;
}

/** All that the page knows. */
export interface State {
  /** the holes' names, in the order of `stand` */
  names: string[];
  v: Values & Shared;
  me: Me;
  /** the values are those of now */
  connected: boolean;
  /** the start card has been left */
  begun: boolean;
  lesson: View | null;
  /** a step of a record */
  replay: View | null;
  /** what a move under way changes */
  moving: Partial<View> | null;
  choice: Choice;
  /** how much of a hint was asked for, and with which position */
  hint: { of: string; step: number };
  /** the row nearest to the user where no side is played alone */
  near: Side;
  /** what the start card shows on the boat, in place of the game */
  picture: Partial<Scene> | null;
  /** the user has turned the boat round */
  turned: boolean;
  /** the game chosen since the start card is shown */
  offer: (Plan["games"][string] & { rules: string }) | null;
}

/** Extra values, on request. */
export interface Shared {
  chances?: Chances | null;
  turns?: string[];
  odds?: Record<string, number>;
  bars?: number[];
}

/** All that is drawn on the boat. */
export interface Scene {
  size: [home: number, middle: number];
  gear: Gear;
  /** the row nearest to the user, if rows are drawn one above the other */
  near: Side;
  turned: boolean;
  /** trays are beside the names */
  trayless: boolean;
  game: string;
  sees: string;
  stand: string;
  trays: number[];
  marks: Values["marks"];
  /** the last turn and its player, as a trace */
  last: [side: string, turn: string];
  shots: Shot[];
  /** holes whose pieces can be chosen */
  ready: string[];
  chosen: string | null;
  /** where the chosen piece may go: hole -> dice */
  aims: Record<string, string>;
  /** holes that a hint points to */
  hinted: string[];
  /** the hole of a piece whose whole route is lit */
  lit: string | null;
}
