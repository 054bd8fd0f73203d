// Generated from the program's types by the tests `page_types_are_current`. Do not edit.

/** A player's row in the table of a tournament. docs/tournament.md documents it. */
export type TournamentRow = { name: string, place: number, place_best: number, place_worst: number, rating: number, rating_ci95: number, points: number, points_most: number, games: number, opponents: number, wins: number, mean_place: number | null, turn_ms_mean: number, turn_ms_max: number, cpu_ms_mean: number | null, cpu_ms_max: number | null, time_outs: number, time_outs_doubtful: number, faults: number, forfeits: number,
  /** The first fault in English. The fields of the first fault are null if there was none. */
  first_fault: string | null,
  /** The first fault in each language. */
  first_fault_texts: { [key in string]: string } | null, first_fault_kind: string | null, first_fault_round: number | null, first_fault_match: number | null, sha256: string, current: boolean, status: PlayerStatus, filler: boolean, };

export type PlayerStatus = "plays" | "old_version" | "withdrawn";
export type CannotPlayRow = { name: string, hand_in: string, code: ReasonCode, reason: string, reason_texts: { [key in string]: string } | null, };
export type CheckedSubmission = { hand_in: string, name: string, location: string | null, location_texts: { [key in string]: string } | null, verdict: Verdict, reasons: Array<CheckedReason>, };
export type CheckedReason = { code: ReasonCode, round: number | null, message: string, message_texts: { [key in string]: string } | null, };
export type ReasonCode = "other_file_name";
export type Verdict = "plays" | "plays_with_warning" | "cannot_play" | "not_checked";
