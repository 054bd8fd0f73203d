// Generated from the program's types by the tests `page_types_are_current`. Do not edit.
import type { Problem } from './replay.js';

/** The table of a tournament, for programs and pages. */
export type TournamentSummary = { game: string,
  /** The path of the tournament's file. */
  file: string,
  /** The name of the rating method. */
  method: string,
  /** The number of matches that have been played. */
  matches: number, matches_planned: number,
  /** The players, best first. */
  players: Array<TournamentRow>,
  /** The submissions that cannot play. */
  cannot_play: Array<CannotPlayRow>, };

/** A player's row in the table of a tournament. docs/en/json.md documents it. */
export type TournamentRow = { name: string, place: number, place_best: number, place_worst: number, rating: number, rating_ci95: number, points: number, points_most: number, games: number, opponents: number, wins: number, mean_place: number | null, turn_ms_mean: number, turn_ms_max: number, cpu_ms_mean: number | null, cpu_ms_max: number | null, time_outs: number, time_outs_doubtful: number, faults: number, forfeits: number,
  /** The first fault in English. The fields of the first fault are null if there was none. */
  first_fault: string | null,
  /** The first fault in each language. */
  first_fault_texts: { [key in string]: string } | null, first_fault_kind: string | null, first_fault_round: number | null, first_fault_match: number | null,
  /** The first fault with its explanation, in all languages. */
  first_problem: Problem | null, sha256: string, current: boolean, status: PlayerStatus, filler: boolean, };

/** Whether a player version still plays. */
export type PlayerStatus = "plays" | "old_version" | "withdrawn";

/** The row of a submission that cannot play. docs/en/json.md documents it. */
export type CannotPlayRow = { name: string,
  /** The path of the submission. */
  hand_in: string, code: ReasonCode,
  /** The reason in English. */
  reason: string,
  /** The reason in each language. */
  reason_texts: { [key in string]: string } | null, };

/** The result of the check of a submission. docs/en/json.md documents the JSON. */
export type CheckedSubmission = {
  /** The path. For a submission in the ZIP file of a class, it continues into the ZIP file. */
  hand_in: string,
  /** The player's name. */
  name: string,
  /** The location of the player's file in English; null if it is directly in the submitted folder, or there is none. */
  location: string | null,
  /** The same in each language. */
  location_texts: { [key in string]: string } | null, verdict: Verdict, reasons: Array<CheckedReason>, };

/** A reason for the verdict. */
export type CheckedReason = { code: ReasonCode,
  /** The round in which a turn failed first. */
  round: number | null,
  /** The sentence in English. */
  message: string,
  /** The sentence in each language; null if it is the same in all of them. */
  message_texts: { [key in string]: string } | null,
  /** The failure with its explanation, in all languages; null if the reason is about no failure. */
  problem: Problem | null, };

/** What a reason is about. */
export type ReasonCode = "other_file_name" | "other_player_name" | "name_taken" | "identical" | "no_orders" | "time_out" | "fails" | "always_fails" | "cannot_start" | "empty_file" | "text_file" | "unreadable" | "outside_link" | "unusable_zip" | "other_archive" | "notebook" | "several_files" | "no_player_file" | "no_python_file" | "no_file" | "too_large";

/** Whether a submission can play. */
export type Verdict = "plays" | "plays_with_warning" | "cannot_play" | "not_checked";
