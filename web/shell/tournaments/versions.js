/**
 * The standings of a tournament without old versions of players; places are computed again.
 */

/** @typedef {import('../api.js').TournamentTable} Table */
/** @typedef {import('../api.js').TournamentRow} Row */

/** @param {Table} table */
export function hasOldVersions({ players }) {
  return players.some((row) => row.current === false);
}

/** Returns the standings with current versions only. Ratings and matches stay the same. @param {Table} table @returns {Table} */
export function currentOnly(table) {
  const kept = [...table.players.keys()].filter((index) => table.players[index].current !== false);
  const met = kept.filter((index) => index < table.versus.length);
  const rows = kept.map((index) => table.players[index]);
  return {
    ...table,
    players: rows.map((row) => ({ ...row, ...placeAmong(row, rows) })),
    versus: met.map((one) => met.map((other) => table.versus[one]?.[other] ?? null)),
  };
}

/** @param {Row} row @param {Row[]} rows */
function placeAmong(row, rows) {
  const isBelow = (/** @type {Row} */ one, /** @type {Row} */ other) => one.rating + one.rating_ci95 < other.rating - other.rating_ci95;
  return {
    place: 1 + rows.filter((other) => other.place < row.place).length,
    place_best: 1 + rows.filter((other) => isBelow(row, other)).length,
    place_worst: rows.length - rows.filter((other) => isBelow(other, row)).length,
  };
}
