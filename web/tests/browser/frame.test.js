/** The frame of a match: where the board stands, and that it stays there, in a real Chromium. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, launch, openPage } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer } from '../fixtures/server.js';
import { outOfReach } from '../fixtures/sight.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
let address = '';

before(async () => {
  browser = await launch();
  server = new FakeServer();
  server.replays.set('m', makeMatch({ rounds: 200 }));
  address = await server.listen();
});
after(async () => {
  await browser.close();
  server.close();
});

/** The windows, each with the place of the board and of the chips: left, top, width, height. */
const WINDOWS = [
  { size: [1366, 630], board: [800, 0, 566, 566], chips: [624, 0, 176, 566] },
  { size: [1366, 768], board: [718, 56, 648, 648], chips: [718, 0, 648, 56] },
  { size: [1440, 900], board: [660, 56, 780, 780], chips: [660, 0, 780, 56] },
  { size: [1024, 768], board: [451, 56, 573, 573], chips: [451, 0, 573, 56] },
  { size: [1920, 1080], board: [920, 0, 1000, 1000], chips: [696, 0, 224, 1000] },
  { size: [1180, 820], board: [519, 56, 661, 661], chips: [519, 0, 661, 56] },
  { size: [820, 1180], board: [277, 44, 543, 543], chips: [0, 44, 277, 543] },
  { size: [390, 844], board: [0, 44, 390, 390], chips: null },
];

/** @param {import('playwright-core').Page} page @param {string} selector */
async function placeOf(page, selector) {
  const box = await page.locator(selector).boundingBox();
  return box && [box.x, box.y, box.width, box.height].map(Math.round);
}

/** @param {import('playwright-core').Page} page */
async function isLoaded(page) {
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  await page.locator('.pins .pin').first().waitFor();
}

for (const { size, board, chips } of WINDOWS) {
  const [width, height] = size;
  test(`the board has its place in a window of ${width} x ${height}`, async () => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const { page, problems, context } = await openPage(browser, {
        viewport: { width, height },
        colorScheme,
      });
      await page.goto(`${address}#replay=m&round=150`);
      await isLoaded(page);
      assert.deepEqual(await placeOf(page, '.stage'), board);
      if (chips) assert.deepEqual(await placeOf(page, '.chips'), chips);
      const track = await placeOf(page, '.track');
      const transport = await placeOf(page, '.transport');
      assert.equal(transport?.[1], board[1] + board[3], 'the time line is directly below the board');
      // With a column of chips, the buttons stand below it; elsewhere they share the width of the board.
      const wide = chips && chips[3] > 100 ? track : transport;
      assert.deepEqual([wide?.[0], wide?.[2]], [board[0], board[2]], 'the time line is as wide as the board');
      const scroll = await page.evaluate(() => {
        const { scrollHeight, scrollWidth } = document.documentElement;
        return [scrollHeight - innerHeight, scrollWidth - innerWidth];
      });
      assert.deepEqual(scroll, [0, 0], 'the page does not scroll');
      if (height === 630) assert.ok(board[3] / height >= 0.85, 'the share of the board');
      await checkAccess(page, `match ${width} ${colorScheme}`);
      assert.deepEqual(problems, []);
      await context.close();
    }
  });
}

