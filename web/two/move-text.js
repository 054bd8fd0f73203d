/**
 * Moves as text, for buttons and the list of moves. `family` is the class of the course's game.
 */

import { formatNumber, t } from 'wag/shell/basics/i18n.js';

/** @param {string} move Python's `repr` of the move @param {string} family @returns {string} */
export function moveText(move, family) {
  if (move === 'None') return t('two.pass');
  const numbers = numbersOf(move);
  const words = numbers && FAMILIES.get(family)?.(numbers);
  return words ?? unquoted(move);
}

/** @type {Map<string, (numbers: number[]) => string|null>} */
const FAMILIES = new Map(
  Object.entries({
    SimpleNim: (/** @type {number[]} */ numbers) =>
      numbers.length === 1 ? t('two.take', { n: numbers[0] }) : null,
    Nim: (/** @type {number[]} */ numbers) =>
      numbers.length === 2 ? t('two.takeFrom', { n: numbers[1], heap: formatNumber(numbers[0] + 1) }) : null,
    TicTacToe: (/** @type {number[]} */ numbers) =>
      numbers.length === 1 ? cellText(Math.floor(numbers[0] / 3), numbers[0] % 3) : pair(numbers),
    ConnectFour: (/** @type {number[]} */ numbers) =>
      numbers.length === 1 ? t('two.column', { column: formatNumber(numbers[0] + 1) }) : null,
    Reversi: (/** @type {number[]} */ numbers) => pair(numbers),
  }),
);

/** @param {number} row @param {number} column both from 0 */
export function cellText(row, column) {
  return t('two.place', { row: formatNumber(row + 1), column: formatNumber(column + 1) });
}

/** @param {number[]} numbers */
function pair([row, column, ...more]) {
  return column === undefined || more.length > 0 ? null : cellText(row, column);
}

/** Parses `3` or `(1, 2)`; returns null for anything else. @param {string} move */
function numbersOf(move) {
  const inside = /^\((.*)\)$/.exec(move)?.[1] ?? move;
  return /^\d{1,6}(?:, ?\d{1,6})*$/.test(inside) ? inside.split(',').map(Number) : null;
}

/** Removes quotation marks. @param {string} move */
function unquoted(move) {
  return /^(['"])[^'"\\]+\1$/.test(move) ? move.slice(1, -1) : move;
}
