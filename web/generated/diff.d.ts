// Generated from the program's types by the tests `page_types_are_current`. Do not edit.

/** The comparison of two replays, `a` and `b`. */
export type ReplayDiff = {
  /** Whether all turns are equal: their seats, orders and events. */
  equal: boolean, game: string, a: DiffSide, b: DiffSide,
  /** The first difference; null if there is none. */
  first: FirstDifference | null,
  /** The name of the figure that decides the game; empty if no round was played. */
  figure: string,
  /** The values of the figure after rounds that both replays contain. */
  scores: Array<ScorePair>, };

/** One of two replays. */
export type DiffSide = {
  /** The last round with any turn. */
  rounds: number,
  /** The names of the players in seat order. */
  players: Array<string>,
  /** The places in seat order; empty if the match is not over. */
  places: Array<number>,
  /** The final values of the figure in seat order; empty if the match is not over. */
  scores: number[], };

/** The values of the decisive figure after a round, in seat order. */
export type ScorePair = { round: number, a: number[], b: number[], };

/** The first difference between two replays. */
export type FirstDifference = {
  /** The round; 0 if the matches differ before the first turn. */
  round: number,
  /** The seat, from 1; null if the difference belongs to no single seat. */
  seat: number | null, kind: DifferenceKind,
  /** The orders or events that only `a` contains, as sentences. The list is shortened. */
  a: Array<string>,
  /** The orders or events that only `b` contains. */
  b: Array<string>, };

/** The kind of a difference. */
export type DifferenceKind = "setup" | "orders" | "events" | "turn" | "end";
