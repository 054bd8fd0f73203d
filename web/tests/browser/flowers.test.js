/** The flower farm in the pages, with the real program: a person plays by mouse and keyboard, matches are watched. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkSizes, chooseLanguage, launch, matchIsOver, openPage, SIZES } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  await wag.start({
    'odd.py':
      "def bot_input(dto):\n    print('<b>gold</b>', dto.source.gold)\n    return InputAction('L', [Action(8, 0)])\n",
  });
  browser = await launch();
  open = await openPage(browser, { viewport: SIZES[1] });
  open.page.setDefaultTimeout(30000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

/** @param {string} where */
const check = (where) => checkSizes(open.page, where);

/** @param {string} first @param {string} second @param {number} rounds */
async function run(first, second, rounds) {
  const { page } = open;
  await page.getByLabel('AI 1').fill(first);
  await page.getByLabel('AI 2').fill(second);
  await page.getByLabel('Rounds').fill(String(rounds));
  await page.getByLabel('Special fields', { exact: true }).selectOption('picture');
  await page.getByLabel('Seed').fill('5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
}

const asked = () => open.page.locator('.human-prompt');
/** @param {string} name */
const button = (name) => asked().getByRole('button', { name, exact: true });
/** @param {string} letter */
const action = (letter) => asked().locator(`[data-action="${letter}"]`);
/** Waits for the person's turn in a round. @param {number} round */
const turnOf = async (round) => {
  await open.page.waitForFunction(
    (wanted) =>
      Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= wanted,
    round - 1,
  );
  await action('pass').and(open.page.locator(':enabled')).waitFor();
};

test('a match is set up, watched and described', async () => {
  const { page } = open;
  await page.goto(wag.address);
  await page.getByRole('tab', { name: 'Flower farm' }).click();
  await page.getByLabel('AI 2').waitFor();
  assert.equal(await page.getByLabel('Special fields', { exact: true }).inputValue(), 'random');
  await check('setup');
  await run('odd.py', 'Gardener', 40);
  await matchIsOver(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.locator('.output').getByText('<b>gold</b> 5000').waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByText('odd: Buy land is void: off the board.').first().waitFor();
  await page.getByText('Gardener buys 1 Tulip, 1 Water.').first().waitFor();
  await page.keyboard.press('End');
  await page.locator('.player-chip').getByText('Winner').waitFor();
  await check('watched');
});

test('a person buys, plants with the mouse, waters with the keyboard, and harvests', async () => {
  const { page } = open;
  await page.setViewportSize(SIZES[1]);
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('human', 'Sower', 5);
  await asked()
    .getByRole('heading', { name: /your turn/ })
    .waitFor();
  // The shop shows the price in advance, and what cannot be afforded.
  await action('C').click();
  await button('Tulip 3600 (0)').click();
  await button('Water 200 (0)').click();
  await asked().getByText('Costs 3,800 of 5,000 gold').waitFor();
  await button('Tulip 3600 (0)').click();
  await asked().getByText('Nothing would happen: too dear').waitFor();
  await button('Do it anyway').waitFor();
  await button('Undo').click();
  await check('asked');
  await page.setViewportSize(SIZES[1]);
  await button('Do it').click();
  await turnOf(2);
  // With the mouse on the board: the bottom left corner.
  await action('P').click();
  await button('Tulip (1)').waitFor();
  await select(0, 0);
  await asked().getByText('Tulip (0,0)').waitFor();
  await button('Do it').click();
  await turnOf(3);
  // With the keyboard only.
  await action('H').focus();
  await page.keyboard.press('w');
  await button('(0,0)').focus();
  await page.keyboard.press('Enter');
  await asked().getByText('1 of 1 drops').waitFor();
  await button('Do it').focus();
  await page.keyboard.press('Enter');
  await turnOf(4);
  await action('H').focus();
  await page.keyboard.press('h');
  await page.keyboard.press('Enter');
  await turnOf(5);
  await page.locator('.player-chip').getByText('8,000', { exact: true }).first().waitFor();
  // An action without effect can be sent deliberately.
  await action('M').click();
  await button('(7,7)').click();
  await asked().getByText('Nothing would happen: none left').waitFor();
  await button('Do it anyway').click();
  await asked().waitFor({ state: 'hidden' });
  await page.getByText('human wins').first().waitFor();
  await check('ended');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByText('human sends no mole to (7,7): none left.').first().waitFor();
  assert.deepEqual(open.problems, []);
});

/** Clicks a tile of the board. @param {number} x @param {number} y */
async function select(x, y) {
  const box = await open.page.locator('canvas.board').boundingBox();
  assert.ok(box);
  const side = Math.floor((Math.min(box.width, box.height) - 8) / 8);
  await open.page
    .locator('canvas.board')
    .click({ position: { x: box.width / 2 + (x - 3.5) * side, y: box.height / 2 + (3.5 - y) * side } });
}

test('the opponent’s plants show only their kind until the match is over', async () => {
  const { page } = open;
  await page.setViewportSize(SIZES[1]);
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('human', 'Sower', 3);
  for (const round of [1, 2]) {
    await turnOf(round);
    await action('pass').click();
    await button('Do it').click();
  }
  await turnOf(3);
  await select(7, 7);
  await page.locator('.inspector').getByText('BlueJazz').waitFor();
  assert.equal(await page.locator('.inspector').getByText('needs 2 drops').count(), 0);
  await action('pass').click();
  await button('Do it').click();
  await asked().waitFor({ state: 'hidden' });
  await page.locator('.inspector').getByText('ripe').waitFor();
  assert.deepEqual(open.problems, []);
});

test('the farm has Serbian texts in Latin script', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await chooseLanguage(page, 'sr');
  await page.getByRole('tab', { name: 'Cvetna farma' }).waitFor();
  await page.getByLabel('Specijalna polja', { exact: true }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'sr-Latn');
  await chooseLanguage(page, 'en');
});

test('an action can be composed on a phone', async () => {
  const { page, problems, context } = await openPage(browser, {
    viewport: SIZES[0],
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(wag.address);
  await page.getByRole('tab', { name: 'Flower farm' }).tap();
  await page.getByLabel('AI 1').fill('human');
  await page.getByLabel('AI 2').fill('Sower');
  await page.getByLabel('Rounds').fill('1');
  await page.getByRole('button', { name: 'Run', exact: true }).tap();
  const strip = page.locator('.human-prompt');
  await strip.locator('[data-action="L"]').tap();
  const board = page.locator('canvas.board');
  await board.scrollIntoViewIfNeeded();
  const box = await board.boundingBox();
  assert.ok(box);
  const side = Math.floor((Math.min(box.width, box.height) - 8) / 8);
  await board.tap({ position: { x: box.width / 2 - 2.5 * side, y: box.height / 2 + 2.5 * side } });
  await strip.getByText('(1,1)').waitFor();
  await strip.getByRole('button', { name: 'Do it' }).tap();
  await strip.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Events' }).tap();
  await page.getByText('human buys a field: (1,1).').first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});
