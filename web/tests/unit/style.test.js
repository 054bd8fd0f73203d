/** The style sheet uses the tokens at its beginning for colors, sizes of text, spaces and radii: see `README.md`. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const style = await readFile(new URL('../../style.css', import.meta.url), 'utf8');
const rules = style.slice(style.indexOf('* {'));
/** Returns what matches, without duplicates. @param {RegExp} pattern */
const found = (pattern) => [...new Set(rules.match(pattern) ?? [])];

test('colors are tokens', () => assert.deepEqual(found(/#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\([^)]*\)/gi), []));

test('sizes of text are tokens', () => assert.deepEqual(found(/font(-size)?: [0-9.]+px[^;]*/g), []));

test('spaces are tokens; hairlines and calculated ones are not', () => {
  const spaces = found(/(padding|gap|margin)(-[a-z-]+)?: [^;{}]*\d+px[^;{}]*/g);
  assert.deepEqual(
    spaces.filter((one) => !/(calc|max|min)\(/.test(one) && /\b([2-9]|[1-3]\d)px/.test(one)),
    [],
  );
});

test('radii are tokens', () => assert.deepEqual(found(/radius: [^;{}]*\dpx[^;{}]*/g), []));

test('every token is used, and both looks have the same colors', () => {
  const [light, dark] = [/:root \{([^}]*)\}/, /\[data-theme="dark"\] \{([^}]*)\}/].map(
    (pattern) => pattern.exec(style)?.[1] ?? '',
  );
  const names = (/** @type {string} */ block) => [...block.matchAll(/(--[a-z0-9-]+):/g)].map((one) => one[1]);
  assert.deepEqual(
    names(light).filter((name) => !rules.includes(`var(${name})`)),
    [],
  );
  const colors = names(light).filter((name) => !/^--(text|space|radius|mono|screen)/.test(name));
  assert.deepEqual(names(dark), colors);
});
