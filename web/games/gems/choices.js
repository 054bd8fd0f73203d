/**
 * Moves as a person chooses them: `x1 y1 x2 y2`, as the engine lists them.
 */

import { parse } from 'wag/games/gems/select.js';

/** How a choice is called. @param {string} choice */
export function choiceName(choice) {
  const [x1, y1, x2, y2] = choice.split(' ');
  return `(${x1}, ${y1}) ↔ (${x2}, ${y2})`;
}

/**
 * The choice that two fields make, selected one after the other.
 * @param {string[]} choices @param {string} before @param {string} now @returns {string|null}
 */
export function swapOf(choices, before, now) {
  const [first, second] = [parse(before), parse(now)];
  if (first?.kind !== 'tile' || second?.kind !== 'tile') return null;
  const ways = [[first, second], [second, first]].map(([a, b]) => `${a.x} ${a.y} ${b.x} ${b.y}`);
  return choices.find((choice) => ways.includes(choice)) ?? null;
}
