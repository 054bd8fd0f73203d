/** Boards in the texts of positions, moves as text, and arguments of classes, as the course's module prints and names them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTexts } from 'wag/shell/basics/i18n.js';
import { splitSpec } from 'wag/two/arguments.js';
import { boardOf, lastMoveCell } from 'wag/two/board.js';
import { resultText } from 'wag/two/results.js';
import { moveText } from 'wag/two/move-text.js';
import { Session } from 'wag/two/session.js';
import { texts } from 'wag/two/texts.js';

addTexts(texts);

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

test('the disc of the last move is found, even if it has turned others', () => {
  const [before, now] = ['. 1 . .\n2 O X .\n. X O 3\n. . 4 .', '. X . .\n. X X .\n. X O .\n. . . .'].map(
    boardOf,
  );
  assert.deepEqual(now && lastMoveCell(before, now), [0, 1]);
  assert.equal(now && lastMoveCell(now, now), null);
  assert.equal(now && lastMoveCell(null, now), null);
});

test('moves have texts', () => {
  const told = /** @type {[string, string, string][]} */ ([
    ['4', 'TicTacToe', 'row 2, column 2'],
    ['(0, 2)', 'TicTacToe', 'row 1, column 3'],
    ['0', 'ConnectFour', 'column 1'],
    ['(2, 3)', 'Reversi', 'row 3, column 4'],
    ['None', 'Reversi', 'pass'],
    ['2', 'SimpleNim', 'take 2'],
    ['(1, 3)', 'Nim', 'take 3 from heap 2'],
    ['2', '', '2'],
    ["'rock'", '', 'rock'],
    ["'it\\'s'", '', "'it\\'s'"],
    ['[1]', 'Nim', '[1]'],
    ['4', '__proto__', '4'],
    ['4', 'constructor', '4'],
  ]);
  for (const [move, family, words] of told) assert.equal(moveText(move, family), words, `${move} ${family}`);
});

test('results are described for players and for the user, for every reason', () => {
  const session = new Session();
  session.players = ['You', 'Eve'];
  session.people = [true, false];
  const end = (
    /** @type {number|null} */ winner,
    /** @type {string} */ reason,
    /** @type {string} */ explanation,
  ) => resultText(session, { winner, reason, explanation, where: null });
  assert.equal(end(0, 'won', 'You won'), 'You win.');
  assert.equal(end(1, 'resigned', 'Eve won: You resigned'), 'Eve wins. You resigned.');
  assert.equal(
    end(0, 'invalid move', 'You won: Eve chose 20, which is not a valid move'),
    'You win. Eve chose 20, which is not a valid move.',
  );
  assert.equal(
    end(0, 'time-out', 'You won: Eve thought longer than 0.5 seconds'),
    'You win. Eve thought longer than 0.5 seconds.',
  );
  assert.equal(
    end(0, 'exception', 'You won: Eve failed with ValueError: no'),
    'You win. Eve failed: ValueError: no',
  );
  assert.equal(end(0, 'constructor', 'odd'), 'You win. odd');
  assert.match(end(null, 'void', 'void: Race has not ended'), /does not count.* Race has not ended/);
});

test('a word is split at its colon', () => {
  const told = [
    'SimpleNim:21',
    'Nim:1,3',
    'race.py:Race',
    'race.py:Race:20',
    'Ann=bots/a.py:Clever:3',
    'You',
    '',
  ]
    .map((text) => splitSpec(text))
    .map(({ word, values }) => [word, values]);
  assert.deepEqual(told, [
    ['SimpleNim', '21'],
    ['Nim', '1,3'],
    ['race.py:Race', undefined],
    ['race.py:Race', '20'],
    ['Ann=bots/a.py:Clever', '3'],
    ['You', undefined],
    ['', undefined],
  ]);
});

test('games of a tournament are opened from their positions', () => {
  const session = new Session();
  const game = {
    kind: 'game',
    number: 0,
    players: ['A', 'B'],
    family: 'TicTacToe',
    winner: 1,
    reason: 'won',
    explanation: 'B won',
    positions: [
      ['one', null, 0],
      ['two', '4', 1],
    ],
  };
  const lines = [
    { kind: 'tournament', players: ['A', 'B'], games: 2 },
    game,
    game,
    { kind: 'game', number: 1, winner: 'x', positions: 7 },
    { kind: 'standings', text: 't', rows: [['A', 3, 1, 0, 0, 0], 7] },
  ];
  session.apply({
    table: {
      id: 't1',
      state: 'running',
      wanted: { game: 'TicTacToe', players: ['a', 'b'], seed: 1, time_limit: 1, rounds: 1 },
      error: null,
    },
    lines: lines.map((line, number) => ({ number, line })),
  });
  assert.deepEqual(
    session.list.map((one) => one.number),
    [0, 1],
  );
  const opened = session.open(session.list[0]);
  assert.deepEqual(
    [
      opened.last,
      opened.position(1)?.move,
      opened.position(1)?.by,
      opened.name(1),
      opened.isRunning,
      opened.isTournament,
    ],
    [1, '4', 0, 'B', false, false],
  );
  assert.equal(session.open(session.list[1]).last, -1);
  assert.deepEqual(
    session.rows.map((row) => [row.name, row.points]),
    [
      ['A', 3],
      ['', 0],
    ],
  );
});
