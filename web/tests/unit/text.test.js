/** Sanitizing untrusted text. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitize, excerpt, singleLine, snippet } from 'wag/shell/basics/text.js';

test('terminal sequences are removed, other control characters are shown', () => {
  assert.equal(sanitize('\u001b[31mred\u001b[0m \u001b]0;title\u0007x'), 'red x');
  assert.equal(sanitize('a\u0000b\rc\u007f'), 'a\u2400b\u240dc\u2421');
  assert.equal(sanitize('a\r\nb'), 'a\nb');
});

test('characters that reverse or hide text become visible', () => {
  assert.equal(sanitize('abc\u202egpj.exe\u200b'), 'abc\ufffdgpj.exe\ufffd');
});

test('a short text is one line of limited length', () => {
  assert.equal(singleLine('a\nb  c'), 'a b c');
  assert.equal(singleLine('x'.repeat(1e6), 10), `${'x'.repeat(9)}…`);
  assert.equal(singleLine(null), '');
});

test('an excerpt is limited in lines and in their length, and counts what is left out', () => {
  const { lines, more } = excerpt(`${'x'.repeat(1000)}\nb\nc\nd\n`, { lines: 2, width: 10 });
  assert.deepEqual(lines, [
    { text: 'xxxxxxxxxx', cut: 990 },
    { text: 'b', cut: 0 },
  ]);
  assert.equal(more, 2);
  assert.deepEqual(excerpt('', { lines: 5, width: 5 }), { lines: [{ text: '', cut: 0 }], more: 0 });
});

test('a snippet shows the surroundings of a search result', () => {
  assert.equal(
    snippet(`${'a'.repeat(100)}needle${'b'.repeat(500)}`, 100, 6),
    `…${'a'.repeat(40)}needle${'b'.repeat(120)}…`,
  );
});
