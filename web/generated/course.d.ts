// Generated from the program's types by the tests `page_types_are_current`. Do not edit.

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
