/** What boards draw, as far as it can be checked without a canvas: motions, loads, territory, and walls of cycles. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownersOf } from 'wag/games/ants/density.js';
import { STEP_MS, progress, startOf } from 'wag/games/drawing/motion.js';
import { cornersOf, linksOf, searchWay } from 'wag/games/tron/trails.js';
import { baseStep, pileStep } from 'wag/games/warriors/buildings.js';
import { loadStep } from 'wag/games/warriors/plan.js';

/** @param {any} more @returns {any} */
const picture = (more) => ({ t: 0.5, roundMs: 500, staggered: false, ...more });

test('a motion lasts its time, but at most 90 % of its round', () => {
  assert.equal(progress(picture({ t: STEP_MS / 500 }), 0, STEP_MS), 1);
  assert.ok(progress(picture({ t: 0.1 }), 0, STEP_MS) < 1);
  for (const roundMs of [70, 100, 500, 4000]) {
    assert.equal(progress(picture({ t: 0.9, roundMs }), 0, STEP_MS, STEP_MS), 1, `${roundMs}`);
    assert.equal(progress(picture({ t: 0, roundMs }), 0, STEP_MS), 0, `${roundMs}`);
  }
  const late = startOf(picture({ staggered: true }), 3, 4);
  assert.equal(progress(picture({ t: 0.98 }), late, 4000), 1);
});

test('nothing moves with reduced motion, and only straight steps are left at a high speed', () => {
  assert.equal(progress(picture({ t: 0.1, roundMs: 0 }), 0, STEP_MS), 1);
  assert.equal(progress(picture({ t: 0.3, roundMs: 60 }), 0, STEP_MS), 0.3);
});

test('loads, piles and bases have their steps', () => {
  assert.deepEqual(
    [0, 1, 25, 26, 75, 99, 100, 200].map((cargo) => loadStep(cargo, 100)),
    [0, 1, 1, 2, 3, 4, 4, 4],
  );
  assert.deepEqual([1, 39, 40, 99, 100].map(pileStep), [1, 1, 2, 2, 3]);
  assert.deepEqual([0, 499, 500, 2000, 7999, 8000].map(baseStep), [1, 1, 2, 3, 3, 4]);
});

test('the way of a wall is found again in its fields', () => {
  // A wall that runs beside itself: down, right, up, left, as a snail.
  const way = [0, 5, 10, 15, 20, 21, 22, 23, 24, 19, 14, 9, 4, 3, 2, 7, 12, 17];
  const walls = Array(25).fill(0);
  for (const field of way) walls[field] = 1;
  /** @type {{at: [number, number], facing: string}} */
  const head = { at: [2, 3], facing: 'SOUTH' };
  assert.deepEqual(searchWay({ width: 5, walls }, head), [...way].reverse());
  const links = linksOf({ width: 5, walls }, [head]);
  assert.deepEqual(cornersOf(5, links, 17), [
    [0, 0],
    [0, 4],
    [4, 4],
    [4, 0],
    [2, 0],
    [2, 3],
  ]);
});

test('land belongs to the nearest ants, around the edges but not across water', () => {
  const rows = ['....%....%....', '....%....%....'];
  const scene = /** @type {any} */ ({ width: 14, height: 2, rows });
  const state = /** @type {any} */ ({
    ants: [
      [0, 0, 1],
      [0, 6, 2],
    ],
    hills: [],
  });
  const owners = ownersOf(scene, state);
  assert.deepEqual([...owners.slice(0, 14)], [1, 1, 1, 1, 0, 2, 2, 2, 2, 0, 1, 1, 1, 1]);
});
