/** Matches of games in Python: states that follow the changes, cells of squares and hexagons, moves by clicks, and bounds. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import python from 'wag/games/python.js';
import {
  choiceLabel,
  describeEvent as sentenceOf,
  haveCells,
  moveByClick,
} from 'wag/games/python/describe.js';
import { boundsOf, cellAt, centerOf } from 'wag/games/python/layout.js';
import { textBeside, tileAt, tilesOf } from 'wag/games/python/state.js';
import { translator } from 'wag/shell/basics/i18n.js';
import { boardMatch, HOSTILE, hexagonMatch, hostileMatch, textOnlyMatch } from '../fixtures/python-match.js';

/** Returns the display of a match, its first state, and the last one. @param {ReturnType<typeof boardMatch>} match */
function played({ header, chunks }) {
  const game = python.forMatch?.(header.scene);
  if (!game) throw new Error('no display');
  const first = game.open(header.scene, chunks[0].frame);
  const last = game.copy(first);
  for (const turn of chunks[0].turns) game.applyTurn(header.scene, last, /** @type {any} */ (turn));
  return { game, first, last, scene: header.scene };
}

/** @param {object} event @param {import('../../shell/game.js').Localizer} localizer */
const describeEvent = (event, localizer) => sentenceOf(/** @type {any} */ (event), localizer);

const localizer = { t: translator(python.texts), name: (/** @type {number} */ seat) => `player ${seat}` };

test('a state follows the changes, and its copy stays', () => {
  const { game, first, last, scene } = played(boardMatch());
  const tiles = tilesOf(scene);
  assert.deepEqual([tileAt(tiles, first, 4, 3).seat, tileAt(tiles, last, 4, 3).seat], [0, 1]);
  assert.deepEqual([first.pieces[0].x, last.pieces[0].x, last.round, last.text], [2, 6, 4, 'Day 5\nrain']);
  assert.deepEqual(game.score(last, 1), { cells: [14, 0], out: false });
  assert.deepEqual(game.score(last, 4), { cells: [7, 3], out: true });
  assert.deepEqual(game.columns, ['figure.points', 'figure.cards']);
  assert.equal(game.texts.de['figure.cards'], 'cards');
  assert.deepEqual(game.bounds(scene).width, 12);
});

test('the cell of each center is that cell, for squares and hexagons', () => {
  for (const hexagons of [false, true]) {
    const layout = { columns: 9, rows: 7, hexagons, lines: 0 };
    const { width, height } = boundsOf(layout);
    for (let y = 0; y < 7; y += 1)
      for (let x = 0; x < 9; x += 1) {
        const [across, down] = centerOf(layout, x, y);
        assert.deepEqual(cellAt(layout, Math.floor(across), Math.floor(down)), [x, y]);
        assert.ok(across < width && down < height);
      }
    assert.equal(cellAt(layout, -1, 0), null);
    assert.equal(cellAt(layout, 40, 0), null);
  }
});

test('a piece is picked by its number, and follows it', () => {
  const { game, first, last, scene } = played(hexagonMatch());
  const step = { round: 1, scene, before: first, after: last, turns: [] };
  const [across, down] = centerOf({ columns: 9, rows: 7, hexagons: true, lines: 0 }, 5, 3);
  assert.equal(game.pick(step, Math.floor(across), Math.floor(down)), 'i1');
  assert.deepEqual(game.positionOf(step, 'i1'), [across - 0.5, down - 0.5]);
  assert.equal(game.positionOf(step, 'i99'), null);
  assert.deepEqual(game.selectionsOf(step, 2), ['i2']);
});

test('a text with the form of a board is a board; any other is a text', () => {
  const { game, first, last, scene } = played(
    textOnlyMatch("1 2 3\n4 5 6\n7 8 9\nAnna's turn", "1 2 3\n4 X O\n7 8 9\nBen's turn"),
  );
  assert.deepEqual([first.grid?.columns, textBeside(last)], [3, "Ben's turn"]);
  assert.deepEqual(
    [1, 2].map((x) => tileAt([], last, x, 1).seat),
    [1, 2],
  );
  assert.equal(game.bounds(scene).width, 3);
  assert.equal(
    moveByClick(['0', '1', '2', '3', '6', '7', '8'], [0, 2], first, true),
    '8',
    'the number in the text',
  );
  assert.equal(played(textOnlyMatch('Heaps: 3 5 7', 'Heaps: 1')).last.grid, null);
});

test('a click is a move: a cell, its number, or a column', () => {
  const { last } = played(boardMatch());
  assert.equal(moveByClick(['[3,4]', '[4,3]'], [3, 4], last, false), '[3,4]');
  assert.equal(moveByClick(['[3,4]', '[4,3]'], [0, 0], last, false), null);
  assert.equal(moveByClick(['3', '4'], [3, 9], last, false), '3');
  assert.equal(moveByClick(['3', '51'], [3, 4], last, true), '51');
  assert.ok(haveCells(['3', '51'], last) && !haveCells(['3', '"NORTH"'], last));
  assert.deepEqual(['[3,4]', '"NORTH"', '{"take": 3}', 'x'].map(choiceLabel), [
    '3, 4',
    'NORTH',
    '{"take":3}',
    'x',
  ]);
});

test('events are sentences; their seats count from 0', () => {
  const said = (/** @type {any} */ event) => describeEvent({ type: 'said', event }, localizer);
  assert.deepEqual(said({ type: 'moved', seat: 0, at: [2, 4], steps: 1, only: [0] }), {
    text: 'moved: steps 1',
    selection: 'f2,4',
    seat: 1,
    weight: 1,
  });
  assert.equal(said({ type: 'x', text: 'It rains' })?.text, 'It rains');
  assert.equal(describeEvent({ type: 'changed', cells: [] }, localizer), null);
  assert.deepEqual(
    [
      describeEvent({ type: 'refused', seat: 2, why: 'there is no 9' }, localizer)?.text,
      describeEvent({ type: 'failed', message: 'KeyError: 3', file: 'g.py', line: 2 }, localizer)?.text,
    ],
    ['The order of player 2 was refused: there is no 9', 'The game failed at g.py:2: KeyError: 3'],
  );
});

test('data that no program of ours writes are bounded', () => {
  const { game, first, last, scene } = played(hostileMatch());
  assert.deepEqual([first.columns, first.pieces.length, first.walls], [0, 1, []]);
  assert.ok(first.text.length <= 16384 && !first.text.includes('\u001b'));
  assert.ok([...first.pieces[0].sign].length <= 2);
  assert.deepEqual(game.score(last, 1).cells, [0, 0]);
  assert.ok(game.columns.length === 2 && !game.texts.en[game.columns[0]].includes('\u001b'));
  const long = describeEvent({ type: 'said', event: { type: HOSTILE.repeat(100) } }, localizer)?.text ?? '';
  assert.ok(long.length <= 300 && !long.includes('\u001b') && !long.includes('\u202e'));
  assert.equal(
    game.describe({ round: 1, scene, before: first, after: last, turns: [] }, 'f9,9', localizer, new Set())
      .seat,
    null,
  );
});
