/** Limits of the pages: accessibility, speed, untrusted content, the single page without a server, unknown games. */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkAccess, launch, openPage } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { textMatch } from '../fixtures/offers.js';
import { FakeServer, WEB } from '../fixtures/server.js';
import { singlePage } from '../fixtures/single.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
let address = '';

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  address = await server.listen();
});
afterEach(() => server.close());

/** @param {string} hash @param {import('playwright-core').BrowserContextOptions} [options] */
async function watch(hash, options) {
  const open = await openPage(browser, options);
  await open.page.goto(`${address}#${hash}`);
  await open.page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  return open;
}

test('only damaged rounds say that something is missing', async () => {
  const match = makeMatch({ rounds: 130 });
  match.chunks[1].damaged = [40, 64];
  server.replays.set('m', match);
  const { page, context } = await watch('replay=m&round=50');
  await page.locator('.failure').getByText('Rounds 40 to 64 are damaged').waitFor();
  await page.locator('.slider').fill('39');
  await page.locator('.failure').getByText('damaged').waitFor({ state: 'detached' });
  await page.locator('.slider').fill('65');
  await page.waitForFunction(
    () => /** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value === '65',
  );
  assert.equal(await page.locator('.stage .failure').textContent(), '');
  await context.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const [width, height] of [
    [1400, 900],
    [360, 740],
  ]) {
    test(`axe finds no violations, ${colorScheme}, ${width} wide`, async () => {
      server.games = ['warriors', 'gems', 'fives'];
      server.replays.set('text', /** @type {any} */ (textMatch(20)));
      server.replays.set('m', makeMatch({ rounds: 130 }));
      server.saves.push({
        id: 'm',
        name: 'one',
        saved: '2026-01-02',
        rounds: 130,
        players: ['a', 'b'],
        map: 'meadow',
        automatic: true,
      });
      const { page, context } = await openPage(browser, { colorScheme, viewport: { width, height } });
      await page.goto(address);
      await page.locator('.setup').waitFor();
      await checkAccess(page, 'setup');
      await page.getByRole('radio', { name: /^NOOB/ }).check();
      await checkAccess(page, 'challenge');
      for (const name of ['Gem duel', 'Fives']) {
        await page.getByRole('tab', { name }).click();
        await page.getByLabel('AI 2').waitFor();
        await checkAccess(page, name);
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth),
          width,
          `${name}: nothing overflows the page`,
        );
      }
      await page.goto(`${address}#replay=text&round=20`);
      await page.locator('.score').getByText('Winner').waitFor();
      await checkAccess(page, 'text');
      await page.goto(`${address}#replay=m&round=77&select=u3.1`);
      await page.locator('.inspector dl').waitFor();
      await checkAccess(page, 'watch');
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth),
        width,
        'nothing overflows the page',
      );
      await page.getByRole('tab', { name: 'Events' }).click();
      await checkAccess(page, 'events');
      await page.getByRole('tab', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('round');
      await page.keyboard.press('Enter');
      await page.getByText('130 lines found').waitFor();
      await checkAccess(page, 'search');
      for (const name of ['Load', 'Save', 'Help']) {
        await page.getByRole('button', { name, exact: true }).click();
        await page.locator('dialog').waitFor();
        if (name === 'Load') await page.locator('.save').waitFor();
        await checkAccess(page, name);
        await page.keyboard.press('Escape');
      }
      server.emit('run', {
        id: 'r',
        replay: 'x',
        state: 'running',
        round: 5,
        rounds: 10,
        seconds_left: 3,
        rounds_per_s: 100,
        error: null,
        verdict: null,
      });
      server.emit('files', { changed: ['yourAI.py'] });
      await page.getByText('Changed: ').waitFor();
      await checkAccess(page, 'run');
      await context.close();
    });
  }
}

