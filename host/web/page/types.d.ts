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

/** A game as shown: the rooms' values, a step of a record, a lesson, or a move under way. */
export interface View {
  phase: string;
  mode: string;
  /** sides that this page plays */
  you: string;
  player: Side | "";
  /** faces, 1 for a dal; then those played */
  throw: string;
  played: string;
  plays?: Plays;
  /** hole -> why its piece cannot be played */
  stuck?: Record<string, string>;
  scene: string;
  /** the complete turn */
  done: string;
  /** the next action: throw, turn, lost, dice */
  due?: string;
  plug: boolean;
  moving?: boolean;
  thinking?: boolean;
  speech?: (view: View) => [say: string, sub: string, actions: [string, string, () => void][]];
}
