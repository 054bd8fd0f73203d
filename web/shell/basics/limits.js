/**
 * Limits on what the page shows at once, so that no match can freeze it.
 */

/** The path of the selected thing: its last `steps`, from the last `rounds` rounds; on request all of it, but at most `stepsMax` steps. */
export const PATH = { steps: 20, rounds: 512, stepsMax: 10_000 };
/** Maximum number of lines of output per turn, and of characters per line. */
export const OUTPUT = { lines: 400, width: 2000 };
/** Maximum number of search results. */
export const FINDINGS = 300;
/** Maximum number of sentences per round, in the list and read out by screen readers. */
export const LISTED = 200;
export const ANNOUNCED = 8;
