/** The gem duel in the pages, with the real program: a person plays, programs play, replays are watched. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, launch, matchIsOver, openPage } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

const LAST =
  'from gems import *\n\ndef choose_move(player, opponent, field):\n    print("<b>life</b>", player[0])\n    moves = legal_moves(field)\n    annotate(moves[-1][:2], "this one")\n    return moves[-1]\n';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  wag.words = ['--turn-time', '1'];
  await wag.start({
    'last.py': LAST,
    'fails.py': 'def choose_move(player, opponent, field):\n    raise ValueError("no idea")\n',
    'loop.py': 'def choose_move(player, opponent, field):\n    while True:\n        pass\n',
  });
  browser = await launch();
  open = await openPage(browser, {});
  open.page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

const check = (/** @type {string} */ where) => checkAccess(open.page, where);

/** @param {string} first @param {string} second */
async function run(first, second) {
  const { page } = open;
  await page.getByLabel('AI 1').fill(first);
  await page.getByLabel('AI 2').fill(second);
  await page.getByLabel('Seed').fill('5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
}

/** Waits until the match is over and its start is shown. */
async function over() {
  await open.page.waitForFunction(
    () => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 1,
  );
  await matchIsOver(open.page);
}
const asked = () => open.page.locator('.human-prompt');

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
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.locator('.output').getByText('<b>life</b> 30').waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page
    .getByText(/^last swaps \(\d, \d\) and \(\d, \d\)\.$/)
    .first()
    .waitFor();
  await page.keyboard.press('.');
  await page.locator('.inspector summary').first().click();
  await page.locator('.inspector').getByText('Shield').waitFor();
  await foldedPartStaysFolded(page);
  await page.keyboard.press('End');
  await page.locator('.player-chip').getByText('Winner').waitFor();
  await check('watch');
});

/**
 * Checks that a part that was just folded stays so when the page is drawn before the browser reports it. Two rounds on,
 * since the part is there only in rounds in which the seat acts.
 * @param {import('playwright-core').Page} page
 */
async function foldedPartStaysFolded(page) {
  const hold = await page.evaluateHandle(
    () => (/** @type {Event} */ event) => event.stopImmediatePropagation(),
  );
  await hold.evaluate((listener) => document.addEventListener('toggle', listener, true));
  const folded = page.locator('.inspector details').first();
  await folded.locator('summary').click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement} */ (document.querySelector('.round')).value) >= 3,
  );
  assert.equal(await folded.getAttribute('open'), null);
  await hold.evaluate((listener) => document.removeEventListener('toggle', listener, true));
}

test('both games of a duel are watched, and the page shows the total', async () => {
  const { page } = open;
  const games = page.getByRole('navigation', { name: 'Games of the match' });
  const link = () => page.url().replace(/.*replay=([^&]*).*/, '$1');
  // The link is updated with a delay.
  await page.waitForURL(/replay=/);
  const first = link();
  await games.getByRole('button', { name: /^Game 1: last begins.*(wins|a draw)$/ }).waitFor();
  assert.equal(await games.locator('[aria-current]').count(), 1);
  assert.match(
    (await games.getByRole('status').textContent()) ?? '',
    /^last [012] : greedy [012]: \w+ wins the match\.$/,
  );
  await games.getByRole('button', { name: /^Game 2: greedy begins/ }).click();
  await page.waitForFunction((old) => !location.hash.includes(`replay=${old}&`), first);
  await over();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page
    .getByText(/^greedy swaps/)
    .first()
    .waitFor();
  assert.match((await games.locator('[aria-current]').textContent()) ?? '', /^Game 2/);
  await check('second game');
  await games.getByRole('button', { name: /^Game 1/ }).click();
  await page.waitForFunction((old) => location.hash.includes(`replay=${old}&`), first);
});

test('the result of the first game is hidden until the user has seen its end', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('ref', 'greedy');
  await over();
  const games = page.getByRole('navigation', { name: 'Games of the match' });
  await games.getByRole('button', { name: 'Game 1: ref begins', exact: true }).waitFor();
  assert.equal(await games.getByRole('status').textContent(), '');
  await page.keyboard.press('End');
  await games.getByRole('button', { name: /^Game 1: ref begins.*wins$/ }).waitFor();
});

test('names fit beside many figures, and equal names are numbered', async () => {
  const { page } = open;
  const large = page.viewportSize();
  assert.ok(large);
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('look-ahead=ref', 'look-ahead=greedy');
  await over();
  await page.keyboard.press('End');
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    const names = page.locator('.player-chip bdi');
    // The winner is first.
    assert.deepEqual((await names.allTextContents()).sort(), ['look-ahead1', 'look-ahead2']);
    for (const name of await names.all())
      assert.ok(await name.evaluate((one) => one.scrollWidth <= one.clientWidth), `${width}`);
    await check(`names, ${width}`);
  }
  await page.setViewportSize(large);
});

test('the page leads a person to the second game when the first is over', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('fails.py', 'human');
  await asked()
    .getByRole('heading', { name: 'This game is over; human is to move in the next one.' })
    .waitFor();
  await check('next game');
  await asked().getByRole('button', { name: 'Go to game 2' }).click();
  await asked().getByRole('heading', { name: 'human, it is your turn' }).waitFor();
  await page
    .locator('.run')
    .getByText(/^Game 2 of 2 · /)
    .waitFor();
  await asked().getByRole('button').first().click();
  await asked().waitFor({ state: 'hidden' });
  await page.locator('.run').waitFor({ state: 'hidden' });
  const games = page.getByRole('navigation', { name: 'Games of the match' });
  await games.waitFor();
  await page.locator('.track').waitFor();
  await page.waitForFunction(() => document.querySelector('.live')?.hasAttribute('hidden'));
  await page.keyboard.press('End');
  await games.getByText('fails 0 : human 2: human wins the match.').waitFor();
});

