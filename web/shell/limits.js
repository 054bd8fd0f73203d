/**
 * How much the page shows at once, so that no match can freeze it.
 */

/** The path behind what is selected: its last steps, looked for in so many rounds; and on request at most so many steps of its whole life. */
export const PATH = { steps: 20, rounds: 512, stepsMax: 10_000 };
/** Lines of output of one turn, and characters of one line. */
export const OUTPUT = { lines: 400, width: 2000 };
/** Findings of a search. */
export const FINDINGS = 300;
/** Sentences of a round that are listed, and that are read out. */
export const LISTED = 200;
export const TOLD = 8;
