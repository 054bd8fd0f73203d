/** Games in Python files with the real program: from the choice of a file to a match, a tournament and an exported page. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readFile, writeFile } from 'node:fs/promises';
import { checkAccess, launch, openMenu, openPage, pressEndUntil } from '../fixtures/browser.js';
import { ROOT, Wag } from '../fixtures/wag.js';

const COUNTDOWN = `from wag.game import Ask, Game, Option, Over


class Countdown(Game):
    title = "Count <b>down</b>"
    about = "who takes the last one wins"
    seats = 2
    options = [Option.number("count", 5, 1, 50)]

    def start(self, options, seats, random):
        return {"left": options["count"], "turn": 0, "won": [0, 0]}

    def phase(self, state):
        return Ask(1, [state["turn"]]) if state["left"] > 0 else Over()

    def view(self, state, seat):
        return {"left": state["left"]}

    def moves(self, state, seat):
        return list(range(1, min(3, state["left"]) + 1))

    def apply(self, state, orders, random):
        state["left"] -= orders[state["turn"]] or 1
        if state["left"] <= 0:
            state["won"][state["turn"]] = 1
        state["turn"] = 1 - state["turn"]

    def standings(self, state):
        return state["won"]
`;
const FAILING = COUNTDOWN.replace('state["left"] -=', '1 / 0\n        state["left"] -=').replaceAll(
  'Countdown',
  'Failing',
);
const PLAYER =
  'from two_player_games import Player\n\n\nclass First(Player):\n    def select_move(self):\n        return self.game.valid_moves()[0]\n';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  await wag.start({
    'countdown.py': COUNTDOWN,
    'failing.py': FAILING,
    'broken.py': 'from wag.game import Game\nclass Broken(Game:\n',
    'first.py': PLAYER,
    'light_cycles.py': await readFile(join(ROOT, 'examples/games/light_cycles.py'), 'utf8'),
  });
  browser = await launch();
});
beforeEach(async () => {
  open = await openPage(browser, { acceptDownloads: true, viewport: { width: 1366, height: 630 } }, false);
  open.page.setDefaultTimeout(30000);
});
afterEach(async () => {
  // A browser reports each request for a game that cannot be opened.
  assert.deepEqual(
    open.problems.filter((problem) => !/\/api\/(start|stubs)\?game=broken\.py/.test(problem)),
    [],
  );
  await open.context.close();
});
after(async () => {
  await browser?.close();
  await wag.close();
});

/** Opens a game. @param {string} game */
async function choose(game) {
  const { page } = open;
  await page.goto(wag.address);
  await page.getByRole('tab', { name: 'Games in Python' }).click();
  await page.getByLabel('Game', { exact: true }).selectOption(game);
}

/** Starts a match of these players. @param {string[]} players */
async function run(players) {
  const { page } = open;
  for (const [index, name] of players.entries()) await page.getByLabel(`AI ${index + 1}`).fill(name);
  await page.getByLabel('Seed').fill('7');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
}

/** Writes a screenshot if `SHOTS` names a folder. @param {string} name */
async function shot(name) {
  if (!process.env.SHOTS) return;
  for (const size of [
    { width: 390, height: 844 },
    { width: 1366, height: 630 },
  ]) {
    await open.page.setViewportSize(size);
    for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
      await open.page.emulateMedia({ colorScheme });
      await open.page.waitForTimeout(300);
      await open.page.screenshot({ path: `${process.env.SHOTS}/${name}-${size.width}-${colorScheme}.png` });
    }
  }
}

/**
 * Clicks a cell of a board with these numbers of columns and rows, and a text of one line below it.
 * @param {number} x @param {number} y @param {number} columns @param {number} rows
 */
async function clickCell(x, y, columns, rows) {
  const box = await open.page.locator('canvas.board').boundingBox();
  assert.ok(box);
  const height = rows + columns / 18;
  const unit = Math.min((box.width - 8) / columns, (box.height - 8) / height);
  await open.page.mouse.click(
    box.x + box.width / 2 + (x + 0.5 - columns / 2) * unit,
    box.y + box.height / 2 + (y + 0.5 - height / 2) * unit,
  );
}

test('a person plays a game of the course by clicks; it is exported as a page', async () => {
  const { page } = open;
  await choose('TicTacToe');
  await page.getByText('AIs from the folder').waitFor();
  await shot('real-form');
  await run(['human', 'first.py']);
  // The other player takes the first free cell.
  for (const [x, y, choices] of [
    [1, 1, 9],
    [1, 0, 7],
    [1, 2, 5],
  ]) {
    await page.waitForFunction(
      (wanted) => document.querySelectorAll('.choices button:not([disabled])').length === wanted,
      choices,
    );
    await shot('real-person');
    await clickCell(x, y, 3, 3);
  }
  await page.locator('.run').waitFor({ state: 'hidden' });
  await pressEndUntil(page, page.getByRole('heading', { name: 'human wins' }));
  await shot('real-end');
  await openMenu(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'As a page' }).click(),
  ]);
  const single = join(wag.folder, 'match.html');
  await file.saveAs(single);
  const other = await openPage(browser);
  await other.page.goto(`${pathToFileURL(single)}#round=2`);
  await other.page.locator('canvas.board').waitFor();
  await other.page.getByText('TicTacToe').first().waitFor();
  assert.deepEqual(other.problems, []);
  await other.context.close();
  // The editor opens the player of the match.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Write code' }).click();
  await page.locator('.cm-content').getByText('class First(Player)').waitFor();
});

test('a game that fails blames no player, in a match and in a tournament', async () => {
  const { page } = open;
  await choose('failing.py');
  await run(['random', 'greedy']);
  await page.locator('.run').waitFor({ state: 'hidden' });
  await pressEndUntil(page, page.getByRole('heading', { name: 'The game failed' }));
  await page.getByText('the match counts for nobody').waitFor();
  await page
    .locator('.ending .explained')
    .getByText(/failing\.py/)
    .first()
    .waitFor();
  assert.match((await page.locator('.ending').textContent()) ?? '', /23/);
  await checkAccess(page, 'a failed game');
  await shot('real-failed');
  await choose('failing.py');
  await page.getByRole('tab', { name: 'Tournament' }).click();
  await page.getByLabel('random').check();
  await page.getByLabel('greedy').check();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page
    .getByText(/failing\.py.*line 23|failing\.py:23/)
    .first()
    .waitFor();
  await shot('real-failed-tournament');
});

test('a broken game shows its line, and is mended in the editor', async () => {
  const { page } = open;
  await choose('broken.py');
  await page
    .getByRole('alert')
    .filter({ hasText: /broken\.py.*line 2/ })
    .waitFor();
  await page.getByRole('button', { name: 'Open in the editor' }).click();
  await page.locator('.cm-content').getByText('class Broken(Game:').waitFor();
  await page.locator('.problem').first().waitFor();
  await writeFile(join(wag.folder, 'broken.py'), COUNTDOWN.replaceAll('Countdown', 'Broken'));
  await page.locator('.cm-content').getByText('class Broken(Game):').waitFor();
  await page.goBack();
  await page.getByText('Who takes the last one wins').waitFor();
});

test('light cycles are played by four, and the page remembers the game', async () => {
  const { page } = open;
  await choose('light_cycles.py');
  await run(['Careful', 'Straight', 'random', 'Careful']);
  await page.locator('.run').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('AI 3').waitFor();
  assert.equal(await page.getByLabel('AI 3').inputValue(), 'random');
  assert.equal(await page.getByLabel('Game', { exact: true }).inputValue(), 'light_cycles.py');
});
