/** Overlays of players of the ant war: layers, notes, and the squares named in them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import ants from 'wag/games/ants.js';
import { hill } from 'wag/games/ants/sprites.js';
import { paletteOf } from 'wag/games/drawing/palette.js';
import { describe } from 'wag/games/ants/describe.js';
import { notesAt, squaresIn, layersOf } from 'wag/games/ants/overlay.js';
import { seatInk } from 'wag/shell/basics/seats.js';
import { Replay } from 'wag/shell/replay/replay.js';

const localizer = {
  t: (/** @type {string} */ key) => (key === 'ants.layer.missions' ? 'Missions' : key),
  name: String,
};

/** @param {Record<number, string[]>} lines by player @returns {any} */
function stepOf(lines) {
  return {
    turns: [
      {
        events: [
          { type: 'turn' },
          ...Object.entries(lines).map(([seat, own]) => ({ type: 'drawn', seat: Number(seat), lines: own })),
        ],
      },
    ],
  };
}

test('there is a switch for each player that draws, then one for each layer', () => {
  const step = stepOf({
    1: ['v tile 1 1', 'i 2 2 a', 'v setLayer missions', 'v tile 3 3'],
    2: ['v setLayer missions', 'v tile 1 1', 'v setLayer mine', 'i 1 1 b'],
  });
  assert.deepEqual(
    layersOf(step, localizer).map(({ id }) => id),
    ['drawn1', 'drawn2', 'layer:notes', 'layer:missions', 'layer:mine'],
  );
  assert.deepEqual(
    layersOf(step, localizer)
      .map(({ text }) => text)
      .slice(3),
    ['Missions', 'mine'],
  );
  assert.deepEqual(layersOf(stepOf({}), localizer), []);
  const many = stepOf({
    1: Array.from({ length: 30 }, (_, index) => [`v setLayer l${index}`, 'v tile 1 1']).flat(),
  });
  assert.equal(layersOf(many, localizer).length, 21, 'the number of switches is limited');
});

test('notes on a square are joined by player and layer, and hidden ones are left out', () => {
  const step = stepOf({
    1: [
      'i 1 2 one',
      'i 1 20 other',
      'i 1 2 two',
      'v setLayer missions',
      'i 1 2 three',
      'v setLayer -',
      'i 1 2 four',
    ],
    2: ['i 1 2 five', 'i 1 2 '],
  });
  const own = { seat: 1, layer: 'notes', text: 'one two four' };
  const mission = { seat: 1, layer: 'missions', text: 'three' };
  const other = { seat: 2, layer: 'notes', text: 'five' };
  assert.deepEqual(notesAt(step, [2, 1]), [own, mission, other]);
  assert.deepEqual(notesAt(step, [2, 1], new Set(['layer:notes'])), [mission]);
  assert.deepEqual(notesAt(step, [2, 1], new Set(['drawn1'])), [other]);
  assert.deepEqual(notesAt(step, [1, 2]), []);
});

test('a selected square shows its notes, except those in hidden layers', () => {
  const step = {
    ...stepOf({ 1: ['i 1 2 one', 'v setLayer missions', 'i 1 2 three'], 2: ['i 1 2 five'] }),
    scene: { rows: ['....', '....'] },
    after: { ants: [], hills: [], food: [] },
  };
  const told = (/** @type {string[]} */ ...hidden) =>
    describe(step, 'f2,1', localizer, new Set(hidden))
      .facts.slice(1)
      .map(({ value }) => value);
  assert.deepEqual(told(), ['one', 'three', 'five']);
  assert.deepEqual(told('layer:missions'), ['one', 'five']);
  assert.deepEqual(told('layer:notes'), ['three']);
  assert.deepEqual(told('drawn1', 'layer:missions'), ['five']);
});

test('a text names squares, each once', () => {
  assert.deepEqual(squaresIn('from <r:5 c:4> by <r:5 c:14> and <r:5 c:4>, not <r:5> nor <r:5555 c:1>'), [
    [5, 4],
    [5, 14],
  ]);
});

