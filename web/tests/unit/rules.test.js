/** Rules for every module of the pages. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FILES } from '../fixtures/files.js';
import { GAMES, VIEWS } from '../fixtures/games.js';
import { NOUNS, wordsIn } from '../fixtures/nouns.js';
import { WEB } from '../fixtures/server.js';

const MODULES = FILES.filter((name) => name.endsWith('.js')).map((name) => ({
  name,
  text: readFileSync(join(WEB, name), 'utf8'),
}));

test('no module inserts markup into the page or evaluates text', () => {
  for (const { name, text } of MODULES) {
    assert.doesNotMatch(
      text,
      /innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\('style'/,
      name,
    );
  }
});

const SHARED = MODULES.filter((one) => /^(shell|i18n)\/|^main\.js$/.test(one.name));

test('the shell and its texts know no game', () => {
  const nouns = new RegExp(`^(?:${[...GAMES, ...NOUNS].join('|')})$`, 'i');
  /** @type {string[]} */
  const found = [];
  for (const { name, text } of SHARED) {
    if (name !== 'main.js') assert.doesNotMatch(text, /wag\/games/, name);
    for (const [index, line] of text.split('\n').entries()) {
      found.push(
        ...wordsIn(line)
          .filter((word) => nouns.test(word))
          .map((word) => `${name}:${index + 1}: “${word}” is a word of a game`),
      );
    }
  }
  assert.deepEqual(found, []);
});

test('each game has a title, and its texts are in both languages', () => {
  for (const { name, texts } of VIEWS) {
    assert.ok(texts.en['game.title'] && [...GAMES, 'python'].includes(name), name);
    assert.deepEqual(Object.keys(texts.de), Object.keys(texts.en), name);
    // Another language may not distinguish singular and plural.
    const others = Object.entries(texts).filter(([language]) => !['en', 'de'].includes(language));
    const keys = Object.keys(texts.en).filter((key) => !key.endsWith('.one'));
    for (const [language, own] of others) assert.deepEqual(Object.keys(own), keys, `${name}: ${language}`);
  }
});

test('modules import each other by the names in the import map', () => {
  const names = new Set([
    'wag/games/index.js',
    'wag/i18n/sentences.js',
    ...MODULES.map((one) => `wag/${one.name}`),
  ]);
  for (const { name, text } of MODULES) {
    for (const [, from] of text.matchAll(/^(?:import |\} )[^\n]*from '(.+)';$/gm))
      assert.ok(names.has(from), `${name}: ${from}`);
  }
});

test('the pages of a class server are imported only where a server serves the page', () => {
  for (const { name, text } of MODULES) {
    if (/^(shell\/host\/|main\.js$)/.test(name)) continue;
    assert.doesNotMatch(text, /from 'wag\/(shell\/host\/|i18n\/host-)/, name);
  }
  const [main] = MODULES.filter((one) => one.name === 'main.js');
  assert.doesNotMatch(main.text, /from 'wag\/shell\/host\//);
});

test('every module has a header comment, and none is too long', () => {
  for (const { name, text } of MODULES) {
    assert.ok(text.startsWith('/**\n * '), name);
    // The tables of texts grow with the pages; modules with code must stay readable.
    assert.ok(name.startsWith('i18n/') || text.split('\n').length <= 420, name);
  }
});

test('every text that is looked up exists', async () => {
  const [{ default: en }, { default: hosted }] = await Promise.all([
    import('wag/i18n/en.js'),
    import('wag/i18n/host-en.js'),
  ]);
  const known = new Set(
    [en, hosted, ...VIEWS.map((game) => game.texts.en)].flatMap((words) => Object.keys(words)),
  );
  for (const { name, text } of MODULES) {
    for (const [, key] of text.matchAll(/\bt\('([\w.]+)'/g)) assert.ok(known.has(key), `${name}: ${key}`);
  }
});
