/** The state of a session, built from lines of any content. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { POSITIONS, PRINTED } from 'wag/two/limits.js';
import { choiceNumber, Session } from 'wag/two/session.js';
import { texts } from 'wag/two/texts.js';

/** @param {any[]} lines @param {string} [id] @param {any} [state] @returns {import('../../two/session.js').Update} */
function news(lines, id = 't1', state = 'running', first = 0) {
  const wanted = { game: 'G', players: ['a', 'b'], seed: 1, time_limit: 1, rounds: null };
  return {
    table: { id, state, wanted, error: null },
    lines: lines.map((line, index) => ({ number: first + index, line })),
  };
}

const START = { kind: 'start', game: 'Race', players: ['Ann', 'Bob'], people: [true, false], seed: '7' };
/** @param {number} number */
const position = (number) => ({
  kind: 'position',
  number,
  text: `at ${number}`,
  move: number === 0 ? null : '1',
  by: number === 0 ? null : (number + 1) % 2,
  to_move: number % 2,
  output: '',
});

test('lines become positions; repeated lines are ignored; another session starts over', () => {
  const session = new Session();
  session.apply(news([START, position(0), { kind: 'ask', moves: ['1', '2'], count: 2, output: 'hm' }]));
  assert.deepEqual([session.game, session.name(1), session.last], ['Race', 'Bob', 0]);
  assert.deepEqual(session.question, { question: 2, moves: ['1', '2'], count: 2 });
  assert.equal(session.position(0)?.printed, 'hm');
  const more = [
    START,
    position(0),
    { kind: 'ask', moves: [], count: 0 },
    position(1),
    { kind: 'result', winner: 0, reason: 'won', explanation: 'Ann won', where: null, output: 'bye' },
  ];
  session.apply(news(more, 't1', 'done'));
  session.apply(news(more, 't1', 'done'));
  assert.deepEqual(
    [session.last, session.question, session.result?.winner, session.position(1)?.printed],
    [1, null, 0, 'bye'],
  );
  session.apply(news([START], 't2'));
  assert.deepEqual([session.last, session.result, session.seed], [-1, null, '7']);
});

test('positions, moves and output are limited', () => {
  const session = new Session();
  session.apply(news(Array.from({ length: POSITIONS + 500 }, (_, number) => position(number))));
  assert.deepEqual(
    [session.positions.length, session.first, session.last],
    [POSITIONS, 500, POSITIONS + 499],
  );
  assert.equal(session.position(700)?.text, 'at 700');
  assert.equal(session.position(3), null);
  session.apply(
    news(
      Array.from({ length: 20 }, () => ({ kind: 'output', output: 'x'.repeat(50000) })),
      't2',
    ),
  );
  assert.equal(session.printed.length, PRINTED);
});

test('a page that connects late starts with the kept positions', () => {
  const session = new Session();
  session.apply(news([position(900), position(901)], 't1', 'running', 905));
  assert.deepEqual([session.first, session.last, session.position(901)?.text], [900, 901, 'at 901']);
});

test('invalid lines are harmless', () => {
  const session = new Session();
  const lines = [
    null,
    3,
    { kind: 'start', players: 'x', people: 7, game: {} },
    { kind: 'position', text: 5, by: 9, to_move: 'x', number: -1.5 },
    { kind: 'ask', moves: [1, null], count: 'many' },
    { kind: 'result', winner: 7, explanation: [] },
    { kind: 'progress', played: 'x' },
    { kind: 'standings' },
    { kind: '__proto__' },
  ];
  session.apply(news(lines));
  assert.equal(session.position(0)?.text, '');
  assert.deepEqual(session.result, { winner: null, reason: '', explanation: '', where: null });
  assert.equal(session.name(0), '?');
});

test('a choice is typed as a number or as the move itself', () => {
  const question = { question: 0, moves: ['(0, 1)', '(1, 1)', '7'], count: 40 };
  assert.deepEqual(
    ['1', ' 40 ', '(1, 1)', '7', '41', '0', '', 'x', '1.5', '1e1'].map((typed) =>
      choiceNumber(question, typed),
    ),
    [1, 40, 2, 7, null, null, null, null, null, null],
  );
});

test('both languages have the same keys', () => {
  assert.deepEqual(Object.keys(texts.de), Object.keys(texts.en));
});
