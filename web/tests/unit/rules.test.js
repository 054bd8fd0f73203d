/** What holds for every module of the pages. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FILES } from '../fixtures/files.js';
import { WEB } from '../fixtures/server.js';

const MODULES = FILES.filter((name) => name.endsWith('.js')).map((name) => ({ name, text: readFileSync(join(WEB, name), 'utf8') }));

test('no module puts markup into the page or runs text', () => {
  for (const { name, text } of MODULES) {
    assert.doesNotMatch(text, /innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\('style'/, name);
  }
});

test('the shell and the words import no game', () => {
  for (const { name, text } of MODULES.filter((one) => /^(shell|i18n)\//.test(one.name))) {
    assert.doesNotMatch(text, /games\//, name);
    assert.doesNotMatch(text, /warrior|gatherer/i, name);
  }
});

test('modules import each other by the names the import map knows', () => {
  const names = new Set(MODULES.map((one) => `wag/${one.name}`));
  for (const { name, text } of MODULES) {
    for (const [, from] of text.matchAll(/^import .*from '(.+)';$/gm)) assert.ok(names.has(from), `${name}: ${from}`);
  }
});

test('every module says what it is for, and none is too long', () => {
  for (const { name, text } of MODULES) {
    assert.ok(text.startsWith('/**\n * '), name);
    assert.ok(text.split('\n').length <= 420, name);
  }
});

test('every word that is asked for is there', async () => {
  const { default: en } = await import('wag/i18n/en.js');
  const { games } = await import('wag/games/index.js');
  const { words: two } = await import('wag/two/words.js');
  const known = new Set([en, two.en, ...Object.values(games).map((game) => game.words.en)].flatMap((words) => Object.keys(words)));
  for (const { name, text } of MODULES) {
    for (const [, key] of text.matchAll(/\bt\('([\w.]+)'/g)) assert.ok(known.has(key), `${name}: ${key}`);
  }
});
