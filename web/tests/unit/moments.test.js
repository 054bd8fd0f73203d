/** Decisive moments, from generated overviews. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisiveMoments } from 'wag/shell/moments.js';

const GAME = { knockOuts: ['out'] };

/** @param {number[][]} stocks of each player @param {import('../../generated/replay.js').Mark[]} [marks] */
function overview(stocks, marks = []) {
  const rounds = stocks[0].map((_, index) => index + 1);
  return {
    stride: 1,
    rounds,
    figures: ['stock', 'turn_ms'],
    players: stocks.map((values, index) => ({ seat: index + 1, values: { stock: values } })),
    marks,
  };
}

/** @param {number} rounds @param {(round: number) => number} value */
const curve = (rounds, value) => Array.from({ length: rounds }, (_, index) => value(index + 1));

test('the player that takes the lead for good comes first, whoever led before', () => {
  const found = decisiveMoments(
    overview([curve(100, (round) => round), curve(100, (round) => (round < 60 ? 0 : 2 * round))]),
    GAME,
    1,
  );
  assert.deepEqual(
    found.map(({ kind, round, seat, lasts }) => ({ kind, round, seat, lasts })),
    [{ kind: 'lead', round: 60, seat: 2, lasts: true }],
  );
});

test('a knock-out counts, unless the player never took part; so does a game’s own kind of knock-out', () => {
  const stocks = [curve(100, (round) => round), curve(100, () => 0), curve(100, () => 0)];
  const marks = [
    { round: 1, kind: 'out', seat: 3 },
    { round: 50, kind: 'out', seat: 2 },
    { round: 70, kind: 'crashed', seat: 1 },
  ];
  assert.deepEqual(
    decisiveMoments(overview(stocks, marks), GAME, 1).map(({ kind, round, seat }) => [kind, round, seat]),
    [['out', 50, 2]],
  );
  assert.deepEqual(
    decisiveMoments(overview(stocks, marks), { knockOuts: ['crashed'] }, 1).map(({ kind, round }) => [
      kind,
      round,
    ]),
    [['out', 70]],
  );
});

test('a game without a decisive figure has only knock-outs', () => {
  const stocks = [curve(100, (round) => round), curve(100, (round) => (round < 60 ? 0 : 2 * round))];
  const found = decisiveMoments(overview(stocks, [{ round: 80, kind: 'crashed', seat: 1 }]), {
    figure: null,
    knockOuts: ['crashed'],
  });
  assert.deepEqual(
    found.map(({ kind, round }) => [kind, round]),
    [['out', 80]],
  );
});

test('a swing has its size, and a change that all players share is no swing', () => {
  const own = curve(100, (round) => 500 - (round < 10 ? round * 40 : 400) + (round > 70 ? 300 : 0));
  const other = curve(100, (round) => 600 - (round < 10 ? round * 40 : 400));
  const [first] = decisiveMoments(overview([own, other]), GAME, 3).filter(({ kind }) => kind === 'swing');
  assert.deepEqual([first.seat, first.amount], [1, 300]);
  assert.ok(first.round <= 71 && (first.until ?? 0) >= 71, JSON.stringify(first));
});

test('there are at most three moments, apart from each other, in the order of the match', () => {
  const wild = overview([
    curve(200, (round) => Math.abs((round * 37) % 90)),
    curve(200, (round) => Math.abs((round * 53) % 80)),
    curve(200, () => 20),
  ]);
  const found = decisiveMoments(wild, GAME);
  assert.equal(found.length, 3);
  const rounds = found.map(({ round }) => round);
  assert.deepEqual(
    rounds,
    [...rounds].sort((one, other) => one - other),
  );
  for (const [index, round] of rounds.slice(1).entries()) assert.ok(round - rounds[index] > 5, `${rounds}`);
  assert.deepEqual(decisiveMoments(overview([[], []]), GAME), []);
  assert.deepEqual(decisiveMoments(overview([curve(9, () => 3), curve(9, () => 3)]), GAME), []);
});

test('nobody takes the lead twice in a row', () => {
  // The second player leads only briefly, and the third is out at that time: both moments of the first have more
  // weight.
  const own = curve(200, (round) => (round < 40 ? 0 : round < 100 ? 50 : round < 103 ? 50 : 200));
  const other = curve(200, (round) => (round < 40 ? 10 : round < 100 ? 10 : round < 103 ? 60 : 10));
  const found = decisiveMoments(overview([own, other]), GAME, 10).filter(({ kind }) => kind === 'lead');
  const seats = found.map(({ seat }) => seat);
  assert.ok(found.length > 0 && seats.every((seat, at) => seat !== seats[at - 1]), JSON.stringify(found));
  assert.equal(found.at(-1)?.lasts, true);
});
