/** Reading the trace of a turn. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextExecutedLine, tracedLine, variablesAtEnd, variablesOf } from '../../shell/debug/turn-trace.js';

const line = (/** @type {number} */ number, /** @type {number} */ count) => ({
  line: number,
  count,
  samples: [],
});
const file = {
  name: 'a.py',
  text: '',
  lines: [line(2, 1), line(4, 0), line(7, 3)],
  end: /** @type {[number, number][]} */ ([
    [0, 1],
    [9, 9],
  ]),
};
const trace = {
  files: [file],
  texts: ['x', '5'],
  is_truncated: false,
  ends_early: false,
  is_late: false,
  last: '',
};

test('variables come with their names, and those that the line changed are marked', () => {
  const sample = {
    hit: 1,
    step: 0,
    function: 0,
    changed: 1,
    values: /** @type {[number, number][]} */ ([
      [0, 1],
      [1, 0],
    ]),
  };
  assert.deepEqual(variablesOf(trace, sample), [
    { name: 'x', value: '5', changed: true },
    { name: '5', value: 'x', changed: false },
  ]);
  assert.deepEqual(variablesAtEnd(trace, file)[1], { name: '', value: '', changed: false });
});

test('steps go to the lines that ran', () => {
  assert.deepEqual(
    [0, 2, 7].map((from) => nextExecutedLine(file, from, 1)),
    [2, 7, 7],
  );
  assert.deepEqual(
    [2, 7, 9].map((from) => nextExecutedLine(file, from, -1)),
    [2, 2, 7],
  );
  assert.equal(tracedLine(file, 3), null);
});
