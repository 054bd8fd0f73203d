/** Forks and comparisons of matches, against a fake server. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, checkSizes, chooseLanguage, launch, openPage } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer } from '../fixtures/server.js';

const server = new FakeServer();
/** @type {import('playwright-core').Browser} */
let browser;
let address = '';

before(async () => {
  address = await server.listen();
  browser = await launch();
  server.replays.set('old', makeMatch({ rounds: 40, seed: 7 }));
  server.replays.set('new', makeMatch({ rounds: 30, seed: 8 }));
  server.diff = {
    equal: false,
    game: 'warriors',
    figure: 'stock',
    scores: [],
    a: { rounds: 40, players: ['a', 'b', 'c', 'd'], places: [1, 2, 3, 4], scores: [500, 1, 2, 3] },
    b: { rounds: 30, players: ['a', 'b', 'c', 'd'], places: [1, 2, 3, 4], scores: [700, 1, 2, 3] },
    first: { round: 12, seat: 2, kind: 'orders', a: ['unit 3: NORTH'], b: [] },
  };
});
after(async () => {
  await browser?.close();
  server.close();
});

test('a match is continued from a round with a file, and compared with the original', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(`${address}#replay=old&round=10`);
  await page.getByRole('button', { name: 'Continue from here with my file…' }).click();
  const dialog = page.locator('dialog');
  assert.equal(await dialog.getByLabel('First round to play again').inputValue(), '11');
  await dialog.getByLabel('Plays from here on').selectOption('bots/clever.py');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('there is no file bots/clever.py').waitFor();
  await checkAccess(page, 'fork-dialog');
  await dialog.getByLabel('Plays from here on').selectOption('yourAI.py');
  await dialog.getByLabel('Player').selectOption('2');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Continues auto-20260102-030405.wag from round 11.').waitFor();
  const request = server.requests.findLast((one) => one.path === '/api/run');
  assert.deepEqual(JSON.parse(request.body.toString()).fork, {
    replay: 'old',
    round: 11,
    seat: 2,
    file: 'yourAI.py',
  });
  await page.getByText('Other files: ').waitFor();
  await page.getByRole('link', { name: 'Compare with the original' }).click();
  await page.locator('.compare').waitFor();
  assert.match(new URL(page.url()).hash, /^#replay=old&compare=r\d+/);
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('400')),
    [],
  );
});

test('two matches have one clock, and their first difference is marked', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(`${address}#replay=old&compare=new&round=5`);
  await page.getByText('First difference: round 12, ').waitFor();
  await page.getByText('500 → 700').waitFor();
  const round = page.locator('.transport .round');
  await assertRound(round, '5');
  await page.keyboard.press('d');
  await assertRound(round, '12');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await assertRound(round, '1');
  await page.keyboard.press('End');
  await assertRound(round, '40');
  assert.ok(await page.locator('.compare-side.right .tag').isVisible(), 'the shorter match is over');
  await page.waitForURL(/round=40/);
  assert.match(page.url(), /replay=old&compare=new/);
  await page.getByText('Orders and events that differ').click();
  await page.getByText('unit 3: NORTH').waitFor();
  await page.getByText('(nothing)').waitFor();
  await checkSizes(page, 'compare-en');
  await page.setViewportSize({ width: 1400, height: 900 });
  await chooseLanguage(page, 'de');
  await page.getByText('Erster Unterschied: Runde 12, ').waitFor();
  await page.getByRole('button', { name: 'Zurück zum Spiel' }).click();
  await page.locator('.watch').waitFor();
  await assertRound(page.locator('.transport .round'), '40');
  assert.equal(
    await page.getByRole('button', { name: 'Erster Unterschied' }).count(),
    0,
    'the mark belongs to the comparison',
  );
  assert.deepEqual(problems, []);
});

test('a comparison that is not possible says so', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${address}#replay=old&compare=gone`);
  await page.getByText('There is no such replay.').waitFor();
  await page.goto(`${address}#replay=old`);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByText('Choose a saved match of the same game.').waitFor();
  await checkAccess(page, 'compare-dialog');
});

test('both boards are drawn again when the lines above them grow', async () => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${address}#replay=old&compare=new&round=5`);
  await page.getByText('First difference: round 12, ').waitFor();
  await page.getByText('Orders and events that differ').click();
  await page.getByText('unit 3: NORTH').waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('canvas')]
      .filter((canvas) => canvas.matches('.board'))
      .every((canvas) => canvas.width === canvas.clientWidth && canvas.height === canvas.clientHeight),
  );
  assert.deepEqual(problems, []);
  await page.context().close();
});

/** @param {import('playwright-core').Locator} field @param {string} round */
async function assertRound(field, round) {
  await field
    .page()
    .waitForFunction(
      ([element, value]) => /** @type {HTMLInputElement} */ (element).value === value,
      [await field.elementHandle(), round],
    );
}
