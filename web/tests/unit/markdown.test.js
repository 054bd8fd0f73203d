/** The documents in the help: parsing and search. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WEB } from '../fixtures/server.js';
import en from 'wag/i18n/en.js';
import de from 'wag/i18n/de.js';
import { search } from 'wag/shell/help/documents.js';
import { inlinesOf, parseMarkdown, plain, slugOf, textOf } from 'wag/shell/help/markdown.js';

const FOLDER = join(WEB, '../docs');
const DOCUMENTS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, blocks: parseMarkdown(readFileSync(join(FOLDER, name), 'utf8')) }));

/** Returns all inline parts at any depth. @param {any} value @returns {any[]} */
function inlinesIn(value) {
  if (Array.isArray(value)) return value.flatMap(inlinesIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = ['text', 'strong', 'em', 'link'].includes(value.kind) ? [value] : [];
  return [...own, ...Object.values(value).flatMap(inlinesIn)];
}

test('all kinds of blocks are parsed', () => {
  const blocks = parseMarkdown(
    '# One *two*\n\nA\nparagraph.\n\n- a\n  goes on\n  - b\n\n    c\n- d\n\n1. e\n\n```python\n# no heading\n| x |\n```\n\n| k | v |\n|---|:-:|\n| `a|b` | c \\| d |\n\n> said\n',
  );
  assert.deepEqual(
    blocks.map((block) => block.kind),
    ['heading', 'paragraph', 'list', 'list', 'code', 'table', 'quote'],
  );
  assert.deepEqual(blocks.map(textOf), [
    'One two',
    'A paragraph.',
    'a goes on b c d',
    'e',
    '# no heading\n| x |',
    'k v a|b c | d',
    'said',
  ]);
  const [, , list] = blocks;
  assert.ok(list.kind === 'list' && list.items.length === 2 && !list.ordered);
});

test('all kinds of inline parts are parsed, and code stays code', () => {
  const parts = inlinesOf('a **b `c*`** [d `e`](f.md#g) *h* 2*3*4 \\*i\\* ``j`k`` <https://x.org/y>');
  assert.deepEqual(
    parts.filter((part) => part.kind !== 'text').map((part) => part.kind),
    ['strong', 'link', 'em', 'code', 'link'],
  );
  assert.equal(plain(parts), 'a b c* d e h 2*3*4 *i* j`k https://x.org/y');
  assert.deepEqual(inlinesOf('<script>alert(1)</script>'), [
    { kind: 'text', text: '<script>alert(1)</script>' },
  ]);
});

test('no Markdown markup is left in the text of a document', () => {
  assert.ok(DOCUMENTS.length > 20);
  for (const { name, blocks } of DOCUMENTS) {
    for (const part of inlinesIn(blocks).filter((one) => one.kind === 'text'))
      assert.doesNotMatch(part.text, /\*\*|\]\(|^#{1,6} |```|`[^`]+`/, `${name}: ${part.text}`);
  }
});

test('every link between documents leads to an existing section', () => {
  const slugs = new Map(
    DOCUMENTS.map(({ name, blocks }) => [
      name,
      new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.slug] : []))),
    ]),
  );
  let count = 0;
  for (const { name, blocks } of DOCUMENTS) {
    for (const { target } of inlinesIn(blocks).filter((one) => one.kind === 'link')) {
      const [, file, slug] = /^([\w-]+\.md)?(?:#(.*))?$/.exec(target) ?? [];
      if (!file && !slug) continue;
      count += 1;
      assert.ok(slugs.has(file ?? name), `${name}: ${target}`);
      if (slug) assert.ok(slugs.get(file ?? name)?.has(slug), `${name}: ${target}`);
    }
  }
  assert.ok(count > 200, String(count));
  assert.ok(
    slugs.get('manual.md')?.has(en['help.classesSection']) &&
      slugs.get('handbuch.md')?.has(de['help.classesSection']),
  );
});

test('a section is found by all of its words, matches in titles first', () => {
  const documents = DOCUMENTS.filter(({ name }) => name === 'manual.md').map((one) => ({
    ...one,
    title: 'Manual',
  }));
  const found = search(documents, 'createUnitGatherer stock');
  assert.ok(found.length > 0 && found.every((one) => one.name === 'manual.md' && one.slug !== ''));
  assert.equal(search(documents, 'FIGHTING')[0].title, 'Fighting');
  assert.ok(
    !search(documents, 'direction').some((one) => one.title === 'Contents'),
    'a list of links is not searched',
  );
  assert.deepEqual([search(documents, ' '), search(documents, 'xyzzyplugh')], [[], []]);
  assert.equal(slugOf('yourFunctions.py and other files'), 'yourfunctionspy-and-other-files');
});

test('a long fence contains shorter ones', () => {
  const [code, after] = parseMarkdown('````markdown\n# Title\n\n```python\nprint(1)\n```\n````\n\nAfter.');
  assert.deepEqual(code, { kind: 'code', language: 'markdown', text: '# Title\n\n```python\nprint(1)\n```' });
  assert.equal(after.kind, 'paragraph');
});
