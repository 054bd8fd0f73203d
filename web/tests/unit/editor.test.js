/** Parts of the editor that need no browser: the comparison of matches, problems, and the size of the bundle. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { firstDifference } from 'wag/shell/editor/compare.js';
import { checkedProblems, MatchProblems } from 'wag/shell/editor/problems.js';
import { bundledEditor } from '../fixtures/editor-bundle.js';

/** @param {number} round @param {object} [more] @returns {any} */
const turn = (round, more) => ({
  round,
  seats: [1],
  orders: [{ seat: 1, list: [{ to: 'NORTH', at: 'ai.py:3' }] }],
  events: [],
  reports: [{ seat: 1, think_us: 5, output: 'x' }],
  ...more,
});

test('the editor has at most 250 KB compressed', async () => {
  const size = gzipSync(await bundledEditor()).length;
  assert.ok(size > 50_000 && size <= 250_000, `${size} bytes`);
});

test('matches are the same whatever lines gave the orders, and however long they took', () => {
  const later = turn(1, {
    orders: [{ seat: 1, list: [{ to: 'NORTH', at: 'ai.py:9', calls: ['ai.py:9'] }] }],
    reports: [{ seat: 1, think_us: 99, output: 'x' }],
  });
  assert.equal(firstDifference([turn(1), turn(2)], [later, turn(2)]), null);
});

test('a difference in play goes before one in output', () => {
  const spoken = turn(1, { reports: [{ seat: 1, think_us: 5, output: 'y' }] });
  const moved = turn(2, { orders: [{ seat: 1, list: [{ to: 'SOUTH' }] }] });
  assert.deepEqual(firstDifference([turn(1), turn(2)], [spoken, turn(2)]), { round: 1, isOutput: true });
  assert.deepEqual(firstDifference([turn(1), turn(2)], [spoken, moved]), { round: 2, isOutput: false });
  assert.deepEqual(firstDifference([turn(1)], [turn(1), turn(2)]), { round: 2, isOutput: false });
  const failed = turn(1, {
    reports: [{ seat: 1, think_us: 5, output: 'x', fault: { kind: 'exception', message: 'm' } }],
  });
  assert.deepEqual(firstDifference([turn(1)], [failed]), { round: 1, isOutput: false });
});

test('errors are shown at their line, with the explanation first', () => {
  const place = { file: 'bad.py', line: 2 };
  const problem = (/** @type {any} */ more) =>
    /** @type {import('../../generated/replay.js').Problem} */ ({
      round: null,
      kind: 'start',
      message: { en: "SyntaxError: expected ':' (bad.py, line 2)", de: 'Fehler (bad.py, Zeile 2)' },
      place,
      explanation: null,
      report: null,
      ...more,
    });
  const explanation = { code: 'x', values: [], text: { en: 'a colon is missing' }, page: {} };
  assert.deepEqual(
    checkedProblems({ problem: problem({ explanation }), uncalled: [problem({ kind: 'uncalled' })] }),
    [
      {
        ...place,
        severity: 'error',
        message: "a colon is missing\nSyntaxError: expected ':' (bad.py, line 2)",
      },
      { ...place, severity: 'warning', message: "SyntaxError: expected ':' (bad.py, line 2)" },
    ],
  );
  assert.deepEqual(checkedProblems({ problem: problem({ place: null }), uncalled: [] }), []);
  assert.deepEqual(checkedProblems({ problem: null, uncalled: [] }), []);
  const problems = new MatchProblems();
  const fault = (/** @type {number} */ line) => ({
    kind: 'exception',
    message: `ValueError: no (ai.py, line ${line})`,
    place: { file: 'ai.py', line },
  });
  const turns = [
    turn(3, {
      reports: [
        { seat: 1, think_us: 1, fault: fault(7) },
        { seat: 2, think_us: 1, fault: fault(8) },
      ],
    }),
    turn(4, { reports: [{ seat: 1, think_us: 1, fault: fault(7) }] }),
  ];
  assert.equal(problems.add(turns, 1), true);
  assert.equal(problems.add(turns, 1), false);
  assert.deepEqual(
    problems.of('ai.py').map(({ line, message: text }) => [line, text]),
    [[7, 'Round 3: ValueError: no (ai.py, line 7)']],
  );
  assert.deepEqual(problems.of('other.py'), []);
});
