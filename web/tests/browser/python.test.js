/** Matches of games in Python files in a real Chromium: drawn in both looks, clicked, and harmless whatever they contain. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkSizes, launch, openPage } from '../fixtures/browser.js';
import { GAME_OPTIONS } from '../fixtures/offers.js';
import { boardMatch, hexagonMatch, HOSTILE, hostileMatch, textOnlyMatch } from '../fixtures/python-match.js';
import { FakeServer } from '../fixtures/server.js';

const server = new FakeServer();
/** @type {import('playwright-core').Browser} */
let browser;
let address = '';

before(async () => {
  address = await server.listen();
  browser = await launch();
  server.games = ['warriors', 'fives'];
  GAME_OPTIONS.fives.options.push({ name: 'heaps', help: 'The heaps', kind: 'text', usual: '1,3,5' });
  for (const [id, match] of Object.entries({
    board: boardMatch(),
    hexagons: hexagonMatch(),
    grid: textOnlyMatch("1 2 3\n4 5 6\n7 8 9\nAnna's turn", "1 2 3\n4 X O\n7 8 9\nBen's turn"),
    text: textOnlyMatch('Heaps: 3 5 7', 'Heaps: 3 5 6'),
    hostile: hostileMatch(),
  }))
    server.replays.set(id, /** @type {any} */ (match));
});
after(async () => {
  await browser?.close();
  server.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark']))
  test(`boards, hexagons and texts are drawn: ${colorScheme}`, async () => {
    const { page, problems, context } = await openPage(browser, {
      viewport: { width: 1366, height: 630 },
      locale: 'de-DE',
      colorScheme,
    });
    for (const id of ['board', 'hexagons', 'grid', 'text']) {
      await page.goto(`${address}#replay=${id}&round=1`);
      await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
      // More than a ground: many colors are on the canvas.
      await page.waitForFunction(() => {
        const canvas = document.querySelector('canvas.board');
        if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false;
        const copy = document.createElement('canvas');
        [copy.width, copy.height] = [canvas.width, canvas.height];
        const ctx = copy.getContext('2d', { willReadFrequently: true });
        ctx?.drawImage(canvas, 0, 0);
        const data = ctx?.getImageData(0, 0, copy.width, copy.height).data ?? [];
        const colors = new Set();
        for (let at = 0; at < data.length; at += 4)
          colors.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
        return colors.size > 20;
      });
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

test('a piece is described, and a game that failed says so', async () => {
  const { page, problems, context } = await openPage(browser);
  await page.goto(`${address}#replay=board&round=4&select=i7`);
  const inspector = page.locator('.inspector');
  await inspector.getByText('the king').first().waitFor();
  await inspector.getByText('moved: steps 1').waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByText('The game failed at mygame.py:12: KeyError: 3').first().waitFor();
  await checkSizes(page, 'python-board');
  assert.deepEqual(problems, []);
  await context.close();
});

test('hostile texts are shown as text', async () => {
  const { page, problems, context } = await openPage(browser);
  for (const [id, round] of [
    ['board', 1],
    ['hostile', 1],
    ['hostile', 0],
  ]) {
    await page.goto(`${address}#replay=${id}&round=${round}`);
    await page.locator('.player-chip').first().waitFor();
    if (round === 0) continue;
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.locator('.event', { hasText: '<img src=x' }).first().waitFor();
  }
  const found = await page.evaluate(() => [
    document.querySelectorAll('img').length,
    ['\u001b', '\u202e'].some((sign) => document.body.textContent?.includes(sign)),
  ]);
  assert.deepEqual(found, [0, false], HOSTILE);
  assert.deepEqual(problems, []);
  await context.close();
});

test('a person moves by one click on a cell, or by a button', async () => {
  const { page, problems, context } = await openPage(browser, { viewport: { width: 1366, height: 630 } });
  const match = boardMatch();
  const live = {
    ...match.header,
    complete: false,
    rounds_played: 1,
    failed: undefined,
    game_file: undefined,
  };
  server.replays.set('live', /** @type {any} */ ({ ...match, header: live }));
  server.run = {
    id: 'live',
    game: 'python',
    replay: 'live',
    state: 'running',
    round: 1,
    rounds: 4,
    ready: true,
    games: [{ replay: 'live', ready: true, over: false, winners: [] }],
    question: { seat: 1, number: 1, choices: ['[3,5]', '[7,4]', '"pass"'], composes: false, fault: null },
  };
  await page.goto(`${address}#replay=live`);
  const prompt = page.locator('.human-prompt');
  await prompt.getByRole('button', { name: 'pass' }).waitFor();
  assert.deepEqual(await prompt.locator('.choices button').allTextContents(), ['3, 5', '7, 4', 'pass']);
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  const board = page.locator('canvas.board');
  const box = await board.boundingBox();
  assert.ok(box);
  const answered = page.waitForRequest('**/api/run/answer');
  // Twelve cells fill the width of the board; the text below is two lines.
  const cell = box.width / 12;
  const top = (box.height - cell * (10 + (2 * 12) / 18)) / 2;
  // Waits until the board stands still.
  await board.click({ position: { x: 7.5 * cell, y: top + 4.5 * cell } });
  assert.equal(JSON.parse((await answered).postData() ?? '{}').answer, '[7,4]');
  server.run = null;
  assert.deepEqual(
    problems.filter((problem) => !/404|409/.test(problem)),
    [],
  );
  await context.close();
});

test('an option that is a text has a field', async () => {
  const { page, context } = await openPage(browser);
  await page.goto(address);
  await page.getByRole('tab', { name: 'Fives' }).click();
  const field = page.getByLabel('heaps');
  assert.equal(await field.inputValue(), '1,3,5');
  await field.fill('2,2');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await server.waitForRequest('/api/run');
  const { body } = server.requests.findLast((one) => one.path === '/api/run');
  assert.equal(JSON.parse(body.toString()).options.heaps, '2,2');
  await context.close();
});
