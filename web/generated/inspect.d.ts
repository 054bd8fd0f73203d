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
  b: Array<string>,
  /** Why the player on the seat gives other orders; empty for other differences. */
  reasons: Array<Reason>, };

/** The kind of a difference. */
export type DifferenceKind = "setup" | "orders" | "events" | "turn" | "end";

/** A reason why a player's turns differ. */
export type Reason = { kind: ReasonKind,
  /** The name of the player. */
  player: string,
  /** The files or limits that differ. */
  names: Array<string>,
  /** A sentence that names the player, with a full stop. */
  message: import('../shell/basics/i18n.js').Text, };

/** The kind of a reason. */
export type ReasonKind = "file" | "helpers" | "data" | "limits" | "python" | "seed" | "clock" | "processes" | "machine" | "addresses" | "time_out" | "unwatched" | "unknown";

/** A recorded turn that was played again. */
export type ReplayedTurn = {
  /**
   * The path of the user's file that played: relative to the working folder for the pages, otherwise absolute; null
   * if it is not there.
   */
  file: string | null,
  /** A remark about the file that played; null if there is nothing to say. */
  remark: string | null,
  /**
   * The reason why the file cannot play, only for the pages; null if it has played. In that case the other fields are
   * empty.
   */
  rejected?: RejectedFile,
  /** False if the match used something that no seed determines. */
  repeatable: boolean,
  /** null if the turn was not traced: only the pages trace it, unless the player is built in or its process ended. */
  trace?: TurnTrace,
  /** The round that was played. It is earlier than the requested one if a persistent player ended before it. */
  round: number,
  /** The seat, counted from 1. */
  seat: number,
  /** The player's name. */
  player: string,
  /** True if the orders equal the recorded ones, including those that were refused before they reached the rules. */
  same: boolean,
  /** Who and what explains the difference; empty if the orders equal the recorded ones. */
  reasons: Array<Reason>, recorded: ReplayedSide, now: ReplayedSide,
  /** The indexes of the new orders that were not recorded. */
  added: Array<number>,
  /** The indexes of the recorded orders that were not given now. */
  missing: Array<number>,
  /** The same for the refused orders. */
  refused_added: Array<number>, refused_missing: Array<number>, };

/** A recorded turn and the same turn played again. */
export type TurnComparison = {
  /** The round that was played. It is earlier than the requested one if a persistent player ended before it. */
  round: number,
  /** The seat, counted from 1. */
  seat: number,
  /** The player's name. */
  player: string,
  /** True if the orders equal the recorded ones, including those that were refused before they reached the rules. */
  same: boolean,
  /** Who and what explains the difference; empty if the orders equal the recorded ones. */
  reasons: Array<Reason>, recorded: ReplayedSide, now: ReplayedSide,
  /** The indexes of the new orders that were not recorded. */
  added: Array<number>,
  /** The indexes of the recorded orders that were not given now. */
  missing: Array<number>,
  /** The same for the refused orders. */
  refused_added: Array<number>, refused_missing: Array<number>, };

/** The recorded or the new half of a turn. */
export type ReplayedSide = {
  /** The orders as objects, as in the JSON of a replay. */
  orders: Array<import('../shell/replay/frames.js').Order>,
  /** The orders as sentences, in the same sequence. */
  sentences: Array<string>,
  /** The first orders that were refused before they reached the rules, as sentences. */
  refused: Array<string>,
  /** The number of all such orders. */
  refused_total: number, output: string,
  /** The number of bytes of output beyond the limit. */
  output_dropped: number, fault: TurnFault | null,
  /** The fault with its explanation, in all languages. */
  problem: import('./replay.js').Problem | null,
  /** The time that the player took, in milliseconds. The time of tracing does not count. */
  ms: number,
  /** The names of the sources of nondeterminism that the turn used: `clock`, `processes`, `machine`. */
  unseeded: Array<string>, };

/** The fault of a turn. */
export type TurnFault = { kind: import('./replay.js').ProblemKind,
  /** The message in English. */
  message: string, };

/** A file that cannot play. */
export type RejectedFile = { problem: import('./replay.js').Problem,
  /** The content of the file with the error; null if it is unknown or cannot be read. */
  text: string | null, };

/** The executed lines of one turn. The lists refer to each other by index. */
export type TurnTrace = {
  /** The player's own files in the order in which they began to run. */
  files: Array<TracedFile>,
  /** The names of variables and functions, and the values of variables. */
  texts: Array<string>,
  /** True if there were more values than a trace can contain. The counts of lines are complete anyway. */
  is_truncated: boolean,
  /** True if recording ended before the turn, because it took too long. */
  ends_early: boolean,
  /** True if the turn was interrupted because its time was up. */
  is_late: boolean,
  /** The file and line that ran last, such as `yourAI.py, line 3`; empty if none ran. */
  last: string, };

/** A file of the player that ran in the turn. */
export type TracedFile = {
  /** The path of the file, relative to the player's folder. */
  name: string,
  /** The content of the file; empty if it is too long. */
  text: string,
  /** The lines with code, in ascending order. A statement of several lines counts as its first line. */
  lines: Array<TracedLine>,
  /** The variables of the module at the end of the turn. */
  end: Array<[number, number]>, };

/** A line with code. */
export type TracedLine = {
  /** The line number, counted from 1. */
  line: number,
  /** The number of times that the line ran; 0 if it did not run. */
  count: number,
  /** The values after some of the executions: the first ones, then fewer and fewer. */
  samples: Array<Sample>, };

/** The variables after one execution of a line. */
export type Sample = {
  /** The number of this execution of the line, counted from 1. */
  hit: number,
  /** The position of the sample among all samples of the turn, in the order of time. */
  step: number,
  /** The name of the running function, as an index into `texts`. */
  function: number,
  /** The number of variables that the line has changed. They come first in `values`. */
  changed: number, values: Array<[number, number]>, };
