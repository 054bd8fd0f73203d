/** Links, the cache, marks and the clock. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../fixtures/single.js';
import { unpack } from 'wag/shell/replay/unpack.js';
import { Cache } from 'wag/shell/basics/cache.js';
import { readLink, writeLink } from 'wag/shell/page/link.js';
import { columns, eventGoals, adjacentMark } from 'wag/shell/match/marks.js';
import { Playback } from 'wag/shell/replay/playback.js';
import { embeddedSource } from 'wag/shell/replay/replay-source.js';
import { verdictText } from 'wag/shell/page/run-bar.js';
import { setLanguage } from 'wag/shell/basics/i18n.js';
import { hintOf } from 'wag/shell/panels/problem.js';
import { searchChunk } from 'wag/shell/panels/search.js';
import { stepInRing } from 'wag/shell/basics/ring.js';

test('a link is parsed as it was written', () => {
  const link = { replay: 'a/b c&d', round: 412, select: 'u1.3', speed: 4 };
  assert.deepEqual(readLink(writeLink(link)), link);
});

test('an invalid link contains nothing', () => {
  assert.deepEqual(readLink(`#round=-1&speed=1e9&select=${'x'.repeat(100)}&other=1`), {});
  assert.deepEqual(readLink('#round=abc&speed=NaN'), {});
});

test('units are selected in a ring, several steps at once if necessary', () => {
  const list = ['a', 'b', 'c', 'd'];
  for (const [from, by, to] of /** @type {[string|null, number, string][]} */ ([
    [null, 1, 'a'],
    [null, 3, 'c'],
    [null, -1, 'd'],
    ['gone', -2, 'c'],
    ['a', 1, 'b'],
    ['d', 1, 'a'],
    ['a', -1, 'd'],
    ['b', 9, 'c'],
    ['b', -9, 'a'],
  ])) {
    assert.equal(stepInRing(list, from, by), to, `${from} ${by}`);
  }
  assert.equal(stepInRing([], null, 1), null);
});

