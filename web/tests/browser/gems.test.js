/** The gem duel in the pages, with the real program behind them: a person plays, programs play, replays are watched. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { launch, openPage } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

const LAST = 'from gems import *\n\ndef choose_move(player, opponent, field):\n    print("<b>life</b>", player[0])\n    moves = legal_moves(field)\n    annotate(moves[-1][:2], "this one")\n    return moves[-1]\n';

const wag = new Wag();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  wag.words = ['--turn-time', '1'];
  await wag.start({ 'last.py': LAST, 'loop.py': 'def choose_move(player, opponent, field):\n    while True:\n        pass\n' });
  browser = await launch();
  open = await openPage(browser, {});
  open.page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

/** @param {string} where */
async function check(where) {
  await open.page.evaluate(axe);
  const { violations } = await open.page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
  assert.deepEqual(violations.map((/** @type {any} */ one) => `${where}: ${one.id}: ${one.nodes[0].html}`), []);
}

/** @param {string} first @param {string} second */
async function run(first, second) {
  const { page } = open;
  await page.getByLabel('AI 1').fill(first);
  await page.getByLabel('AI 2').fill(second);
  await page.getByLabel('Seed').fill('5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
}

/** Until the match is over and its beginning is shown. */
async function over() {
  await open.page.waitForFunction(() => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 1);
  await open.page.locator('.run').waitFor({ state: 'hidden' });
}
const asked = () => open.page.locator('.asked');

test('two programs play, and the game is watched move by move', async () => {
  const { page } = open;
  await page.goto(wag.address);
  await page.getByRole('tab', { name: 'Gem duel' }).click();
  await page.getByLabel('AI 2').waitFor();
  assert.equal(await page.getByLabel('Rounds').count(), 0);
  assert.equal(await page.getByLabel('Board', { exact: true }).inputValue(), 'new');
  await page.getByRole('img', { name: 'Board: A new board' }).waitFor();
  await check('setup');
  await run('last.py', 'greedy');
  await over();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.locator('.output').getByText('<b>life</b> 30').waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByText(/^last swaps \(\d, \d\) and \(\d, \d\)\.$/).first().waitFor();
  await page.keyboard.press('.');
  await page.locator('.inspector').getByText('Shield').waitFor();
  await page.keyboard.press('End');
  await page.locator('.score').getByText('Winner').waitFor();
  await check('watch');
});

test('on a small screen no button hides a stone', async () => {
  const { page } = open;
  const large = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const [board, buttons] = [await page.locator('canvas.board').boundingBox(), await page.locator('.zoom').boundingBox()];
  assert.ok(board && buttons && large);
  assert.ok(buttons.y >= board.y + board.height, `${buttons.y} ${board.y} ${board.height}`);
  await page.setViewportSize(large);
});

test('a person makes a move with the mouse, one with the keyboard, one from the list, and goes', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('human', 'ref');
  const heading = asked().getByRole('heading', { name: 'human, it is your move' });
  await heading.waitFor();
  await check('asked');
  const choices = async () => (await asked().getByRole('button').allTextContents()).map((text) => (text.match(/\d/g) ?? []).map(Number));
  /** Waits until the next question, of another round, is there. @param {string} before */
  const next = (before) => page.waitForFunction((old) => {
    const list = document.querySelector('.asked:not([hidden]) .choices');
    return list !== null && list.textContent !== old && !list.querySelector('button')?.disabled;
  }, before);
  const listed = async () => (await asked().locator('.choices').textContent()) ?? '';

  let before = await listed();
  const [x1, y1, x2, y2] = (await choices())[0];
  const box = await page.locator('canvas.board').boundingBox();
  assert.ok(box);
  const side = Math.floor((Math.min(box.width, box.height) - 8) / 10);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: box.width / 2 + (x - 4.5) * side, y: box.height / 2 + (4.5 - y) * side });
  await page.locator('canvas.board').click({ position: at(x1, y1) });
  await page.locator('.inspector').getByText(`(${x1}, ${y1})`).first().waitFor();
  await page.locator('canvas.board').click({ position: at(x2, y2) });
  await next(before);
  await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('.round')).value) >= 2);

  before = await listed();
  await asked().getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await next(before);

  before = await listed();
  const [a, b, c, d] = (await choices())[0];
  await page.locator('canvas.board').focus();
  // To the corner at the bottom left, then to the stone.
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('a');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('s');
  for (let step = 0; step < a; step += 1) await page.keyboard.press('d');
  for (let step = 0; step < b; step += 1) await page.keyboard.press('w');
  await page.keyboard.press('Enter');
  await page.keyboard.press(c > a ? 'd' : d > b ? 'w' : 's');
  await page.keyboard.press('Enter');
  await next(before);
  await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('.round')).value) >= 5);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/Cancelled after round/).waitFor();
  await asked().waitFor({ state: 'hidden' });
});

test('who thinks too long has lost, and the page says so', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('loop.py', 'ref');
  await over();
  await page.keyboard.press('End');
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.getByText(/no answer within 1 s|Time-out/).first().waitFor();
  assert.deepEqual(open.problems, []);
});
