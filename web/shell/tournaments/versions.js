/**
 * The standings of a tournament without old versions of players; places are computed again.
 */

/** @typedef {import('../../generated/server.js').TournamentTable} Details */
/** @typedef {import('../../generated/tournament.js').TournamentRow} Row */

/** @param {Details} table */
export function hasOldVersions({ players }) {
  return players.some((row) => row.current === false);
}

/** Returns the standings with current versions only. Ratings and matches stay the same. @param {Details} table @returns {Details} */
export function withCurrentVersions(table) {
  const current = [...table.players.keys()].filter((index) => table.players[index].current !== false);
  const compared = current.filter((index) => index < table.versus.length);
  const rows = current.map((index) => table.players[index]);
  return {
    ...table,
    players: rows.map((row) => ({ ...row, ...placeAmong(row, rows) })),
    versus: compared.map((one) => compared.map((other) => table.versus[one]?.[other] ?? null)),
  };
}

/** @param {Row} row @param {Row[]} rows */
function placeAmong(row, rows) {
  const isBelow = (/** @type {Row} */ one, /** @type {Row} */ other) =>
    one.rating + one.rating_ci95 < other.rating - other.rating_ci95;
  return {
    place: 1 + rows.filter((other) => other.place < row.place).length,
    place_best: 1 + rows.filter((other) => isBelow(row, other)).length,
    place_worst: rows.length - rows.filter((other) => isBelow(other, row)).length,
  };
}
