/** The cards of a player's losses: on the end card, in the tab Explain and as pins of the time line, in a real Chromium. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkAccess, checkSizes, chooseLanguage, launch, openPage } from '../fixtures/browser.js';
import { lossesNow, makeReport, voidReport } from '../fixtures/losses.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer } from '../fixtures/server.js';

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

/** Opens the match at its end. @param {import('playwright-core').BrowserContextOptions} [options] */
async function atEnd(options = { viewport: { width: 1366, height: 630 } }) {
  open = await openPage(browser, options);
  await open.page.goto(`${address}#replay=m&round=200`);
  await open.page.locator('.story.end').waitFor();
  return open.page;
}

/** @param {import('playwright-core').Page} page @param {string} round */
async function atRound(page, round) {
  await page.waitForFunction(
    (wanted) => /** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value === wanted,
    round,
  );
}

/** @param {import('playwright-core').Page} page */
const shown = (page) => page.locator('.losses:visible');

test('a button starts the computation, and first results are refined in place', async () => {
  const page = await atEnd();
  await page.locator('.moment').first().waitFor();
  server.lossesBegun = lossesNow({ state: 'running', played: 0, planned: 28 });
  await server.waitForListener();
  await shown(page).getByRole('button', { name: 'Why did I lose?' }).click();
  await shown(page).getByText('0 of 28 times.').waitFor();
  const request = server.requests.find((one) => one.path === '/api/losses');
  assert.deepEqual(JSON.parse(request.body), { replay: 'm', seat: 1 });
  const report = makeReport({ complete: false, cards: 1 });
  server.emit('losses', lossesNow({ state: 'running', played: 28, planned: 60, change: 2, report }));
  await shown(page).getByText('28 of 60 times. These are the first results').waitFor();
  const go = shown(page).getByRole('button', { name: /Round 82/ });
  await go.focus();
  server.emit('losses', lossesNow({ change: 3, report: makeReport() }));
  await shown(page).locator('.loss-card').nth(1).waitFor();
  assert.ok(await go.evaluate((button) => button === document.activeElement), 'the focus stays');
  await shown(page).getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });
  assert.equal(await shown(page).getByRole('status').count(), 0, 'nothing is left to say');
});

test('the end card, the tab and the pins show the same cards', async () => {
  server.losses = lossesNow({ report: makeReport() });
  const page = await atEnd();
  await shown(page).getByText('yourAI, from your position in round 82 Sower').waitFor();
  const ofCard = await shown(page).locator('.loss-card').allTextContents();
  assert.match(ofCard[0], /Round 82−900 stockChance to win: 75 % before, 25 % after/);
  assert.equal(await page.locator('.moments:visible').count(), 0, 'the cards replace the turning points');
  await checkAccess(page, 'end');
  await page.getByRole('tab', { name: 'Explain' }).click();
  await shown(page).locator('.loss-card').first().waitFor();
  assert.deepEqual(await shown(page).locator('.loss-card').allTextContents(), ofCard);
  assert.equal(await page.locator('.findings:visible').count(), 0);
  await page.locator('.accounts h2').getByText('Account of yourAI').waitFor();
  const pins = page.getByRole('list', { name: 'What cost the most' }).getByRole('button');
  assert.equal(await pins.count(), 2);
  await pins.first().click();
  await atRound(page, '82');
  await page.locator('.track').hover({ position: { x: 4, y: 30 } });
  await page.locator('.lead-readout').getByText('Sower would have ended with 1,405 stock.').waitFor();
  // The time line of another player shows the lead.
  await page.locator('.player-chip').filter({ hasText: 'Noob1' }).click();
  await page.getByRole('list', { name: 'Turning points' }).getByRole('button').first().waitFor();
});

