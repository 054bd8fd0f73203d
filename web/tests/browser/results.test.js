/** The page of a tournament, as the real program writes it, opened from the disk in a real Chromium. */

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
  await writeFile(join(folder, 'evil.py'), 'from tron import *\nraise ValueError("<img src=x onerror=alert(1)>")\n');
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** @param {string[]} words */
function wag(...words) {
  execFileSync(findWag(), words, { cwd: folder, env: { ...process.env, WAG_HOME: join(folder, 'home') }, stdio: 'ignore' });
}

for (const width of [1280, 390]) {
  for (const language of ['en', 'de']) {
    test(`everything about a tournament is on one page, ${width} wide, ${language}`, async () => {
      wag('--lang', language, 'tournament', 'tron', 'Roomy', 'Straight', 'evil.py', '--games', '8', '--seed', '1', '--seats', '2', '--replays', 'kept', '--html', 'out.html', '--quiet');
      const file = join(folder, 'out.html');
      assert.ok((await stat(file)).size < 1_500_000, 'it is small enough to be sent around');
      assert.doesNotMatch(await readFile(file, 'utf8'), /<img src=x/);
      const { page, problems } = await openPage(browser, { viewport: { width, height: 900 } });
      await page.goto(pathToFileURL(file).href);
      const headings = language === 'de'
        ? ['Rangliste', 'Jeder gegen jeden', 'Wertungen im Lauf der Spiele', 'Mittlerer Rang nach Platz', 'Zeit pro Zug', 'Fehler', 'Spiele zum Ansehen']
        : ['Ranking', 'Head to head', 'Ratings over the matches', 'Mean place by seat', 'Time per turn', 'Errors', 'Matches'];
      assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), headings);
      const first = page.getByRole('region').first().locator('tbody tr').first();
      assert.match(await first.textContent() ?? '', /^1Roomy/);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing makes the page wider');
      assert.equal(await page.locator('iframe').count(), 2);
      // The match within can be played; what nobody sees is not drawn.
      await page.locator('iframe').first().scrollIntoViewIfNeeded();
      const match = page.frameLocator('iframe').first();
      await match.locator('.score td').first().filter({ hasText: /\d/ }).waitFor();
      await checkAccess(page, 'results');
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `results-${width}-${language}.png`), fullPage: true });
      assert.deepEqual(problems, []);
      await page.context().close();
    });
  }
}

test('without replays the page says how they are kept', async () => {
  wag('tournament', 'tron', 'Roomy', 'Straight', '--games', '2', '--seed', '1', '--into', 'none.db', '--quiet');
  wag('tournament', 'show', 'none.db', '--html', 'none.html', '--quiet');
  const { page } = await openPage(browser);
  await page.goto(pathToFileURL(join(folder, 'none.html')).href);
  await page.getByText('No replays were kept').waitFor();
  await page.context().close();
});
