/** The pages with the real program: from the first match to the exported page. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  checkAccess,
  chooseLanguage,
  launch,
  openMenu,
  openPage,
  pressEndUntil,
} from '../fixtures/browser.js';
import { ROOT, Wag } from '../fixtures/wag.js';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  await wag.start({ 'strong.py': await readFile(join(ROOT, 'python/opponents/Expert.py'), 'utf8') });
  browser = await launch();
  open = await openPage(browser, { acceptDownloads: true }, false);
  open.page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

const check = (/** @type {string} */ where) => checkAccess(open.page, where);

/** @param {string[]} players @param {number} rounds */
async function run(players, rounds) {
  const { page } = open;
  for (const [index, name] of players.entries()) await page.getByLabel(`AI ${index + 1}`).fill(name);
  await page.getByLabel('Rounds').fill(String(rounds));
  await page.getByLabel('Seed').fill('7');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
}

const over = () => open.page.locator('.run').waitFor({ state: 'hidden' });
/** @param {number} round */
const atRound = (round) =>
  open.page.waitForFunction(
    (wanted) =>
      Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) === wanted,
    round,
  );

test('a long match is run from the page and cancelled', async () => {
  await open.page.goto(wag.address);
  await open.page.getByRole('img', { name: /^Map: / }).waitFor();
  const rules = open.page.getByLabel('Rules');
  assert.deepEqual([await rules.inputValue(), await rules.isEnabled()], ['usual', true]);
  await check('setup');
  await run(['talker.py', 'Noob', 'Dummy', 'Dummy'], 100000);
  assert.ok(wag.left().length > 1, 'its workers are running');
  await open.page.getByRole('button', { name: 'Cancel' }).click();
  await open.page.getByText(/Cancelled after round/).waitFor();
  // The timeline ends where the match was cancelled.
  await open.page.waitForFunction(
    () => Number(document.querySelector('.slider')?.getAttribute('max')) < 100000,
  );
  await open.page.getByRole('button', { name: 'Live', exact: true }).waitFor({ state: 'hidden' });
});

test('a match is played, stepped and scrubbed; a unit shows its order, line and result', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await run(['talker.py', 'Noob', 'Dummy', 'Dummy'], 40);
  await over();
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 1,
  );
  await page.keyboard.press('Space');
  await page.locator('.slider').fill('9');
  await atRound(9);
  await page.keyboard.press('ArrowRight');
  await atRound(10);
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.locator('.output').getByText('<b>ten</b> more').waitFor();
  await page
    .locator('.output')
    .getByText(/ValueError: it is round 10/)
    .first()
    .waitFor();
  await page.keyboard.press('ArrowLeft');
  await atRound(9);
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await page.getByRole('heading', { name: /Gatherer/ }).waitFor();
  await page
    .locator('.inspector')
    .getByText(/talker\.py:1\d/)
    .first()
    .waitFor();
  await check('watch');
});

