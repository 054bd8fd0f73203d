/** Boards in the texts of positions, as the course's module prints them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardOf } from 'wag/games/python/board.js';

/** Replaces dots by the numbers that choose them. @param {string} text */
const drawn = (text) =>
  boardOf(text)
    ?.rows.map((row) => row.map((cell) => cell.sign || cell.choice).join(' '))
    .join('|') ?? null;

test('tic-tac-toe, connect four and Reversi are boards', () => {
  assert.equal(drawn("O 1 X\n2 X 3\n4 5 6\nBob's turn"), 'O 1 X|2 X 3|4 5 6');
  assert.equal(drawn("1 2 3\n4 5 6\n7 8 9\nYou's turn"), '1 2 3|4 5 6|7 8 9');
  assert.equal(drawn('X O X\nX O O\nO X X\ndraw'), 'X O X|X O O|O X X');
  assert.equal(drawn(". X .\nO O X\n1   2\nBob's turn"), '1 X 2|O O X');
  assert.equal(boardOf(". X .\nO O X\n1   2\nBob's turn")?.byColumn, true);
  assert.equal(drawn(". 1 . .\n2 O X .\n. X O 3\n. . 4 .\nAlice's turn"), '0 1 0 0|2 O X 0|0 X O 3|0 0 4 0');
  assert.equal(drawn(" O  1\n12  X\nAlice's turn"), 'O 1|12 X');
  assert.equal(drawn("X X\n. O\n1: pass\nBob's turn"), 'X X|0 O');
  assert.equal(boardOf("X X\n. O\n1: pass\nBob's turn")?.rest, "1: pass\nBob's turn");
});

test('other texts are not boards', () => {
  for (const text of [
    "21\tmatches, Alice's turn",
    "1\n2 3 4\nAlice's turn",
    " 0  Alice's turn",
    '',
    'X O\nBob won',
    'X  O X\nO X X\n',
    'X O X\nX <b>\n',
    `${'X '.repeat(40)}\n${'X '.repeat(40)}`,
  ])
    assert.equal(boardOf(text), null, text);
});
