// Generated from the program's types by the tests `page_types_are_current`. Do not edit.

/** The count of a goal in a match. */
export type GoalReport = { reached: boolean, count: number, at_least: number | null, at_most: number | null,
  /** Whether the goal is missed because the file had errors: it is about the whole match, which the file did not play. */
  void: boolean,
  /** The number of rounds that were counted. */
  rounds: number,
  /** A sentence about what was measured, by language code, if the goal is missed and the lesson has such a sentence. */
  measured: { [key in string]: string }, };

/** A learner's progress in one lesson. */
export type LessonProgress = {
  /** The number of checks. */
  checks: number, passed: boolean,
  /** The number of hints that the learner has seen. */
  hints: number,
  /** Whether somebody has opened the solution. */
  solution: boolean, };