test('two clicks lead from a unit to the line that gave its order', async () => {
  const { page } = open;
  const [x, y] =
    /\[(\d+), (\d+)\]/
      .exec((await page.locator('.inspector').textContent()) ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  await page.keyboard.press('Escape');
  await page.locator('.inspector').waitFor({ state: 'hidden' });
  const box = await page.locator('canvas.board').boundingBox();
  assert.ok(box);
  // The whole board is shown, centered: 20 fields with a margin.
  const field = Math.floor((Math.min(box.width, box.height) - 8) / 20);
  await page.mouse.click(
    box.x + box.width / 2 + (x + 0.5 - 10) * field,
    box.y + box.height / 2 + (y + 0.5 - 10) * field,
  );
  await page
    .getByRole('heading', { name: /Gatherer|Base/ })
    .first()
    .waitFor();
  await page
    .locator('.inspector')
    .getByRole('button', { name: /talker\.py:1\d/ })
    .first()
    .click();
  const here = page.locator('dialog .listing .here');
  await here.waitFor();
  assert.match((await here.textContent()) ?? '', /^1\d\s*(unit\.moveUnit| {4}unit\.moveUnit)/);
  await check('listing');
  await page.keyboard.press('Escape');
});

test('keys that select units take effect as soon as their round is loaded', async () => {
  const { page } = open;
  const chunks = '**/api/replays/*/chunks/*';
  /** @type {(() => void)} */
  let go = () => {};
  const held = new Promise((done) => (go = () => done(undefined)));
  await page.route(chunks, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.locator('.watch').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  assert.equal(await page.locator('.inspector dl').count(), 0);
  go();
  await page.locator('.inspector dl').first().waitFor();
  assert.match(
    page.url() + (await page.getByRole('heading', { name: /Gatherer/ }).textContent()),
    /Gatherer/,
  );
  await page.unroute(chunks);
});

test('a match is saved, loaded, and exported as a single page that needs no server', async () => {
  const { page } = open;
  await openMenu(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'As a page' }).click(),
  ]);
  const single = join(wag.folder, 'match.html');
  await file.saveAs(single);
  await page.getByLabel('Name').fill('First try');
  await page.getByLabel('Name').press('Enter');
  await page.getByText('Saved as First try.').waitFor();
  for (const name of ['replay.wag', 'talker.log'])
    assert.ok(existsSync(join(wag.folder, 'saves/First try', name)), name);
  await openMenu(page);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByRole('button', { name: /First try/ }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await atRound(0);
  const other = await openPage(browser);
  await other.page.goto(`${pathToFileURL(single)}#round=10`);
  await other.page.getByRole('tab', { name: 'Output' }).click();
  await other.page.locator('.output').getByText('<b>ten</b> more').waitFor();
  assert.deepEqual(other.problems, []);
  await other.context.close();
});

test('German pages describe everything in German, and accept a seed beyond exact integers', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Seed').fill('18446744073709551615');
  await page.getByLabel('Rounds').fill('12');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.top .where-am-i').getByText('seed 18446744073709551615').waitFor();
  await over();
  await chooseLanguage(page, 'de');
  await page.locator('.slider').fill('5');
  await atRound(5);
  // The base, then its first unit.
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  const inspector = page.locator('.inspector');
  await inspector.getByText('Was geschah').first().waitFor();
  assert.match((await inspector.textContent()) ?? '', /Ging von \[|kein Weg, /);
  assert.doesNotMatch((await inspector.textContent()) ?? '', /Moved|blocked|refused|Order/);
  await page.getByText('Seed 18446744073709551615').waitFor();
  await chooseLanguage(page, 'en');
});

test('code is checked, saved and played in the page; an order leads to its line', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Write code' }).click();
  // The player of the last match.
  await page.getByRole('tab', { name: 'talker.py' }).waitFor();
  await page.locator('.save-state', { hasText: 'Saved' }).waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('if 1\n');
  await page.locator('.problem', { hasText: 'ends with a colon' }).waitFor();
  await check('editor with an error');
  for (let times = 0; times < 5; times++) await page.keyboard.press('Backspace');
  await page.keyboard.type('print("edited")\n');
  await page.keyboard.press('Control+Enter');
  await page.locator('.edit-below').getByText('edited').waitFor();
  assert.match(await readFile(join(wag.folder, 'talker.py'), 'utf8'), /^print\("edited"\)\nfrom classes/);
  await over();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.slider').fill('5');
  await atRound(5);
  await page.locator('.board').focus();
  for (let times = 0; times < 2; times++) await page.keyboard.press('.');
  await page.locator('.call-stack').getByRole('button', { name: 'talker.py:12' }).click();
  await page.locator('.cm-activeLine', { hasText: 'unit.moveUnit("NORTH")' }).waitFor();
  await page.locator('.cm-content').getByText('number = 5').waitFor();
  await check('editor');
});

test('a won challenge counts; then the program stops and leaves nothing behind', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('radio', { name: 'NOOB 0 of 10' }).check();
  await page.getByLabel('AI 1').fill('strong.py');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await over();
  assert.ok(!(await page.locator('.result').isVisible()), 'the result is hidden while the match is watched');
  await pressEndUntil(page, page.locator('.result').getByText(/NOOB: won\. 1 of 10 wins/));
  await check('won');
  assert.deepEqual(open.problems, []);
  const { pid } = wag.process ?? {};
  assert.ok(pid);
  await openMenu(page);
  await page.getByRole('button', { name: 'Stop Wag' }).click();
  await page.getByText('Wag has stopped').waitFor();
  assert.equal(await wag.ended, 0);
  assert.deepEqual(wag.left(), []);
});
