/** The tab that explains a match, in a real Chromium. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { checkAccess, checkSizes, launch, openPage } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer } from '../fixtures/server.js';
import { singlePage } from '../fixtures/single.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
/** @type {Awaited<ReturnType<typeof openPage>>|undefined} */
let open;
let address = '';
const match = makeMatch({ rounds: 200 });

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  server.replays.set('m', match);
  address = await server.listen();
});
afterEach(async () => {
  const problems = open?.problems ?? [];
  await open?.context.close();
  open = undefined;
  server.close();
  assert.deepEqual(problems, [], 'the console has no errors');
});

/** @param {import('playwright-core').BrowserContextOptions} [options] @param {string} [from] */
async function watch(options, from = `${address}#replay=m&round=10`) {
  open = await openPage(browser, options);
  await open.page.goto(from);
  await open.page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  return open.page;
}

/** @param {import('playwright-core').Page} page @param {string} round */
async function atRound(page, round) {
  await page.waitForFunction(
    (wanted) => /** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value === wanted,
    round,
  );
}

/** Returns the sum of the rows of an account without the last one, and the last one. @param {import('playwright-core').Page} page */
async function sums(page) {
  const table = page.locator('.accounts table').first();
  const numbers = (await table.locator('td').allTextContents()).map((text) =>
    Number(text.replace('−', '-').replace(/[+,.]/g, '')),
  );
  return [numbers.slice(0, -1).reduce((sum, number) => sum + number, 0), numbers.at(-1)];
}

/** Returns the texts of elements without what screen readers leave out: portraits and numbers of players. @param {import('playwright-core').Page} page @param {string} selector */
const wordsOf = (page, selector) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const copy = /** @type {Element} */ (element.cloneNode(true));
      for (const badge of copy.querySelectorAll('.badge, .portrait')) badge.remove();
      return copy.textContent ?? '';
    }),
  );

test('the end card and the tab show the same decision and the same turning points', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wag-explain-'));
  after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'match.html');
  await writeFile(file, singlePage(match));
  for (const from of [`${address}#replay=m&round=10`, `${pathToFileURL(file).href}#round=10`]) {
    const page = await watch({ viewport: { width: 1366, height: 630 } }, from);
    await page.keyboard.press('End');
    await page.locator('.story.end').waitFor();
    await page.locator('.moment').first().waitFor();
    const ofCard = (await wordsOf(page, '.moment')).map((text) => text.replace(/^\dRound /, ''));
    const decision = await page.locator('.decided').textContent();
    assert.equal(ofCard.length, match.explanation.moments.length);
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.locator('.finding').first().waitFor();
    assert.deepEqual(await wordsOf(page, '.finding'), ofCard);
    assert.equal(await page.locator('.decision bdi').textContent(), decision);
    await open?.context.close();
  }
});

test('the keyboard leads to the round that decided the match, and to an account that adds up', async () => {
  const page = await watch();
  await page.getByRole('tab', { name: 'Output' }).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await page.locator('.decision').getByText('took the lead in round 100; the lead never changed.').waitFor();
  const go = page.getByRole('button', { name: 'Go to round 100' }).first();
  await go.focus();
  await page.keyboard.press('Enter');
  await atRound(page, '100');
  assert.ok(await go.evaluate((button) => button === document.activeElement), 'the focus stays');
  const winner = match.header.players[match.explanation.decision.seat - 1];
  await page.locator('.accounts h2').getByText(`Account of ${winner.name}`).waitFor();
  const [sum, end] = await sums(page);
  assert.equal(sum, end);
  assert.equal(end, winner.figures.stock);
  await page.locator('.accounts').getByText('turns lost by time-outs').waitFor();
  assert.equal(
    await page.locator('.accounts').getByText('paid for gatherers').count(),
    0,
    'an amount of zero has no row',
  );
  await page
    .getByRole('tabpanel', { name: 'Explain' })
    .getByRole('button', { name: /Noob1: -40 stock until round 9/ })
    .click();
  await atRound(page, '5');
  await page.locator('.accounts h2').getByText('Account of Noob1').waitFor();
  await page.locator('.player-chip').filter({ hasText: 'Expert' }).click();
  await page.locator('.accounts h2').getByText('Account of Expert').waitFor();
  await checkAccess(page, 'explain');
});

test('the explanation fits on a phone and is accessible there', async () => {
  const page = await watch();
  await page.getByRole('tab', { name: 'Explain' }).click();
  await page.locator('.accounts h2').waitFor();
  await checkSizes(page, 'explain', async () => {
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      'nothing is wider than the page',
    );
    const hidden = await page
      .locator('.tabs button')
      .evaluateAll(
        (tabs) =>
          tabs.filter(
            (tab) =>
              tab.getBoundingClientRect().right > (tab.parentElement?.getBoundingClientRect().right ?? 0),
          ).length,
      );
    assert.equal(hidden, 0, 'every tab is visible');
  });
});

test('the explanation is German on a German page', async () => {
  const page = await watch({ locale: 'de-DE' });
  await page.getByRole('tab', { name: 'Erklärung' }).click();
  await page.locator('.decision').getByText('ging in Runde 100 in Führung').waitFor();
  await page.locator('.accounts').getByText('in die Basis gebracht').waitFor();
  await page.locator('.accounts').getByText('durch Zeitüberschreitung verlorene Züge').waitFor();
  await page.getByRole('button', { name: 'Zu Runde 100' }).first().waitFor();
});

test('damage is told, and markup of strangers is shown as text', async () => {
  const strange = structuredClone(match);
  strange.explanation.remarks = [{ text: 'Rounds 1 to 32 are damaged.' }];
  strange.explanation.decision = {
    round: null,
    seat: null,
    lead_changes: 0,
    text: '<img src=x onerror=alert(1)>',
  };
  strange.explanation.moments = [];
  strange.explanation.players[0].accounts[0] = {
    figure: 'stock',
    start: 10,
    end: 30,
    unexplained: 20,
    entries: [],
  };
  server.replays.set('m', strange);
  const page = await watch();
  await page.getByRole('tab', { name: 'Explain' }).click();
  await page.getByText('Rounds 1 to 32 are damaged.').waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await page.locator('.accounts tr').filter({ hasText: 'unexplained' }).filter({ hasText: '+20' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Go to round/ }).count(), 0);
});

test('an exported page contains the explanation', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wag-explain-'));
  try {
    const file = join(folder, 'match.html');
    await writeFile(file, singlePage(match));
    const page = await watch({}, `${pathToFileURL(file).href}#round=10`);
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.locator('.decision').getByText('took the lead in round 100').waitFor();
    const [sum, end] = await sums(page);
    assert.equal(sum, end);
  } finally {
    await rm(folder, { recursive: true });
  }
});
