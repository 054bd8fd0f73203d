/** Line ends of files. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEndsOf, withPlainEnds } from 'wag/shell/editor/line-ends.js';

const MIXED = 'a\r\nb\nc\r\nd\rend';

test('a text that is not changed stays as it is', () => {
  for (const raw of [MIXED, '', 'a', 'a\n', '\r\n', '\r', 'a\r\n\r\n\nb', 'a\nb\n'])
    assert.equal(withEndsOf(withPlainEnds(raw), raw), raw);
});

test('lines that are not changed keep their ends', () => {
  const cases = [
    ['a\nB\nc\nd\nend', 'a\r\nB\nc\r\nd\rend'],
    ['a\nb\nnew\nc\nd\nend', 'a\r\nb\nnew\nc\r\nd\rend'],
    ['new\na\nb\nc\nd\nend', 'new\r\na\r\nb\nc\r\nd\rend'],
    ['b\nc\nd\nend', 'b\nc\r\nd\rend'],
    ['A\nb\nc\nD\nend', 'A\r\nb\nc\r\nD\rend'],
    ['x\nA\nb\nc\nD\ny\nend', 'x\r\nA\r\nb\nc\r\nD\r\ny\r\nend'],
    ['a\nb\nc\nd\nend\nmore', 'a\r\nb\nc\r\nd\rend\rmore'],
    ['', ''],
  ];
  for (const [text, expected] of cases) assert.equal(withEndsOf(text, MIXED), expected);
});

test('new lines of a file with one kind of end get that one', () => {
  assert.equal(withEndsOf('x\na\ny\nb\n', 'a\r\nb\r\n'), 'x\r\na\r\ny\r\nb\r\n');
  assert.equal(withEndsOf('x\ny\n', 'a\r\nb\r\n'), 'x\r\ny\r\n');
});

test('whatever is typed, the file has the text', () => {
  let seed = 7;
  const random = (/** @type {number} */ most) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % most;
  };
  for (let times = 0; times < 500; times += 1) {
    const word = (/** @type {string[]} */ signs) =>
      Array.from({ length: random(12) }, () => signs[random(signs.length)]).join('');
    const [raw, text] = [word(['a', 'b', '\n', '\r\n', '\r']), word(['a', 'b', '\n'])];
    assert.equal(withPlainEnds(withEndsOf(text, raw)), text, JSON.stringify([text, raw]));
  }
});
