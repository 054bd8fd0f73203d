/**
 * The moves and orders that an exported page leaves out, because they follow from the frame and a letter for each ant: see
 * `fold_turn` in crates/games/src/ants/show.rs.
 */

import { STEPS, applyTurn, keyOf, keysOf, open, wrapped } from 'wag/games/ants/state.js';

/** @typedef {import('./state.js').Scene} Scene */
/** @typedef {import('./state.js').Ant} Ant */

/** Returns a chunk with all moves and orders. @param {Scene} scene @param {import('../../generated/replay.js').Chunk} chunk */
export function restore(scene, chunk) {
  const state = open(scene, chunk.frame);
  /** The ways of the ants in the turn before, by the number of the square where they are. @type {Map<number, string>} */
  let ways = new Map();
  const turns = chunk.turns.map((turn) => {
    const folded = turn.events?.find((event) => event.type === 'moved' && typeof event.ways === 'string');
    const moves = folded ? movesOf(scene, state.ants, folded.ways, ways) : [];
    const whole = folded ? restoreTurn(turn, folded, moves) : turn;
    ways = new Map(moves.map(({ ant: [row, col], way }) => [keyAfter(scene, row, col, way), way]));
    for (const event of turn.events ?? [])
      if (event.type === 'died') for (const key of keysOf(scene, event.ants)) ways.delete(key);
    applyTurn(scene, state, whole);
    return whole;
  });
  return { ...chunk, turns };
}

/** Returns the ants that move, sorted by square. @param {Scene} scene @param {Ant[]} ants @param {string} letters @param {Map<number, string>} before */
function movesOf(scene, ants, letters, before) {
  const key = (/** @type {Ant} */ [row, col]) => keyOf(scene, row, col);
  const sorted = [...ants].sort((one, other) => key(one) - key(other));
  return sorted.flatMap((ant, index) => {
    const way = letters[index] === '=' ? before.get(key(ant)) : letters[index];
    return way && way in STEPS ? [{ ant, way }] : [];
  });
}

/** @param {Scene} scene @param {number} row @param {number} col @param {string} way */
function keyAfter(scene, row, col, way) {
  const [down, right] = STEPS[way];
  return keyOf(scene, ...wrapped(scene, row + down, col + right));
}

/**
 * @param {import('../../generated/replay.js').Turn} turn
 * @param {any} folded its event without moves
 * @param {{ant: Ant, way: string}[]} moves
 * @returns {import('../../generated/replay.js').Turn}
 */
function restoreTurn(turn, folded, moves) {
  /** @type {any} */
  const event = { type: 'moved', moves: moves.map(({ ant: [row, col], way }) => [row, col, way]) };
  const restored = folded.seats.map((/** @type {number} */ seat) => {
    const own = moves.filter(({ ant }) => ant[2] === seat);
    return { seat, list: own.map(({ ant: [row, col], way }) => ({ order: `o ${row} ${col} ${way}` })) };
  });
  const given = restored.filter((/** @type {{list: any[]}} */ { list }) => list.length > 0);
  const orders = [...(turn.orders ?? []), ...given].sort((one, other) => one.seat - other.seat);
  const events = turn.events?.map((one) => (one === folded ? event : one));
  return { ...turn, events, ...(orders.length > 0 && { orders }) };
}
