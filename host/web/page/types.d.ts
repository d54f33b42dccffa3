// What the page's modules hand to each other; for the type checker alone.

/** A side. */
export type Side = "A" | "B";

/** Hole -> hole -> the dice that lead there. */
export type Plays = Record<string, Record<string, string>>;

/** A turn's chances, best first, of one position: [turn, chance, what is at risk]. */
export interface Chances {
  position: string;
  chance: number | null;
  exact: boolean;
  turns: [turn: string, chance: number, risk?: [hole: string, chance: number]][];
}

/** A game as it is shown: what the rooms have told, a step of a record, a lesson, or a move that is on its way. */
export interface View {
  phase: string;
  mode: string;
  /** sides that this page plays */
  you: string;
  player: Side | "";
  /** faces, 1 for a dal; of them those played */
  throw: string;
  played: string;
  plays?: Plays;
  /** hole -> why its piece cannot be played */
  stuck?: Record<string, string>;
  scene: string;
  /** the complete turn */
  done: string;
  /** what is asked for next: throw, turn, lost, dice */
  due?: string;
  plug: boolean;
  moving?: boolean;
  thinking?: boolean;
  speech?: (view: View) => [say: string, sub: string, actions: [string, string, () => void][]];
}
