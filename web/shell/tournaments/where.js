/**
 * Which tournament is open in the tab of each game: a file, `new` where one is set up, or none. It is part of the link, so
 * that whoever comes back from a match finds the table, and the matches that were listed there.
 */

/** The matches that are listed: all, a player's, or those of two. @typedef {{player?: string, against?: string}} Between */
/** @typedef {{file: string, between: Between|null}} Where */

/** The word for the form. */
export const NEW = 'new';

/** @type {Map<string, Where>} */
const open = new Map();

/** @param {string} game @returns {Where|undefined} */
export function whereIn(game) {
  return open.get(game);
}

/** The part of a link. @param {string} game */
export function linkedIn(game) {
  return open.get(game)?.file;
}

/** @param {string} game @param {string|undefined} file none: the match is set up, not a tournament */
export function goTo(game, file) {
  if (!file) open.delete(game);
  else if (open.get(game)?.file !== file) open.set(game, { file, between: null });
}

/** @param {string} game @param {Between|null} between */
export function list(game, between) {
  const where = open.get(game);
  if (where) where.between = between;
}

/** The tournament that a match belongs to: its replay is called `12@tournament.db`. @param {string|null|undefined} replay */
export function tournamentOf(replay) {
  return /^\d+@(.+)$/.exec(replay ?? '')?.[1];
}
