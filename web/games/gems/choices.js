/**
 * Moves as choices for a person, in the engine's format `x1 y1 x2 y2`.
 */

import { parseSelection } from 'wag/games/gems/selection.js';

/** Returns the label of a choice. @param {string} choice */
export function choiceLabel(choice) {
  const [x1, y1, x2, y2] = choice.split(' ');
  return `(${x1}, ${y1}) ↔ (${x2}, ${y2})`;
}

/**
 * Returns the choice made by two consecutively selected fields.
 * @param {string[]} choices @param {string} before @param {string} now @returns {string|null}
 */
export function swapOf(choices, before, now) {
  const [first, second] = [parseSelection(before), parseSelection(now)];
  if (first?.kind !== 'tile' || second?.kind !== 'tile') return null;
  const swaps = [
    [first, second],
    [second, first],
  ].map(([a, b]) => `${a.x} ${a.y} ${b.x} ${b.y}`);
  return choices.find((choice) => swaps.includes(choice)) ?? null;
}
