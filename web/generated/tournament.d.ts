// Generated from the program's types by the tests `page_types_are_current`. Do not edit.
import type { Problem } from './replay.js';

/** A player's row in the table of a tournament. docs/tournament.md documents it. */
export type TournamentRow = { name: string, place: number, place_best: number, place_worst: number, rating: number, rating_ci95: number, points: number, points_most: number, games: number, opponents: number, wins: number, mean_place: number | null, turn_ms_mean: number, turn_ms_max: number, cpu_ms_mean: number | null, cpu_ms_max: number | null, time_outs: number, time_outs_doubtful: number, faults: number, forfeits: number,
  /** The first fault in English. The fields of the first fault are null if there was none. */
  first_fault: string | null,
  /** The first fault in each language. */
  first_fault_texts: { [key in string]: string } | null, first_fault_kind: string | null, first_fault_round: number | null, first_fault_match: number | null,
  /** The first fault with its explanation, in all languages. */
  first_problem: Problem | null, sha256: string, current: boolean, filler: boolean, };
