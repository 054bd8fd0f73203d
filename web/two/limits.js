/**
 * Limits on what the page keeps and shows of a game for two, so that no game can freeze it.
 */

/** Maximum number of positions kept, and of moves listed. */
export const POSITIONS = 2000;
export const LISTED = 500;
/** Maximum number of games of a tournament kept, and of those listed at once. */
export const GAMES = 20000;
export const GAMES_LISTED = 100;
/** Maximum number of moves with a button. */
export const BUTTONS = 80;
/** Maximum number of characters of output per position, and the part of it that is shown. */
export const PRINTED = 60000;
export const SHOWN = { lines: 400, width: 1000 };
