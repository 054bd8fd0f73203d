/**
 * Selections: `t3,4` is the field [3, 4], counted from the bottom left as in the game; `p1` is player 1.
 */

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {{kind: 'tile', x: number, y: number} | {kind: 'player', seat: number}} Target */

/** @param {string} selection @returns {Target|null} */
export function parseSelection(selection) {
  const tile = /^t(\d),(\d)$/.exec(selection);
  if (tile) return { kind: 'tile', x: Number(tile[1]), y: Number(tile[2]) };
  const player = /^p([12])$/.exec(selection);
  return player ? { kind: 'player', seat: Number(player[1]) } : null;
}

/** @param {Step} step @param {number} x @param {number} row counted from the top @returns {string|null} */
export function pick(step, x, row) {
  const { size } = step.scene;
  if (x < 0 || row < 0 || x >= size || row >= size) return null;
  return `t${x},${size - 1 - row}`;
}

/** @param {Step} step @param {string} selection @returns {[number, number]|null} counted from the top, as on the page */
export function positionOf(step, selection) {
  const target = parseSelection(selection);
  return target?.kind === 'tile' ? [target.x, step.scene.size - 1 - target.y] : null;
}

/** @param {string} selection */
export function ownerOf(selection) {
  const target = parseSelection(selection);
  return target?.kind === 'player' ? target.seat : null;
}

/** Returns the player, and the fields of its moves in this round. @param {Step} step @param {number} seat */
export function selectionsOf(step, seat) {
  const moved = step.turns
    .flatMap((turn) => turn.events ?? [])
    .filter((event) => event.type === 'swapped' && event.seat === seat);
  return [`p${seat}`, ...moved.flatMap((event) => [event.from, event.to]).map(([x, y]) => `t${x},${y}`)];
}
