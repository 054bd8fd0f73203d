/** The values in the margin of the editor, and signatures in words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOfTurn } from 'wag/shell/editor/turn-lines.js';
import { signatureInWords } from 'wag/shell/editor/plain-types.js';

const TEXT = 'for unit in units:\n    x = unit.x\n';
const TEXTS = ['unit', 'x', '<Unit 7 WARRIOR>', '<Unit 8 WARRIOR>', '1', '2'];
/** @param {number} hit @param {number} changed @param {[number, number][]} values @returns {any} */
const sample = (hit, changed, values) => ({ hit, step: hit, function: 0, changed, values });

/** A loop over two units. @type {any} */
const trace = {
  texts: TEXTS,
  files: [
    {
      name: 'ai.py',
      text: TEXT,
      lines: [
        {
          line: 1,
          count: 3,
          samples: [sample(1, 1, [[0, 2]]), sample(2, 1, [[0, 3]]), sample(3, 0, [[0, 3]])],
        },
        {
          line: 2,
          count: 2,
          samples: [
            sample(1, 1, [
              [1, 4],
              [0, 2],
            ]),
            sample(2, 1, [
              [1, 5],
              [0, 3],
            ]),
          ],
        },
      ],
      end: [],
    },
  ],
};

const values = (/** @type {any} */ isSelected) =>
  linesOfTurn(trace, 'ai.py', TEXT, isSelected).map((one) => one.values);

test('in a loop the last time that changes something is shown, with its count', () => {
  assert.deepEqual(values(null), ['2/3: unit = <Unit 8 WARRIOR>', '2/2: x = 2']);
});

test('in a loop the time that concerns the selected unit is shown', () => {
  const isSeven = (/** @type {string} */ value) => value.startsWith('<Unit 7 ');
  assert.deepEqual(values(isSeven), ['1/3: unit = <Unit 7 WARRIOR>', '1/2: x = 1']);
  assert.deepEqual(
    values(() => false),
    values(null),
  );
});

test('signatures are words, without brackets of types', () => {
  const cases = [
    ['moveUnit(direction: str) -> Literal[False] | None', 'moveUnit(direction: str), returns False or None'],
    ['getUnits() -> list[Unit]', 'getUnits(), returns list of Unit'],
    ['(self) -> None', '(self)'],
    [
      'find(at: tuple[int, int], by: dict[str, list[int]] = {}, *, key: Callable[[int], bool] | None = None) -> Base | None',
      'find(at: (int, int), by = {}, key = None), returns Base or None',
    ],
    ['f(a: dict[str, list[int]])', 'f(a: dict from str to list of int)'],
    ['age: Optional[int]', 'age: int or None'],
    ['NORTH: str', 'NORTH: str'],
    ['Unit', 'Unit'],
    ['', ''],
  ];
  for (const [signature, expected] of cases) assert.equal(signatureInWords(signature), expected);
});
