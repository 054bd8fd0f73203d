/** The page of a tournament that the program writes, opened from the disk in a real Chromium. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkAccess, launch, openPage } from '../fixtures/browser.js';
import { findWag } from '../fixtures/wag.js';

/** @type {import('playwright-core').Browser} */
let browser;
let folder = '';

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'wag-results-'));
  await writeFile(
    join(folder, 'evil.py'),
    'from tron import *\nraise ValueError("<img src=x onerror=alert(1)>")\n',
  );
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param {string[]} words */
function wag(...words) {
  execFileSync(findWag(), words, {
    cwd: folder,
    env: { ...process.env, WAG_HOME: join(folder, 'home') },
    stdio: 'ignore',
  });
}

for (const width of [1280, 390]) {
  for (const language of ['en', 'de']) {
    test(`one page has everything about a tournament, ${width} wide, ${language}`, async () => {
      wag(
        '--lang',
        language,
        'tournament',
        'tron',
        'Roomy',
        'Straight',
        'evil.py',
        '--games',
        '8',
        '--seed',
        '1',
        '--seats',
        '2',
        '--replays',
        'kept',
        '--html',
        'out.html',
        '--reports',
        'reports',
        '--quiet',
      );
      const file = join(folder, 'out.html');
      assert.ok((await stat(file)).size < 1_500_000, 'it is small enough to be shared');
      assert.doesNotMatch(await readFile(file, 'utf8'), /<img src=x/);
      const { page, problems } = await openPage(browser, { viewport: { width, height: 900 } });
      await page.goto(pathToFileURL(file).href);
      const headings =
        language === 'de'
          ? [
              'Rangliste',
              'Wertungen im Lauf der Spiele',
              'Jeder gegen jeden',
              'Mittlerer Rang nach Platz',
              'Zeit pro Zug',
              'Fehler',
              'Spieler',
              'Spiele zum Ansehen',
              'Alle Spiele',
            ]
          : [
              'Ranking',
              'Ratings over the matches',
              'Head to head',
              'Mean place by seat',
              'Time per turn',
              'Errors',
              'Players',
              'Matches',
              'All matches',
            ];
      assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), headings);
      const first = page.getByRole('region').first().locator('tbody tr').first();
      assert.match((await first.textContent()) ?? '', /^1Roomy/);
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        'nothing widens the page',
      );
      assert.equal(await page.locator('iframe').count(), 2);
      // The embedded match can be played; hidden matches are not drawn.
      await page.locator('iframe').first().scrollIntoViewIfNeeded();
      const match = page.frameLocator('iframe').first();
      await match.locator('.score td').first().filter({ hasText: /\d/ }).waitFor();
      await checkAccess(page, 'results');
      if (process.env.SHOTS)
        await page.screenshot({
          path: join(process.env.SHOTS, `results-${width}-${language}.png`),
          fullPage: true,
        });
      await leadsToMatches(page);
      assert.deepEqual(problems, []);
      await page.context().close();
    });
  }
}

/** A name in the ranking opens the player's matches, a number there leads to the match. @param {import('playwright-core').Page} page */
async function leadsToMatches(page) {
  await page.getByRole('region').first().getByRole('link', { name: 'Roomy' }).click();
  const own = page.locator('details[open]');
  assert.match((await own.locator('summary').textContent()) ?? '', /Roomy/);
  const number = (await own.locator('.chips a').first().textContent()) ?? '';
  await own.locator('.chips a').first().click();
  const match = page.locator('tr:target');
  assert.equal(await match.locator('th').textContent(), number);
  assert.equal(
    await match.getByRole('link', { name: `000${number}.wag` }).getAttribute('href'),
    `kept/000${number}.wag`,
  );
}

test('the page follows the system’s dark mode, and no two of 24 lines look the same', async () => {
  const names = Array.from({ length: 24 }, (_, number) => `p${number}=Straight`);
  wag(
    'tournament',
    'tron',
    ...names,
    '--games',
    '4',
    '--seed',
    '1',
    '--into',
    'many.db',
    '--html',
    'many.html',
    '--quiet',
  );
  /** @type {string[]} */
  const grounds = [];
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const { page } = await openPage(browser, { colorScheme, viewport: { width: 1280, height: 900 } });
    await page.goto(pathToFileURL(join(folder, 'many.html')).href);
    grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    const looks = await page
      .locator('.line .drawn')
      .evaluateAll((lines) =>
        lines.map((line) => `${getComputedStyle(line).stroke} ${getComputedStyle(line).strokeDasharray}`),
      );
    assert.equal(new Set(looks).size, 24);
    await checkAccess(page, `results ${colorScheme}`);
    if (process.env.SHOTS)
      await page.screenshot({
        path: join(process.env.SHOTS, `results-many-${colorScheme}.png`),
        fullPage: true,
      });
    await page.context().close();
  }
  assert.notEqual(grounds[0], grounds[1]);
});

test('each player has its own page', async () => {
  const { page, problems } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  await page.goto(pathToFileURL(join(folder, 'reports', 'evil.html')).href);
  await page.getByRole('heading', { level: 1, name: /^evil: / }).waitFor();
  assert.match((await page.locator('.fault').first().textContent()) ?? '', /<img src=x onerror=alert\(1\)>/);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    'nothing widens the page',
  );
  await checkAccess(page, 'report');
  if (process.env.SHOTS)
    await page.screenshot({ path: join(process.env.SHOTS, 'report.png'), fullPage: true });
  await page.locator('a[href^="match-"]').first().click();
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('without replays the page says how to keep them', async () => {
  wag(
    'tournament',
    'tron',
    'Roomy',
    'Straight',
    '--games',
    '2',
    '--seed',
    '1',
    '--into',
    'none.db',
    '--quiet',
  );
  wag('tournament', 'show', 'none.db', '--html', 'none.html', '--quiet');
  const { page } = await openPage(browser);
  await page.goto(pathToFileURL(join(folder, 'none.html')).href);
  await page.getByText('No replays were kept').waitFor();
  await page.context().close();
});