test('on a small screen no button covers a stone', async () => {
  const { page } = open;
  const large = page.viewportSize();
  assert.ok(large);
  // A phone in portrait and landscape.
  for (const [width, height] of [
    [390, 844],
    [932, 430],
  ]) {
    await page.setViewportSize({ width, height });
    const [board, ...others] = await Promise.all(
      ['canvas.board', '.watch > .zoom', '.track', '.chips'].map((name) => page.locator(name).boundingBox()),
    );
    assert.ok(board);
    // A phone has the buttons of the zoom in the menu.
    for (const other of others)
      assert.ok(
        !other ||
          other.y >= board.y + board.height ||
          other.y + other.height <= board.y ||
          other.x + other.width <= board.x,
        `${width} ${height}: nothing covers the board`,
      );
  }
  await page.setViewportSize(large);
});

test('a person moves with the mouse, the keyboard and the list, then leaves', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('human', 'ref');
  const heading = asked().getByRole('heading', { name: 'human, it is your turn' });
  await heading.waitFor();
  await check('asked');
  const choices = async () =>
    (await asked().getByRole('button').allTextContents()).map((text) =>
      (text.match(/\d/g) ?? []).map(Number),
    );
  /** Waits for the next question, in another round. @param {string} before */
  const next = (before) =>
    page.waitForFunction((old) => {
      const list = document.querySelector('.human-prompt:not([hidden]) .choices');
      return list !== null && list.textContent !== old && !list.querySelector('button')?.disabled;
    }, before);
  const listed = async () => (await asked().locator('.choices').textContent()) ?? '';

  let before = await listed();
  const [x1, y1, x2, y2] = (await choices())[0];
  const box = await page.locator('canvas.board').boundingBox();
  assert.ok(box);
  const side = Math.floor((Math.min(box.width, box.height) - 8) / 10);
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({
    x: box.width / 2 + (x - 4.5) * side,
    y: box.height / 2 + (4.5 - y) * side,
  });
  await page.locator('canvas.board').click({ position: at(x1, y1) });
  await page.locator('.inspector').getByText(`(${x1}, ${y1})`).first().waitFor();
  await page.locator('canvas.board').click({ position: at(x2, y2) });
  await next(before);
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement} */ (document.querySelector('.round')).value) >= 2,
  );

  before = await listed();
  await asked().getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await next(before);

  before = await listed();
  const [a, b, c, d] = (await choices())[0];
  await page.locator('canvas.board').focus();
  // To the bottom left corner, then to the stone.
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('a');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('s');
  for (let step = 0; step < a; step += 1) await page.keyboard.press('d');
  for (let step = 0; step < b; step += 1) await page.keyboard.press('w');
  await page.keyboard.press('Enter');
  await page.keyboard.press(c > a ? 'd' : d > b ? 'w' : 's');
  await page.keyboard.press('Enter');
  await next(before);
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement} */ (document.querySelector('.round')).value) >= 5,
  );

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/Cancelled after round/).waitFor();
  await asked().waitFor({ state: 'hidden' });
});

test('a player that computes too long loses, and the page says so', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await run('loop.py', 'ref');
  await over();
  await page.keyboard.press('End');
  await page.getByRole('tab', { name: 'Output' }).click();
  await page
    .locator('.output')
    .getByText(/no answer within 1 s|Time-out/)
    .first()
    .waitFor();
  assert.deepEqual(open.problems, []);
});

test('the German pages of a duel are accessible, light and dark', async () => {
  // Colors change without transition, so that the test sees none in between.
  const { page, problems, context } = await openPage(browser, { locale: 'de-DE', reducedMotion: 'reduce' });
  page.setDefaultTimeout(60000);
  const checkBoth = async (/** @type {string} */ where) => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      await checkAccess(page, `${where}, ${colorScheme}`);
    }
  };
  /** @param {string} first @param {string} second */
  const start = async (first, second) => {
    await page.locator('#setup-player-1').fill(first);
    await page.locator('#setup-player-2').fill(second);
    await page.getByRole('button', { name: 'Starten', exact: true }).click();
    await page.locator('.watch').waitFor();
  };
  await page.goto(wag.address);
  await page.getByRole('tab', { name: 'Steineduell' }).click();
  await page.getByRole('img', { name: 'Spielfeld: Ein neues Spielfeld' }).waitFor();
  await checkBoth('setup');
  await start('human', 'ref');
  await page.locator('.human-prompt').getByRole('heading', { name: 'human, du bist am Zug' }).waitFor();
  await checkBoth('asked');
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByText(/Abgebrochen nach Runde/).waitFor();
  await page.getByRole('button', { name: 'Einrichten' }).click();
  await start('last.py', 'greedy');
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 1,
  );
  await matchIsOver(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('.');
  await page.locator('.inspector summary').first().click();
  await page.locator('.inspector').getByText('Schild').waitFor();
  await page.getByRole('tab', { name: 'Ereignisse' }).click();
  await checkBoth('watch');
  await page.keyboard.press('End');
  await page
    .getByRole('navigation', { name: 'Partien des Spiels' })
    .getByRole('button', { name: /^Partie 2: greedy beginnt/ })
    .waitFor();
  await checkBoth('end');
  assert.deepEqual(problems, []);
  await context.close();
});