test('a frame of 400 units on 100x100 takes fewer strokes than there are fields', async () => {
  server.replays.set('big', makeMatch({ size: 100, rounds: 96, units: 100 }));
  const { page, problems, context } = await watch('replay=big&round=40');
  await page.route('**/chunks/0*', async (route) => {
    await new Promise((done) => setTimeout(done, 250));
    await route.continue();
  });
  const units = (await page.locator('.score tbody td:nth-of-type(2)').allTextContents()).reduce(
    (sum, text) => sum + Number(text),
    0,
  );
  assert.ok(units >= 390, `${units} units`);
  for (const speed of ['2', '16']) {
    const strokes = await strokesOfAFrame(page, speed);
    assert.ok(strokes > units && strokes < 10000, `speed ${speed}: ${strokes} strokes`);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

/** Plays for a while, and returns the mean number of canvas calls per frame. @param {import('playwright-core').Page} page @param {string} speed */
async function strokesOfAFrame(page, speed) {
  await page.getByLabel('Speed').selectOption(speed);
  await page.locator('.slider').fill('10');
  // A frame draws nothing until the round is loaded.
  await page.waitForFunction(
    () => /** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value === '10',
  );
  await page.keyboard.press('Space');
  await page.evaluate(() => {
    const all = /** @type {any} */ (globalThis);
    all.wagFrameTimes = [];
    all.strokes = 0;
    const brush = /** @type {any} */ (CanvasRenderingContext2D.prototype);
    for (const name of [
      'fill',
      'stroke',
      'fillRect',
      'strokeRect',
      'clearRect',
      'fillText',
      'strokeText',
      'drawImage',
      'putImageData',
    ]) {
      brush.plain ??= {};
      brush.plain[name] ??= brush[name];
      const plain = brush.plain[name];
      brush[name] = function counted(/** @type {any[]} */ ...words) {
        all.strokes += 1;
        return plain.apply(this, words);
      };
    }
  });
  await page.waitForFunction(() => /** @type {any} */ (globalThis).wagFrameTimes.length > 10);
  await page.keyboard.press('Space');
  return page.evaluate(
    () => /** @type {any} */ (globalThis).strokes / /** @type {any} */ (globalThis).wagFrameTimes.length,
  );
}

const HOSTILE =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u001b[31mred\u0000\u202e';

test('hostile names, output, notes and sources are shown as text', async () => {
  const match = makeMatch({
    rounds: 40,
    names: [HOSTILE, '"><svg onload=hacked=1>', '\u0000', 'x'.repeat(5000)],
    printed: (round, seat) =>
      seat === 1 ? `${HOSTILE}\n${'y'.repeat(round % 10 === 1 ? 1e6 : 9)}\n${'z\n'.repeat(5000)}` : '',
  });
  match.header.sources = { 'yourAI.py': HOSTILE.repeat(40) };
  for (const chunk of match.chunks) {
    for (const turn of chunk.turns) {
      turn.reports[0].notes.push(
        { fields: [[1, 1]], text: HOSTILE, color: 'url(javascript:hacked)' },
        { text: 'nowhere' },
      );
      turn.reports[0].fault = {
        kind: 'exception',
        message: HOSTILE,
        explanation: { code: HOSTILE, text: { en: HOSTILE }, page: { en: HOSTILE } },
      };
    }
  }
  server.replays.set('m', match);
  const { page, problems, context } = await watch('replay=m&round=31&select=u1.0');
  await page.locator('.output .line').nth(1).waitFor();
  assert.match((await page.locator('.output').textContent()) ?? '', /998,000 more characters/);
  assert.ok((await page.locator('.output .line').count()) <= 400);
  assert.equal((await page.locator('.output .line').first().textContent())?.includes('<img src=x'), true);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('<img');
  await page.keyboard.press('Enter');
  await page.locator('.finding').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  assert.equal(await page.locator('#app img, #app script').count(), 0);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).hacked), undefined);
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth),
    1400,
    'nothing overflows the page',
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test('a match of a million rounds opens, scrubs and steps at once', async () => {
  const short = makeMatch({ rounds: 32 });
  const match = { ...short, header: { ...short.header, rounds: 1e6, rounds_played: 1e6 } };
  const endless = new Proxy(short.chunks, {
    get: (chunks, name) => {
      const chunk = Number(name);
      if (!Number.isInteger(chunk)) return Reflect.get(chunks, name);
      const turns = chunks[0].turns.map((/** @type {any} */ turn) => ({
        ...turn,
        round: turn.round + chunk * 32,
        reports: [{ ...turn.reports[0], output: `round ${turn.round + chunk * 32}\n` }],
      }));
      return { ...chunks[0], chunk, first_round: chunk * 32 + 1, turns };
    },
  });
  server.replays.set('long', { ...match, chunks: endless });
  const { page, problems, context } = await watch('replay=long');
  const loaded = () => server.requests.filter(({ path }) => path.includes('/chunks/')).length;
  for (const round of ['999999', '5', '500000', '1000000']) {
    const before = loaded();
    await page.locator('.slider').fill(round);
    await page.locator('.output').getByText(`round ${round}`).waitFor();
    assert.ok(loaded() - before <= 4, `round ${round}: ${loaded() - before} chunks`);
  }
  await page.keyboard.press('/');
  await page.keyboard.type('round 1');
  await page.keyboard.press('Enter');
  await page.locator('.finding').first().waitFor();
  await page.waitForTimeout(500);
  assert.ok((await page.locator('.finding').count()) <= 300);
  assert.deepEqual(problems, []);
  await context.close();
});

test('the single page works from a disk, without a server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wag-page-'));
  try {
    const file = join(folder, 'match.html');
    const match = makeMatch({
      rounds: 100,
      names: ['</script><script>window.hacked=1</script>', 'b', 'c', 'd'],
    });
    const content = singlePage(match);
    await writeFile(file, content);
    console.log(
      `the single page: ${Math.round(content.length / 1024)} KB, of it the pages ${Math.round(singlePage({ header: 0, overview: 0, chunks: [] }).length / 1024)} KB`,
    );
    const { page, problems, context } = await openPage(browser, { colorScheme: 'dark' });
    await page.goto(`${pathToFileURL(file)}#round=80&select=b1`);
    await page.locator('.output').getByText('round 80').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.output').getByText('round 81').waitFor();
    await page.getByRole('heading', { name: /Base of/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).hacked), undefined);
    await page.screenshot({ path: join(folder, 'page.png') });
    assert.deepEqual(problems, []);
    await context.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the shell displays an unknown game', async () => {
  const stub = await readFile(join(WEB, 'tests/stub-game.js'), 'utf8');
  const turns = [1, 2, 3].map((round) => ({
    round,
    seats: [1],
    events: [{ type: 'on', by: 1 }],
    reports: [{ seat: 1, output: `at ${round}\n` }],
  }));
  const match = {
    header: {
      game: 'stub',
      map: 'row',
      seed: 1,
      rounds: 3,
      rounds_played: 3,
      complete: true,
      players: [{ seat: 1, name: 'only' }],
      scene: { width: 9 },
      chunk_rounds: 32,
    },
    overview: {
      stride: 1,
      rounds: [1, 2, 3],
      figures: ['stub.points'],
      players: [{ seat: 1, values: { 'stub.points': [1, 2, 3] } }],
      marks: [],
    },
    chunks: [{ chunk: 0, first_round: 1, frame: { at: 0 }, turns }],
  };
  const folder = await mkdtemp(join(tmpdir(), 'wag-stub-'));
  try {
    const file = join(folder, 'stub.html');
    await writeFile(file, singlePage(match, { 'games/index.js': stub }));
    const { page, problems, context } = await openPage(browser);
    await page.goto(`${pathToFileURL(file)}#round=2&select=counter`);
    await page.locator('.inspector').getByText('Counter').waitFor();
    await page.locator('.output').getByText('at 2').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.inspector dd').getByText('3').waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('on by 1').first().waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
