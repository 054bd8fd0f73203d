/** The tab of games in Python files: the choice, the form, and games that cannot be opened or fail. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkAccess, checkSizes, launch, openPage, pressEndUntil } from '../fixtures/browser.js';
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
  address = await server.listen();
  open = await openPage(browser, { viewport: { width: 1366, height: 630 } });
});
afterEach(async () => {
  // A browser reports each request for a game that cannot be opened.
  assert.deepEqual(
    open.problems.filter((problem) => !problem.endsWith('/api/start?game=broken.py')),
    [],
  );
  await open.context.close();
  server.close();
});

/** Checks the page as on a phone, on a desktop, and on a small laptop, whose frame must not scroll sideways. @param {string} where */
async function checkAll(where) {
  const { page } = open;
  await checkSizes(page, where);
  await page.setViewportSize({ width: 1366, height: 630 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), where);
  if (!process.env.SHOTS) return;
  for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${process.env.SHOTS}/${where}-1366-${colorScheme}.png` });
  }
}

const choice = () => open.page.getByLabel('Game', { exact: true });
const started = () =>
  server.requests.filter(({ path }) => path === '/api/run').map(({ body }) => JSON.parse(body.toString()));

test('a game is chosen, set up and played; the link and the next visit show it again', async () => {
  const { page } = open;
  await page.goto(address);
  await page.getByRole('tab', { name: 'Games in Python' }).click();
  await page.getByText('Choose a game above.').waitFor();
  const groups = await choice()
    .locator('optgroup')
    .evaluateAll((all) => all.map((one) => `${one.getAttribute('label')} ${one.children.length}`));
  assert.deepEqual(groups, ['Files of this folder 3', 'Your folders of games 1', 'Games of the course 6']);
  await checkAll('game-files');
  await choice().selectOption('race.py');
  await page.getByText('who reaches the end first wins').waitFor();
  assert.equal(
    await choice().evaluate((one) => /** @type {HTMLSelectElement} */ (one).selectedOptions[0].text),
    'A race <b>of two</b> · race.py',
  );
  assert.match(page.url(), /setup=python&game=race\.py/);
  await checkAll('game-file');
  await checkAccess(page, 'the form of a game file');
  await page.getByLabel('AI 2').fill('minimax:3');
  await page.getByLabel('width').fill('30');
  await page.getByLabel('heaps').fill('2,4');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  const [settings] = started();
  assert.deepEqual(
    [settings.game, settings.players.slice(0, 2), settings.options],
    ['race.py', ['human', 'minimax:3'], { width: '30', heaps: '2,4' }],
  );
  await page.goBack();
  await page.getByText('who reaches the end first wins').waitFor();
  await page.goto('about:blank');
  await page.goto(address);
  await page.locator('.watch, .game-choice').first().waitFor();
});

test('a failed game says whose mistake it is, where, and that the match counts for nobody', async () => {
  const { page } = open;
  await page.goto(`${address}#setup=python&game=race.py`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await pressEndUntil(page, page.getByRole('heading', { name: 'The game failed' }));
  await page.getByText('not in a player: the match counts for nobody').waitFor();
  await page.locator('.ending').getByText('KeyError: 3 (mygame.py, line 12)').waitFor();
  await checkAll('failed-game');
});

test('a game that cannot be opened says why, and can be mended', async () => {
  const { page } = open;
  await page.goto(`${address}#setup=python&game=broken.py`);
  const failure = page.getByRole('alert').filter({ hasText: "SyntaxError: '(' was never closed" });
  await failure.getByText('(broken.py, line 7)').waitFor();
  await checkAll('broken-game');
  server.files.texts.set('broken.py', 'class Broken(Game:\n');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.locator('.cm-content').getByText('class Broken(Game:').waitFor();
  await page.goBack();
  await failure.waitFor();
  server.brokenGames = {};
  server.settings['broken.py'] = server.settings['race.py'];
  const { GAME_OPTIONS } = await import('../fixtures/offers.js');
  GAME_OPTIONS['broken.py'] = { ...GAME_OPTIONS['race.py'], game: 'broken.py', title: 'Mended' };
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('AI 1').waitFor();
});

test('a link opens only a listed game, and hostile names are text', async () => {
  const { page } = open;
  await page.goto(`${address}#setup=python&game=${encodeURIComponent('../<img src=x onerror=alert(2)>.py')}`);
  await page.getByText('There is no game ../<img src=x onerror=alert(2)>.py here.').waitFor();
  assert.ok(!server.requests.some(({ path }) => path === '/api/start' && path.includes('..')));
  assert.equal(await page.locator('main img').count(), 0);
  assert.equal(await choice().locator('option', { hasText: '<img src=x' }).count(), 1);
});
