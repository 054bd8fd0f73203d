/** Addresses of all places, and the browser's Back, with the fake server. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { launch, openPage } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer } from '../fixtures/server.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;
let address = '';

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  server.replays.set('m', makeMatch());
  address = await server.listen();
  open = await openPage(browser, { viewport: { width: 1366, height: 630 } });
});
afterEach(async () => {
  await open.context.close();
  server.close();
  assert.deepEqual(open.problems, []);
});

/** @param {string} part of the address */
const at = (part) => open.page.waitForFunction((wanted) => location.hash.includes(wanted), part);

/** The places of the page: how to get there by a click, the address, and something that is seen there. @type {[string, (page: import('playwright-core').Page) => Promise<void>, string, string][]} */
const PLACES = [
  ['setup', async () => {}, 'setup=warriors', '.setup'],
  ['another tab', (page) => page.getByRole('tab', { name: 'Gem duel' }).click(), 'setup=gems', '.setup'],
  [
    'editor',
    (page) => page.getByRole('button', { name: 'Write code' }).click(),
    'edit=',
    '.edit .cm-content',
  ],
  ['match', (page) => page.evaluate(() => location.assign('#replay=m')), 'replay=m', '.watch canvas'],
  ['course', (page) => page.evaluate(() => location.assign('#setup=course')), 'setup=course', '.course-list'],
  ['lesson', (page) => page.locator('.course-item').first().click(), 'lesson=', '.lesson'],
];

test('each place has an address; Back and Forward lead through all of them', async () => {
  const { page } = open;
  await page.goto(address);
  for (const [, go, part, seen] of PLACES) {
    await go(page);
    await at(part);
    await page.locator(seen).first().waitFor();
    // What changes in a place is no place of its own.
    if (part === 'replay=m')
      for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowRight');
  }
  for (const [, , part, seen] of PLACES.slice(0, -1).reverse()) {
    await page.goBack();
    await at(part);
    await page.locator(seen).first().waitFor();
  }
  for (const [, , part, seen] of PLACES.slice(1)) {
    await page.goForward();
    await at(part);
    await page.locator(seen).first().waitFor();
  }
});

test('an address leads to its lesson, also after a reload and in another tab', async () => {
  const { page } = open;
  await page.goto(address);
  await page.getByRole('tab', { name: 'Course' }).click();
  await page.locator('.course-item').nth(1).click();
  await page.locator('.lesson').waitFor();
  const title = await page.locator('h1').first().textContent();
  await page.reload();
  await page.locator('.lesson').waitFor();
  const other = await open.context.newPage();
  await other.goto(page.url());
  await other.locator('.lesson').waitFor();
  assert.equal(await other.locator('h1').first().textContent(), title);
});

test('Back from a match that was started leads to the setup', async () => {
  const { page } = open;
  await page.goto(address);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch canvas').first().waitFor();
  await at('replay=');
  await page.goBack();
  await at('setup=warriors');
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
});