test('the board does not move between match, selection, debugging, end and editor', async () => {
  for (const { size, board } of WINDOWS) {
    const [width, height] = size;
    const { page, problems, context } = await openPage(browser, { viewport: { width, height } });
    const isThere = async (/** @type {string} */ state) =>
      assert.deepEqual(await placeOf(page, '.stage'), board, `${width}x${height}: ${state}`);
    await page.goto(`${address}#replay=m&round=150`);
    await isLoaded(page);
    await isThere('match');
    await page.keyboard.press('.');
    await page.locator('.inspector').waitFor();
    await isThere('selection');
    await checkAccess(page, `selection ${width}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await page.locator('.debug-turn').waitFor();
    await isThere('debugging');
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await page.locator('.story.end').waitFor();
    await isThere('end');
    await checkAccess(page, `end ${width}`);
    // Nothing lies over the final position.
    const covered = await page.evaluate(() => {
      const box = document.querySelector('.board')?.getBoundingClientRect();
      if (!box) return 'no board';
      for (let part = 1; part < 20; part += 1) {
        for (const y of [part, 20 - part]) {
          const top = document.elementFromPoint(
            box.left + (box.width * part) / 20,
            box.top + (box.height * y) / 20,
          );
          if (!top?.matches('.board')) return top?.className ?? 'nothing';
        }
      }
      return '';
    });
    assert.equal(covered, '', `${width}x${height}: the final position is not covered`);
    if (width > 760) {
      await page.goto(`${address}#replay=m&round=150&edit=yourAI.py`);
      await page.locator('.save-state', { hasText: 'Saved' }).waitFor();
      await isThere('editor');
    } else {
      await page.goto(`${address}#replay=m&round=150&edit=yourAI.py`);
      await page.locator('.save-state', { hasText: 'Saved' }).waitFor();
    }
    assert.deepEqual(await outOfReach(page), [], `${width}x${height}: editor`);
    await codeStays(page, `${width}x${height}`);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

/** Checks that a match that begins and ends, and the sign of the queue, move nothing beside the code. @param {import('playwright-core').Page} page @param {string} where */
async function codeStays(page, where) {
  const places = () =>
    page.evaluate(() =>
      ['.edit-code', '.stage', '.edit > .go', '.edit > .go .primary'].map((one) =>
        JSON.stringify(document.querySelector(one)?.getBoundingClientRect()),
      ),
    );
  const before = await places();
  const run = { id: 'r', replay: 'elsewhere', ready: false, state: 'running', round: 3, rounds: 80 };
  const rest = { seconds_left: 839, rounds_per_s: 12, error: null, games: [], total: null, verdict: null };
  server.emit('run', { ...run, ...rest });
  await page.locator('.run button').waitFor();
  assert.deepEqual(await places(), before, `${where}: while a match runs`);
  assert.deepEqual(await outOfReach(page), [], `${where}: while a match runs`);
  server.emit('run', { ...run, ...rest, state: 'failed', error: 'It cannot start.' });
  await page.locator('.runbar .result').waitFor();
  assert.deepEqual(await places(), before, `${where}: after a match that failed`);
  await page.evaluate(() => {
    const sign = document.createElement('p');
    sign.className = 'host-queue';
    sign.textContent = 'Waiting: place 1 in the queue';
    document.querySelector('.top')?.after(sign);
  });
  assert.deepEqual(await places(), before, `${where}: while one waits`);
}

test('the bubble stands beside its unit and inside the board', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 1366, height: 630 } });
  await page.goto(`${address}#replay=m&round=150`);
  await isLoaded(page);
  for (let number = 0; number < 12; number += 1) {
    await page.keyboard.press('.');
    await page.locator('.inspector').waitFor();
    await page.waitForFunction(() => document.querySelector('.inspector')?.hasAttribute('data-side'));
    const [bubble, board] = [await placeOf(page, '.inspector'), await placeOf(page, '.stage')];
    assert.ok(bubble && board);
    assert.ok(bubble[0] >= board[0] && bubble[0] + bubble[2] <= board[0] + board[2], 'horizontally');
    assert.ok(bubble[1] >= board[1] && bubble[1] + bubble[3] <= board[1] + board[3], 'vertically');
  }
  await context.close();
});

test('the chart of the lead says what its height means', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 1366, height: 630 } });
  await page.goto(`${address}#replay=m&round=150`);
  await isLoaded(page);
  await page.locator('.track').hover();
  await page.getByText(/Height: lead as a share of the leader’s value \(Stock\)/).waitFor();
  assert.ok((await page.locator('.pins .pin').count()) <= 3);
  // A pin leads to its round, and the left column shows the same moments with the same numbers.
  await page.locator('.pins .pin').first().click();
  await page.waitForFunction(() => document.querySelector('.round-now strong')?.textContent === '5');
  await page.locator('.moment .pin', { hasText: '1' }).waitFor();
  await context.close();
});

test('chips stand in order of rank', async () => {
  const { page, context } = await openPage(browser, { viewport: { width: 1366, height: 630 } });
  await page.goto(`${address}#replay=m&round=150`);
  await isLoaded(page);
  for (const round of [60, 120, 180]) {
    await page.locator('.slider').fill(String(round));
    await page.waitForFunction(
      (wanted) => document.querySelector('.round-now strong')?.textContent === wanted,
      String(round),
    );
    const figures = (await page.locator('.player-chip .figure').allTextContents()).map((text) =>
      Number(text.replace(',', '')),
    );
    assert.deepEqual(
      figures,
      [...figures].sort((one, other) => other - one),
    );
  }
  await context.close();
});
