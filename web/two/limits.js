/**
 * How much of a game for two is kept and shown at once, so that no game can freeze the page.
 */

/** Positions that are kept, and moves that are listed. */
export const POSITIONS = 2000;
export const LISTED = 500;
/** Games of a tournament that are kept, and how many of them are listed at once. */
export const GAMES = 20000;
export const GAMES_LISTED = 100;
/** Moves that have a button. */
export const BUTTONS = 80;
/** Characters of output per position, and what of it is shown. */
export const PRINTED = 60000;
export const SHOWN = { lines: 400, width: 1000 };
