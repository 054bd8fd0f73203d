/**
 * Limits on what the page shows at once, so that no match can freeze it.
 */

/** The path of the selected thing: its last `steps`, from the last `rounds` rounds; on request all of it, but at most `stepsMax` steps. */
export const PATH = { steps: 20, rounds: 512, stepsMax: 10_000 };
/** Lines of output per turn, and characters per line. */
export const OUTPUT = { lines: 400, width: 2000 };
/** Search results. */
export const FINDINGS = 300;
/** Sentences per round: in the list, and read out by screen readers. */
export const LISTED = 200;
export const ANNOUNCED = 8;
