/**
 * The tournament that is open in the tab of each game: a file, `new` for the form, or none. It is part of the link, so
 * that a user who returns from a match finds the same table and list of matches.
 */

/** A selection of matches: all, those of a player, or those between two players. @typedef {{player?: string, against?: string}} Between */
/** @typedef {{file: string, between: Between|null}} Where */

/** The value that stands for the form. */
export const NEW = 'new';

/** @type {Map<string, Where>} */
const open = new Map();

/** @param {string} game @returns {Where|undefined} */
export function whereIn(game) {
  return open.get(game);
}

/** Returns the file for the link. @param {string} game */
export function linkedIn(game) {
  return open.get(game)?.file;
}

/** @param {string} game @param {string|undefined} file undefined for the form of a match */
export function goTo(game, file) {
  if (!file) open.delete(game);
  else if (open.get(game)?.file !== file) open.set(game, { file, between: null });
}

/** @param {string} game @param {Between|null} between */
export function list(game, between) {
  const where = open.get(game);
  if (where) where.between = between;
}

/** Returns the tournament that a match belongs to; the id of its replay is like `12@tournament.db`. @param {string|null|undefined} replay */
export function tournamentOf(replay) {
  return /^\d+@(.+)$/.exec(replay ?? '')?.[1];
}
