/**
 * Selections in the ant war: `p1` is player 1, `f4,5` the square in column 4, row 5.
 */

/** @typedef {import('../../shell/game.js').Step} Step */

/** @param {string|null} selection @returns {{seat: number} | {at: [number, number]} | null} */
export function parseSelection(selection) {
  const player = /^p(\d{1,2})$/.exec(selection ?? '');
  if (player) return { seat: Number(player[1]) };
  const square = /^f(\d{1,3}),(\d{1,3})$/.exec(selection ?? '');
  return square ? { at: [Number(square[1]), Number(square[2])] } : null;
}

/** @param {Step} step @param {number} x @param {number} y */
export function pick({ scene }, x, y) {
  return x >= 0 && y >= 0 && x < scene.width && y < scene.height ? `f${x},${y}` : null;
}

/** Returns the square itself, or a player's first hill. @param {Step} step @param {string} selection @returns {[number, number]|null} */
export function positionOf({ after }, selection) {
  const target = parseSelection(selection);
  if (!target) return null;
  if ('at' in target) return target.at;
  const hill = after.hills.find((/** @type {any[]} */ one) => one[2] === target.seat);
  return hill ? [hill[1], hill[0]] : null;
}

/** @param {string} selection */
export function ownerOf(selection) {
  const target = parseSelection(selection);
  return target && 'seat' in target ? target.seat : null;
}

/** Returns a player, and the squares of its hills and ants. @param {Step} step @param {number} player @returns {string[]} */
export function selectionsOf({ after }, player) {
  const own = [...after.hills, ...after.ants].filter((target) => target[2] === player);
  return [`p${player}`, ...new Set(own.map(([row, col]) => `f${col},${row}`))];
}
