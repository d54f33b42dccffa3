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

/** A move to be shown: its number, and the holes that the piece passes. */
export interface Move {
  n: number;
  player: Side;
  throw: string;
  path: string[];
  dal: boolean;
  capture: boolean;
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
  left: number[];
  game: string;
  sees: string;
  stand: string;
  trays: number[];
  plays: Plays;
  stuck: Record<string, string>;
  played: string;
  done: string;
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
  asking: string | null;
  pages: number;
}

/** A game as shown: the rooms' values, a step of a record, a lesson, or a move under way. */
export interface View extends Values {
  moving?: boolean;
  speech?: (view: View) => [say: string, sub: string, actions: [string, string, () => void][]];
}
