/** The documents in the help: parsing and search. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WEB } from '../fixtures/server.js';
import en from 'wag/i18n/en.js';
import de from 'wag/i18n/de.js';
import { mergeSummaries, neighborsOf, parseSummary } from 'wag/shell/help/contents.js';
import { search } from 'wag/shell/help/documents.js';
import { inlinesOf, parseMarkdown, plain, slugOf, textOf } from 'wag/shell/help/markdown.js';

const FOLDER = join(WEB, '../docs');
const SUMMARIES = Object.fromEntries(
  ['en', 'de'].map((language) => [language, readFileSync(join(FOLDER, language, 'SUMMARY.md'), 'utf8')]),
);
const DOCUMENTS = Object.entries(SUMMARIES).flatMap(([language, summary]) =>
  parseSummary(summary).entries.flatMap(({ topic, title }) => {
    const file = join(FOLDER, language, `${topic}.md`);
    // Some pages are made when the program is built.
    if (!existsSync(file)) return [];
    return [{ topic, language, title, blocks: parseMarkdown(readFileSync(file, 'utf8')) }];
  }),
);

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
  for (const { topic: name, blocks } of DOCUMENTS) {
    for (const part of inlinesIn(blocks).filter((one) => one.kind === 'text'))
      assert.doesNotMatch(part.text, /\*\*|\]\(|^#{1,6} |```|`[^`]+`/, `${name}: ${part.text}`);
  }
});

test('every link between pages leads to an existing section', () => {
  const slugs = new Map(
    DOCUMENTS.map(({ language, topic, blocks }) => [
      `${language}/${topic}`,
      new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.slug] : []))),
    ]),
  );
  for (const { language, topic, blocks } of DOCUMENTS) {
    for (const { target } of inlinesIn(blocks).filter((one) => one.kind === 'link')) {
      const [, other, page, slug] = /^(?:(?:\.\.\/(en|de)\/)?([\w-]+)\.md)?(?:#(.*))?$/.exec(target) ?? [];
      if (!page && !slug) continue;
      const found = slugs.get(`${other ?? language}/${page ?? topic}`);
      assert.ok(
        found || SUMMARIES[other ?? language].includes(`(${page}.md)`),
        `${language}/${topic}: ${target}`,
      );
      if (slug && found) assert.ok(found.has(slug), `${language}/${topic}: ${target}`);
    }
  }
  assert.ok(slugs.get('en/warriors')?.has(en['help.classesSection']));
  assert.ok(slugs.get('de/warriors')?.has(de['help.classesSection']));
});

test('the contents have all pages, in German where there is a translation, and each leads to the next', () => {
  const english = '# Summary\n\n# One\n\n- [A](a.md)\n  - [B](b-1.md)\n\n# Two\n\n- [C](c.md)\n';
  const german = '# Inhalt\n\n# Eins\n\n- [Ä](a.md)\n\n# Zwei\n';
  const contents = mergeSummaries(english, german, 'de');
  assert.deepEqual(contents.parts, ['Eins', 'Zwei']);
  assert.deepEqual(contents.pages, [
    { part: 0, level: 0, title: 'Ä', topic: 'a', language: 'de' },
    { part: 0, level: 1, title: 'B', topic: 'b-1', language: 'en' },
    { part: 1, level: 0, title: 'C', topic: 'c', language: 'en' },
  ]);
  const { previous, next } = neighborsOf(contents, 'b-1');
  assert.deepEqual([previous?.topic, next?.topic], ['a', 'c']);
  assert.equal(neighborsOf(contents, 'a').previous, undefined);
  const own = mergeSummaries(SUMMARIES.en, SUMMARIES.en, 'en');
  assert.ok(own.pages.length > 20 && own.pages.every((page) => page.language === 'en' && page.part >= 0));
  assert.equal(parseSummary(SUMMARIES.de).parts.length, own.parts.length);
});

test('a section is found by all of its words, matches in titles first', () => {
  const text =
    '# Manual\n\n- [Fighting](#fighting)\n\n## Base\n\nIts stock pays for createUnitGatherer.\n\n## Fighting\n\nA base fights.\n';
  const documents = [{ topic: 'manual', title: 'Manual', language: 'en', blocks: parseMarkdown(text) }];
  const found = search(documents, 'createUnitGatherer stock');
  assert.deepEqual(
    found.map(({ topic, slug, document }) => [topic, slug, document]),
    [['manual', 'base', 'Manual']],
  );
  assert.deepEqual(
    search(documents, 'BASE').map(({ title }) => title),
    ['Base', 'Fighting'],
    'matches in titles come first, and a list of links is not searched',
  );
  assert.deepEqual([search(documents, ' '), search(documents, 'xyzzyplugh')], [[], []]);
  assert.equal(slugOf('yourFunctions.py and other files'), 'yourfunctionspy-and-other-files');
});

test('a picture on a line of its own is a block', () => {
  const [picture] = parseMarkdown('![a board](../pictures/board.png)');
  assert.deepEqual(picture, { kind: 'picture', text: 'a board', target: '../pictures/board.png' });
});

test('a long fence contains shorter ones', () => {
  const [code, after] = parseMarkdown('````markdown\n# Title\n\n```python\nprint(1)\n```\n````\n\nAfter.');
  assert.deepEqual(code, { kind: 'code', language: 'markdown', text: '# Title\n\n```python\nprint(1)\n```' });
  assert.equal(after.kind, 'paragraph');
});