test('the result of a challenge is in the language of the page', () => {
  /** @type {import('../../generated/server.js').Verdict} */
  const verdict = {
    stage: 'NOOB',
    won: true,
    result: 'won',
    counted: true,
    why_not_counted: null,
    text: 'NOOB: won, 4 of 10 wins.',
    source: null,
    mastered: false,
    unlocked: [],
    wins: 4,
    wins_needed: 10,
  };
  const texts = (/** @type {string} */ language) => {
    setLanguage(language);
    const all = [
      verdict,
      ...['tie', 'beaten', 'interrupted'].map((result) => ({ ...verdict, won: false, result })),
    ];
    const idle = ['again', 'practice', 'unsaved'].map((why_not_counted) => ({ ...verdict, why_not_counted }));
    return [...all, ...idle, { ...verdict, mastered: true, source: '/a/Noob.py' }].map(verdictText);
  };
  const [en, de] = [texts('en'), texts('de')];
  assert.equal(en[0], 'NOOB: won. 4 of 10 wins.');
  assert.equal(de[0], 'NOOB: gewonnen. 4 von 10 Siegen.');
  for (const [index, text] of de.entries()) {
    assert.notEqual(text, en[index]);
    assert.doesNotMatch(text + en[index], /verdict\.|\{/);
    assert.equal(/4 (of|von) 10/.test(text), index < 4 || index === 7, text);
  }
  assert.ok(de[7].endsWith('/a/Noob.py'));
  // A result that this page does not know, and one of an older program.
  assert.equal(verdictText({ ...verdict, result: 'vanished' }), verdict.text);
  assert.equal(verdictText(/** @type {any} */ ({ won: true, text: 'old' })), 'old');
  setLanguage('en');
});

test('a page reports which rounds are damaged in the file', async () => {
  const source = embeddedSource({ header: {}, overview: '', explanation: '', chunks: [null] });
  await assert.rejects(source.chunk(0), /^Error: damaged$/);
});

test('the cache keeps the newest values, and loads no value twice at once', async () => {
  /** @type {number[]} */
  const loads = [];
  const cache = new Cache(async (key) => {
    loads.push(key);
    return { key };
  }, 2);
  await Promise.all([cache.get(1), cache.get(1)]);
  await cache.get(2);
  cache.peek(1);
  await cache.get(3);
  assert.equal(cache.size, 2);
  assert.equal(cache.peek(2), undefined);
  assert.deepEqual(cache.peek(1), { key: 1 });
  assert.deepEqual(loads, [1, 2, 3]);
});

test('the cache drops values, even while they are being loaded', async () => {
  let version = 0;
  const cache = new Cache(async () => (version += 1), 2);
  const first = cache.get(1);
  cache.drop(1);
  await first;
  assert.equal(cache.peek(1), undefined);
  assert.equal(await cache.get(1), 2);
});

test('a failed load is repeated', async () => {
  let fails = true;
  const cache = new Cache(async () => {
    if (fails) throw new Error('no');
    return 1;
  }, 2);
  await assert.rejects(cache.get(1));
  fails = false;
  assert.equal(await cache.get(1), 1);
});

const MARKS = [
  { round: 3, kind: 'delivery', seat: 1 },
  { round: 5, kind: 'fight', seat: 1 },
  { round: 5, kind: 'loss', seat: 1 },
  { round: 9, kind: 'fight', seat: 1 },
];

test('next and previous marks are found by kind', () => {
  const kinds = new Set(['fight']);
  assert.equal(adjacentMark(MARKS, 5, 1, kinds), 9);
  assert.equal(adjacentMark(MARKS, 5, -1, kinds), null);
  assert.equal(adjacentMark(MARKS, 9, -1, new Set(['fight', 'delivery'])), 5);
});

test('quiet kinds are event goals only if there is no other', () => {
  const kinds = [
    { kind: 'fight', color: '', dark: '' },
    { kind: 'delivery', color: '', dark: '', quiet: true },
  ];
  assert.deepEqual([...eventGoals(kinds, new Set())], ['fight']);
  assert.deepEqual([...eventGoals(kinds, new Set(['fight']))], ['delivery']);
});

test('marks fall into pixel columns, each once', () => {
  const lanes = columns(MARKS, 10, 11);
  assert.deepEqual(lanes.get('fight'), [5, 9]);
  assert.deepEqual(lanes.get('delivery'), [3]);
});

test('the clock advances with its speed, and not beyond the loaded rounds', () => {
  const clock = new Playback();
  clock.last = 10;
  clock.toggle(false);
  clock.advance(250, 10);
  assert.equal(clock.round, 1);
  assert.equal(clock.t, 0.5);
  clock.speed = 64;
  clock.advance(250, 4);
  assert.equal(clock.round, 4);
  clock.advance(250, 100);
  assert.equal(clock.round, 10);
  assert.ok(clock.atEnd);
  clock.toggle(false);
  clock.toggle(false);
  assert.equal(clock.round, 0);
});

test('a whole match takes at most two minutes at speed 1', () => {
  for (const [rounds, seconds] of [
    [100, 50],
    [240, 120],
    [1000, 120],
    [100_000, 120],
  ]) {
    const clock = new Playback();
    clock.last = rounds;
    clock.toggle(false);
    let passed = 0;
    for (; !clock.atEnd; passed += 0.1) clock.advance(100, rounds);
    assert.ok(Math.abs(passed - seconds) < 0.5, `${rounds} rounds: ${passed} s`);
  }
  const growing = new Playback();
  growing.last = 10;
  growing.total = 1000;
  assert.equal(growing.roundsPerSecond, 1000 / 120, 'a running match counts its planned length');
});

test('steps are whole rounds and pause the clock', () => {
  const clock = new Playback();
  clock.last = 3;
  clock.toggle(false);
  clock.advance(100, 3);
  clock.step(1);
  assert.deepEqual([clock.round, clock.t, clock.playing], [1, 1, false]);
  clock.step(-1);
  clock.step(-1);
  assert.equal(clock.round, 0);
  clock.seek(99);
  assert.equal(clock.round, 3);
});

test('the speed stays within its scale', () => {
  const clock = new Playback();
  for (let press = 0; press < 20; press += 1) clock.faster(1);
  assert.equal(clock.speed, 64);
  for (let press = 0; press < 20; press += 1) clock.faster(-1);
  assert.equal(clock.speed, 0.25);
});

test('a search takes special characters literally, and finds each line once', () => {
  const report = { seat: 2, think_us: 0, output: 'first (a+b)\nA+B twice: a+b\nnothing\n' };
  const chunk = {
    chunk: 0,
    first_round: 1,
    frame: null,
    turns: [{ round: 7, seats: [2], reports: [report] }],
  };
  const found = searchChunk(chunk, 'a+b', 0, 10);
  assert.deepEqual(
    found.map((one) => [one.round, one.text]),
    [
      [7, 'first (a+b)'],
      [7, 'A+B twice: a+b'],
    ],
  );
  assert.deepEqual(searchChunk(chunk, 'a+b', 1, 10), []);
});

test('JSON in columns is restored', () => {
  const hostile = JSON.parse('{"t":[{"a":1,"b":[1,2]},{"a":{"c":[]}},7],"__proto__":1}');
  for (const value of [null, [], {}, [[], [[]], [1, 'a', null, -2.5, [true]]], hostile])
    assert.deepEqual(unpack(pack(value)), value);
});

test('an error is explained in the language of the page', () => {
  /** @type {import('../../generated/replay.js').Explanation} */
  const explanation = {
    code: 'name_misspelt',
    values: [],
    text: { en: 'there is no gaurd', de: 'gaurd gibt es nicht' },
    page: { en: 'errors#a', de: 'errors#b' },
  };
  const told = (/** @type {string} */ language) => {
    setLanguage(language);
    return hintOf({ kind: 'exception', message: '', explanation });
  };
  assert.deepEqual(['en', 'de', 'sr'].map(told), [
    'Hint: there is no gaurd (wag help errors a)',
    'Tipp: gaurd gibt es nicht (wag help errors b)',
    'Hint: there is no gaurd (wag help errors a)',
  ]);
  setLanguage('en');
  assert.equal(hintOf({ kind: 'exception', message: 'x' }), '');
  assert.equal(
    hintOf({
      kind: 'exception',
      message: '',
      explanation: /** @type {any} */ ({ code: 'x', text: { en: 'a\u001b[31mb' } }),
    }),
    'Hint: ab',
  );
});