test('a card is saved as a goal, which asks for half of the loss', async () => {
  server.losses = lossesNow({ report: makeReport() });
  const page = await atEnd();
  await shown(page).locator('.loss-card').first().getByRole('button', { name: 'Save as a goal' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Plays from here on').locator('option').first().waitFor({ state: 'attached' });
  assert.equal(await dialog.getByLabel('First round to play again').inputValue(), '82');
  const least = await dialog.getByLabel(/^At least/).inputValue();
  await checkAccess(page, 'goal');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('wag test tests').waitFor();
  const request = server.requests.find((one) => one.path === '/api/goals');
  const { fork, at_least: sent } = JSON.parse(request.body);
  assert.deepEqual([fork.replay, fork.round, fork.seat, sent], ['m', 82, 1, Number(least)]);
});

test('a card leads to its round, its line, the debugger and a continued match by keyboard', async () => {
  server.losses = lossesNow({ report: makeReport() });
  const page = await atEnd();
  const card = shown(page).locator('.loss-card').first();
  await card.getByRole('button', { name: /Round 82/ }).focus();
  await page.keyboard.press('Enter');
  await atRound(page, '82');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  assert.equal(await dialog.getByLabel('First round to play again').inputValue(), '82');
  assert.equal(await dialog.getByLabel('Player').inputValue(), '1');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await card.getByRole('button', { name: 'yourAI.py:17' }).click();
  await page.locator('dialog .listing .here').waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Debug round 82' }).click();
  await page.locator('.debug-turn').waitFor();
  assert.equal(
    await card.getByRole('button', { name: 'yourAI.py:5' }).count(),
    0,
    'only stated causes count',
  );
});

test('without a curve the page says why and shows the account of the match', async () => {
  server.losses = lossesNow({ report: voidReport() });
  const page = await atEnd();
  await shown(page).getByText('There is no code of Noob2 here').waitFor();
  await page.locator('.moment').first().waitFor();
  assert.equal(await shown(page).getByRole('button').count(), 0);
  await page.getByRole('tab', { name: 'Explain' }).click();
  await page.locator('.finding').first().waitFor();
  await page.getByRole('list', { name: 'Turning points' }).getByRole('button').first().waitFor();
});

test('cards that are certain without a curve leave the lead on the time line', async () => {
  const report = makeReport({ cards: 1 });
  const curve = { ...report.curve, stand_in: null, points: [], fit: [], certain: true };
  server.losses = lossesNow({ report: { ...report, curve } });
  const page = await atEnd();
  await shown(page).getByText('−900 stock').waitFor();
  assert.equal(await shown(page).getByText('Chance to win').count(), 0);
  assert.equal(await page.getByRole('list', { name: 'What cost the most' }).getByRole('button').count(), 1);
  await page.locator('.track').hover({ position: { x: 200, y: 30 } });
  await page
    .locator('.lead-readout')
    .getByText(/leads by|are level/)
    .waitFor();
});

test('a computation that was stopped says so and can go on', async () => {
  server.losses = lossesNow({ state: 'cancelled', report: makeReport({ complete: false }) });
  const page = await atEnd();
  await shown(page).getByText('was played only 28 times').waitFor();
  server.lossesBegun = lossesNow({ change: 2, report: makeReport() });
  await shown(page).getByRole('button', { name: 'Go on' }).click();
  await shown(page).getByText('was played only').waitFor({ state: 'hidden' });
});

test('an error is told in the language of the page, and strange texts are shown as text', async () => {
  const report = makeReport();
  report.cards[0] = { ...report.cards[0], text: '<img src=x onerror=alert(1)>', texts: undefined };
  const error = { en: 'a player hangs', de: 'ein Spieler hängt' };
  server.losses = lossesNow({ state: 'failed', report, error });
  const page = await atEnd();
  await shown(page).getByText('<img src=x onerror=alert(1)>').waitFor();
  await shown(page).getByText('a player hangs').waitFor();
  await chooseLanguage(page, 'de');
  await shown(page).getByText('ein Spieler hängt').waitFor();
});

test('the cards are German on a German page, and fit on a phone', async () => {
  server.losses = lossesNow({ report: makeReport() });
  const page = await atEnd({ locale: 'de-DE', viewport: { width: 390, height: 844 } });
  await shown(page).getByText('Ab Runde 82 wurden 312 Befehle abgelehnt').waitFor();
  await shown(page).getByText('Gewinnchance: vorher 75 %, danach 25 %').first().waitFor();
  await checkSizes(page, 'losses', async () => {
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      'nothing is wider than the page',
    );
  });
});
