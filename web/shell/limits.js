/**
 * How much the page shows at once, so that no match can freeze it.
 */

/** Rounds of the path shown behind what is selected. */
export const SPAN = 512;
/** Lines of output of one turn, and characters of one line. */
export const OUTPUT = { lines: 400, width: 2000 };
/** Findings of a search. */
export const FINDINGS = 300;
/** Sentences of a round that are listed, and that are read out. */
export const LISTED = 200;
export const TOLD = 8;
