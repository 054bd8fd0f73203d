/**
 * Positions of marks on the timeline. Pure functions; a match has up to a few thousand marks, sorted by round.
 */

/** @typedef {import('../../generated/replay.js').Mark} Mark */

/**
 * Returns the round of the next mark after `round`, or the previous one if `direction` is -1.
 * @param {Mark[]} marks
 * @param {number} round
 * @param {1|-1} direction
 * @param {Set<string>} kinds the kinds to consider
 * @returns {number|null}
 */
export function adjacentMark(marks, round, direction, kinds) {
  let best = null;
  for (const mark of marks) {
    if (!kinds.has(mark.kind)) continue;
    if (direction > 0 ? mark.round <= round : mark.round >= round) continue;
    if (best === null || (direction > 0 ? mark.round < best : mark.round > best)) best = mark.round;
  }
  return best;
}

/**
 * Returns the kinds of marks that "next event" stops at: the visible ones, without the quiet ones unless there are no
 * others.
 * @param {import('../game.js').MarkKind[]} kinds
 * @param {Set<string>} hidden
 * @returns {Set<string>}
 */
export function eventGoals(kinds, hidden) {
  const shown = kinds.filter((kind) => !hidden.has(kind.kind));
  const loud = shown.filter((kind) => !kind.quiet);
  return new Set((loud.length > 0 ? loud : shown).map((kind) => kind.kind));
}

/**
 * Returns at most one mark per kind and pixel: kind -> sorted pixel columns.
 * @param {Mark[]} marks
 * @param {number} rounds
 * @param {number} width
 * @returns {Map<string, number[]>}
 */
export function columns(marks, rounds, width) {
  /** @type {Map<string, Set<number>>} */
  const lanes = new Map();
  for (const mark of marks) {
    const lane = lanes.get(mark.kind) ?? new Set();
    lane.add(Math.round((mark.round / Math.max(1, rounds)) * (width - 1)));
    lanes.set(mark.kind, lane);
  }
  return new Map([...lanes].map(([kind, set]) => [kind, [...set].sort((a, b) => a - b)]));
}
