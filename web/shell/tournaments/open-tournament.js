/**
 * The tournament that is open in the tab of each game: a file, `new` for the form, or none. It is part of the link, so
 * that a user who returns from a match finds the same table and list of matches.
 */

/** A selection of matches: all, those of a player, or those between two players. @typedef {{player?: string, against?: string}} MatchFilter */
/** @typedef {{file: string, filter: MatchFilter|null}} OpenTournament */

/** The value that stands for the form. */
export const NEW = 'new';

/** @type {Map<string, OpenTournament>} */
const open = new Map();

/** @param {string} game @returns {OpenTournament|undefined} */
export function openTournamentIn(game) {
  return open.get(game);
}

/** Returns the file for the link. @param {string} game */
export function linkedTournament(game) {
  return open.get(game)?.file;
}

/** @param {string} game @param {string|undefined} file undefined for the form of a match */
export function setOpenTournament(game, file) {
  if (!file) open.delete(game);
  else if (open.get(game)?.file !== file) open.set(game, { file, filter: null });
}

/** @param {string} game @param {MatchFilter|null} filter */
export function setListedMatches(game, filter) {
  const where = open.get(game);
  if (where) where.filter = filter;
}

/** Returns the tournament that a match belongs to; the id of its replay is like `12@tournament.db`. @param {string|null|undefined} replay */
export function tournamentOfReplay(replay) {
  return /^\d+@(.+)$/.exec(replay ?? '')?.[1];
}