test('with numbers on the board, a hill shows that of its owner, in a readable color', () => {
  /** @type {[string, string][]} */
  const written = [];
  const noted = { fillText: (/** @type {string} */ text) => written.push([text, pen.fillStyle]) };
  const pen = /** @type {any} */ (
    new Proxy(/** @type {any} */ (noted), { get: (target, name) => target[name] ?? (() => undefined) })
  );
  for (const digits of [true, false])
    for (const seat of [1, 10])
      hill(seat, true, digits)(pen, { size: 40, dark: false, colors: paletteOf(false) });
  assert.deepEqual(written, [
    ['1', seatInk(1, false)],
    ['10', seatInk(10, false)],
  ]);
  assert.deepEqual(
    [2, 3].map((seat) => seatInk(seat, false)),
    ['#14161a', '#ffffff'],
  );
});

test('the drawings of a built-in player are hidden at first, those of others are not', () => {
  const players = [
    { seat: 1, name: 'Colony', built_in: true },
    { seat: 2, name: 'mine', built_in: false },
  ];
  const header = /** @type {any} */ ({ players, rounds: 5, rounds_played: 5, chunk_rounds: 32, scene: {} });
  assert.deepEqual([...new Replay(ants, /** @type {any} */ ({}), header, null).hidden], ['drawn1']);
});

test('an exported page restores the moves and orders that follow from a letter for each ant', () => {
  const scene = /** @type {any} */ ({ width: 10, height: 10 });
  const players = [1, 2].map(() => ({ score: 1, hive: 0, status: 'survived' }));
  const frame = {
    turn: 0,
    ants: [
      [4, 4, 1],
      [6, 6, 1],
      [8, 1, 2],
    ],
    food: [],
    hills: [],
    players,
  };
  const refused = { seat: 2, list: [{ order: 'o 8 1 n' }, { order: 'o 8 1 s' }] };
  const turn = (/** @type {number} */ round, /** @type {any[]} */ events, /** @type {any} */ more) => ({
    round,
    seats: [1, 2],
    events: [{ type: 'turn' }, ...events],
    ...more,
  });
  const died = { type: 'died', ants: [[4, 6, 1]], fought: true };
  const born = { type: 'born', ants: [[4, 6, 1]] };
  const chunk = (/** @type {any[]} */ turns) =>
    /** @type {any} */ ({ chunk: 0, first_round: 1, frame, turns });
  const folded = chunk([
    turn(1, [{ type: 'moved', ways: 'enn', seats: [1] }], { orders: [refused] }),
    turn(2, [{ type: 'moved', ways: '=w-', seats: [1, 2] }, died, born], {}),
    turn(3, [], {}),
    turn(4, [{ type: 'moved', ways: '==s', seats: [1, 2] }], {}),
  ]);
  const moved = (/** @type {any[]} */ ...moves) => ({ type: 'moved', moves });
  const orders = (/** @type {number} */ seat, /** @type {string[]} */ ...list) => ({
    seat,
    list: list.map((order) => ({ order })),
  });
  const whole = chunk([
    turn(1, [moved([4, 4, 'e'], [6, 6, 'n'], [8, 1, 'n'])], {
      orders: [orders(1, 'o 4 4 e', 'o 6 6 n'), refused],
    }),
    turn(2, [moved([4, 5, 'e'], [5, 6, 'w']), died, born], { orders: [orders(1, 'o 4 5 e', 'o 5 6 w')] }),
    turn(3, [], {}),
    turn(4, [moved([7, 1, 's'])], { orders: [orders(2, 'o 7 1 s')] }),
  ]);
  assert.deepEqual(ants.restore?.(scene, folded), whole);
  assert.deepEqual(ants.restore?.(scene, whole), whole, 'whole turns stay as they are');
});
