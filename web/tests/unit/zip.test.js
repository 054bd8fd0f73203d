/** Files in a ZIP, stored and deflated. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textInZip } from 'wag/shell/basics/zip.js';
import { makeZip } from '../fixtures/zip.js';

test('a file in a ZIP is read, stored and deflated, by its name', async () => {
  const files = { 'helper.py': 'x = 1\n', 'main.py': 'print("ü")\n'.repeat(50), 'sub/main.py': '' };
  for (const isDeflated of [false, true]) {
    const zip = new Blob([makeZip(files, isDeflated)]);
    for (const [name, text] of Object.entries(files)) assert.equal(await textInZip(zip, name), text);
    assert.equal(await textInZip(zip, 'other.py'), null);
  }
});

test('what is no ZIP has no files', async () => {
  for (const bytes of ['', 'no ZIP at all, but long enough to be one'])
    assert.equal(await textInZip(new Blob([bytes]), 'main.py'), null);
});
