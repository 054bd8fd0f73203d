// Generated from the program's types by the tests `page_types_are_current`. Do not edit.

/** All games and players that the user can choose. */
export type Choices = { games: Array<Choice>, players: Array<Choice>,
  /** The games in the user's files. */
  own_games: Array<Choice>, own_players: Array<Choice>, };

/** A game or a player that the user can choose, with the arguments that may follow its name and a colon. */
export type Choice = { word: string, arguments: Array<Argument>, };

export type Argument = { name: string,
  /** The default value; null if the argument is required. */
  usual: string | null, };

/** A player's row in the table of a tournament. docs/tournament.md documents it. */
export type TournamentRow = { name: string, place: number, place_best: number, place_worst: number, rating: number, rating_ci95: number, points: number, points_most: number, games: number, opponents: number, wins: number, mean_place: number | null, turn_ms_mean: number, turn_ms_max: number, cpu_ms_mean: number | null, cpu_ms_max: number | null, time_outs: number, time_outs_doubtful: number, faults: number, forfeits: number,
  /** The first fault in English. The fields of the first fault are null if there was none. */
  first_fault: string | null,
  /** The first fault in each language. */
  first_fault_texts: { [key in string]: string } | null, first_fault_kind: string | null, first_fault_round: number | null, first_fault_match: number | null, sha256: string, current: boolean, filler: boolean, };

/** The count of a goal in a match. */
export type GoalReport = { reached: boolean, count: number, at_least: number | null, at_most: number | null, };

/** A learner's progress in one lesson. */
export type LessonProgress = {
  /** The number of checks. */
  checks: number, passed: boolean,
  /** The number of hints that the learner has seen. */
  hints: number,
  /** Whether somebody has opened the solution. */
  solution: boolean, };
