/** Games for two in the page, with the real program: played, watched, broken, in a tournament. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkAccess, launch, openMenu, openPage } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

/** A learner's first game: a class with the four methods. */
const RACE = `from two_player_games import *

class Race(Game):
    def __init__(self, player1, player2):
        super().__init__(player1, player2)
        self.total = 0
    def __str__(self):
        return f"{self.total:2}  {super().__str__()}"
    def valid_moves(self):
        return [step for step in (1, 2) if self.total + step <= 10]
    def make_move(self, step):
        self.total += step
    def has_ended(self):
        return self.total == 10
    def winner(self):
        return self.waiting_player
`;
const BAD = `from two_player_games import *

class Endless(Player):
    def select_move(self):
        while True:
            pass

class Talker(Player):
    def select_move(self):
        print("<img src=x onerror=alert(1)> \\x1b[31mred\\x1b[0m \\x00 \\u202egnorw")
        return self.game.valid_moves()[0]

class Evil(Game):
    count = 2
    def __str__(self):
        return "<script>alert(1)</script>\\x1b]0;title\\x07\\n  <b>two  spaces</b>\\n" + "wide " * 60
    def valid_moves(self):
        return ["<i>move</i>\\x1b[2J", "x" * 5000]
    def make_move(self, move):
        self.count -= 1
    def has_ended(self):
        return self.count == 0
    def winner(self):
        return None
`;

/** A file with the course's own base classes, and a game whose heap is a required argument. */
const COURSE = `class Player:
    def __init__(self, name):
        self.name = name
    def set_game(self, game):
        self.game = game

class Game:
    def __init__(self, player1, player2):
        player1.set_game(self)
        player2.set_game(self)
        self.current_player, self.waiting_player = player1, player2
    def next_turn(self):
        self.current_player, self.waiting_player = self.waiting_player, self.current_player

class Helper:
    def select(self):
        pass

class OwnNim(Game):
    def __init__(self, player1, player2, count):
        super().__init__(player1, player2)
        self.count = count
    def __str__(self):
        return f"{self.count} left"
    def has_ended(self):
        return self.count == 0
    def make_move(self, number):
        self.count -= number
    def winner(self):
        return self.current_player
    def valid_moves(self):
        return list(range(1, min(3, self.count) + 1))
`;

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  await wag.start({ 'race.py': RACE, 'bad.py': BAD, 'course.py': COURSE });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await wag.close();
});
beforeEach(async () => await visit());
afterEach(async () => {
  assert.deepEqual(open.problems, [], 'the console has no errors');
  await open.context.close();
});

/** @param {import('playwright-core').BrowserContextOptions} [options] */
async function visit(options) {
  open = await openPage(browser, options);
  await open.page.goto(wag.address);
  await open.page
    .getByRole('tab', { name: options?.locale === 'de-DE' ? 'Spiele für zwei' : 'Games for two' })
    .click();
  await open.page.locator('#two-game, .two').first().waitFor();
  // A failed test may have left a game running.
  if (await open.page.locator('.two').count()) {
    await open.page.locator('.two-head .actions button:visible').first().click();
    await open.page.locator('.two-head .actions button').last().click();
  }
  return open.page;
}

const check = (/** @type {string} */ where) => checkAccess(open.page, where);

/** @param {string} game @param {string} first @param {string} second @param {string} [limit] */
async function start(game, first, second, limit = '10') {
  const { page } = open;
  await page.getByLabel('Game', { exact: true }).fill(game);
  await page.getByLabel('First', { exact: true }).fill(first);
  await page.getByLabel('Second', { exact: true }).fill(second);
  await page.getByLabel('Seconds per move').fill(limit);
  await page.getByLabel('Seed').fill('7');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('.two').waitFor();
}

/** The text that the game prints; folded away if there is a board. */
const board = () => open.page.locator('.two-board');
/** The symbols of the drawn board, with dots for free cells. */
const grid = async () =>
  (
    await open.page
      .getByRole('table', { name: 'Position' })
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => cell.querySelector('.letter')?.textContent ?? '.'))
  ).join('');
/** @param {string|RegExp} text */
const told = (text) => open.page.locator('.two-turn').getByText(text).waitFor();

test('a person plays tic-tac-toe against Perfect to the end, by clicking', async () => {
  const { page } = open;
  await check('form');
  await start('TicTacToe', 'You', 'Perfect');
  await page.getByRole('heading', { name: 'Tic-tac-toe: You against Perfect' }).waitFor();
  await told('Your turn.');
  assert.equal(await board().textContent(), "1 2 3\n4 5 6\n7 8 9\nYou's turn");
  await page.locator('.two-buttons button').nth(8).waitFor();
  assert.equal(await page.locator('.two-buttons button').count(), 9);
  assert.equal(await grid(), '.........');
  await page.locator('.two-buttons').getByRole('button', { name: 'row 2, column 3' }).waitFor();
  await page.getByText('As text').click();
  await check('your turn');
  // Always choosing the first free cell loses.
  for (const left of [9, 7, 5]) {
    await page.waitForFunction(
      (count) => document.querySelectorAll('.two-choices:not([hidden]) .two-buttons button').length === count,
      left,
    );
    await page.locator('.two-grid button').first().click();
  }
  await told('Perfect wins.');
  await page.getByRole('status').getByText('Perfect wins.').waitFor({ state: 'attached' });
  assert.match((await board().textContent()) ?? '', /Perfect won$/);
  assert.match(await grid(), /^(?=(?:.*X){3})(?=(?:.*O){3})/);
  await page.getByRole('button', { name: /^1\. You: row 1, column 1$/ }).waitFor();
  assert.equal(await page.locator('.two-choices').isVisible(), false);
  await check('over');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await page.getByRole('heading', { name: 'Tic-tac-toe: Perfect against You' }).waitFor();
  await told('Your turn.');
  await page.getByRole('button', { name: 'Resign' }).click();
  await told(/Perfect wins. You resigned/);
});

test('an answer that did not arrive can be given again', async () => {
  const { page } = open;
  await start('SimpleNim:6', 'You', 'Perfect');
  const first = page.locator('.two-buttons button').first();
  const answers = '**/api/table/answer';
  await page.route(answers, (route) => route.abort());
  await first.click();
  await page.getByRole('alert').getByText('Wag does not respond').waitFor();
  assert.ok(await first.evaluate((button) => button === document.activeElement), 'the focus is back');
  await page.unroute(answers);
  await first.click();
  await page.locator('.two-move').nth(2).waitFor();
  assert.equal(await page.getByRole('alert').getByText('Wag does not respond').count(), 0);
  await page.getByRole('button', { name: 'Resign' }).click();
  await told(/You resigned/);
  open.problems.splice(
    0,
    open.problems.length,
    ...open.problems.filter((problem) => !/ERR_FAILED/.test(problem)),
  );
});

test('a game can be played with the keyboard only', async () => {
  const { page } = open;
  await start('SimpleNim:6', 'You', 'Perfect');
  const field = page.getByLabel('Or its number');
  await field.fill('9');
  await field.press('Enter');
  await page.getByRole('alert').getByText('Enter a number from 1 to 3').waitFor();
  await field.fill('1');
  await field.press('Enter');
  await page.waitForFunction(
    () =>
      document.activeElement?.id === 'two-choice' &&
      /** @type {HTMLInputElement} */ (document.activeElement).value === '',
  );
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  // The focus is on a button again or, when the game is over, still in the game.
  await page.waitForFunction(() => document.activeElement?.closest('.two') !== null);
  await page
    .getByRole('button', { name: 'Cancel' })
    .or(page.getByRole('button', { name: 'Play again' }))
    .first()
    .waitFor();
});

test("a learner's own game is watched move by move, and played again", async () => {
  const { page } = open;
  assert.equal(await page.locator('#two-games option[value="race.py:Race"]').count(), 1);
  await start('race.py:Race', 'Random', 'Minimax:3');
  await told('Minimax wins.');
  const moves = page.locator('.two-move');
  const all = (await moves.count()) - 1;
  assert.ok(all >= 5);
  assert.equal(await board().textContent(), '10  Minimax won');
  await page.keyboard.press('ArrowLeft');
  await page.getByText(`Move ${all - 1} of ${all}`).waitFor();
  assert.match((await board().textContent()) ?? '', /^ [89] {2}Minimax's turn$/);
  await page.keyboard.press('Home');
  assert.equal(await board().textContent(), " 0  Random's turn");
  await page.keyboard.press('ArrowRight');
  await moves.nth(2).click();
  await page.getByText(`Move 2 of ${all}`).waitFor();
  assert.equal(await moves.nth(2).getAttribute('aria-current'), 'step');
  const before = await moves.allTextContents();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: 'Play again' }).click();
  await page.getByText(`Move ${all} of ${all}`).waitFor();
  await told('Minimax wins.');
  assert.deepEqual(await moves.allTextContents(), before, 'the same seed, the same game');
  // Reopening the page shows the tab and the game.
  await page.reload();
  assert.equal(await page.getByRole('tab', { name: 'Games for two' }).getAttribute('aria-selected'), 'true');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await told('Minimax wins.');
});

test('an endless player loses with a stated reason; a long game is cancelled', async () => {
  const { page } = open;
  await start('race.py:Race', 'Random', 'bad.py:Endless', '0.5');
  await told(/Random wins. Endless thought longer than 0.5 seconds/);
  await page
    .locator('.two-turn')
    .getByText(/at bad\.py:[56]/)
    .waitFor();
  await check('fault');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await start('race.py:Race', 'Random', 'bad.py:Endless', '60');
  await told('Endless is thinking …');
  assert.equal(wag.left().length, 2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await told('Cancelled.');
  assert.equal(wag.left().length, 1);
});

test('the reason why a game cannot be played is shown as a sentence', async () => {
  const { page } = open;
  await start('race.py:Nothing', 'Random', 'You');
  await told(/cannot be played: race\.py has no class Nothing/);
  await check('failed');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByLabel('Game', { exact: true }).fill('../race.py:Race');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('alert').getByText('not in the working folder').waitFor();
  // The browser itself reports rejected requests.
  open.problems.splice(
    0,
    open.problems.length,
    ...open.problems.filter((problem) => !/status of 400/.test(problem)),
  );
});

test('hostile text is shown as text', async () => {
  const { page } = open;
  await start('bad.py:Evil', '<b>Eve</b>=bad.py:Talker', 'You');
  await told('Your turn.');
  assert.match(
    (await board().textContent()) ?? '',
    /^<script>alert\(1\)<\/script>\n {2}<b>two {2}spaces<\/b>\n/,
  );
  const printed = page.getByRole('region', { name: 'Output' });
  await printed.getByText('<img src=x onerror=alert(1)> red ␀').waitFor();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left.
  assert.doesNotMatch((await printed.textContent()) ?? '', /[\u202e\u001b]/);
  await page.getByRole('heading', { name: 'Evil: <b>Eve</b> against You' }).waitFor();
  assert.equal(await page.locator('.two b, .two i, .two img, .two script').count(), 0);
  assert.ok(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    'nothing widens the page',
  );
  await page.locator('.two-buttons').getByRole('button', { name: '<i>move</i>' }).click();
  await told('It is a draw.');
});

test('discs fall into the clicked column; Reversi is played on its board', async () => {
  const { page } = open;
  await start('ConnectFour', 'You', 'Random');
  await page.getByRole('heading', { name: 'Connect four: You against Random' }).waitFor();
  const cells = page.getByRole('table', { name: 'Position' }).getByRole('button');
  await page
    .getByRole('table', { name: 'Position' })
    .getByRole('button', { name: 'column 4 (row 1)', exact: true })
    .click();
  await page.getByRole('button', { name: '1. You: column 4' }).waitFor();
  await told('Your turn.');
  assert.equal((await grid())[5 * 7 + 3], 'X');
  assert.equal(await page.locator('.two-grid td.last .second').count(), 1);
  await check('connect four');
  await page.getByRole('button', { name: 'Resign' }).click();
  await told(/Random wins. You resigned/);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  assert.equal(await page.getByLabel('Columns').inputValue(), '7');
  await start('Reversi', 'You', 'Random');
  await told('Your turn.');
  // The line arrives just before the board can be clicked.
  await cells.nth(3).waitFor();
  assert.equal(await cells.count(), 4);
  // With the keyboard, the focus stays on the board.
  await cells.first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^2\. Random: row \d, column \d$/ }).waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('.two-grid') !== null);
  await check('Reversi');
  await page.getByRole('button', { name: 'Resign' }).click();
  await told(/You resigned/);
});

test('arguments of games have fields, and only playable games are offered', async () => {
  const { page } = open;
  const words = await page
    .locator('#two-games option, #two-players option')
    .evaluateAll((all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value));
  assert.ok(words.includes('course.py:OwnNim') && words.includes('bad.py:Talker'), String(words));
  for (const word of ['course.py:Player', 'course.py:Game', 'course.py:Helper'])
    assert.ok(!words.includes(word), word);
  await page.getByLabel('Game', { exact: true }).fill('SimpleNim');
  assert.equal(await page.getByLabel('Matches in the heap').inputValue(), '21');
  await page.getByLabel('Game', { exact: true }).fill('course.py:OwnNim');
  const count = page.getByLabel('Matches in the heap');
  assert.equal(await count.inputValue(), '');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  assert.equal(
    await count.evaluate((field) => field === document.activeElement),
    true,
    'the required field has the focus',
  );
  await count.fill('5');
  await page.getByLabel('First', { exact: true }).fill('Minimax');
  await page.getByLabel('Search depth in moves').fill('9');
  await page.getByLabel('Second', { exact: true }).fill('Random');
  await check('arguments');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('heading', { name: 'OwnNim: Minimax against Random' }).waitFor();
  await told(/(Random|Minimax) wins\./);
  await page.keyboard.press('Home');
  assert.match((await board().textContent()) ?? '', /^5 left/);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  assert.equal(await page.getByLabel('Matches in the heap').inputValue(), '5');
  assert.equal(await page.getByLabel('Search depth in moves').inputValue(), '9');
});

test('a tournament is played and its standings shown', async () => {
  const { page } = open;
  await page.getByRole('radio', { name: 'A tournament' }).check();
  await page.getByLabel('Game', { exact: true }).fill('race.py:Race');
  await page.getByLabel('Rounds').fill('2');
  await page.getByLabel('Seed').fill('4');
  await page.getByRole('checkbox', { name: 'bad.py:Talker' }).check();
  await page.getByLabel('More players').fill('Minimax:2 Best=Minimax:9');
  await check('form of a tournament');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('The tournament is over.').waitFor();
  const table = page.getByRole('region', { name: 'Standings' });
  assert.deepEqual(await table.getByRole('columnheader').allTextContents(), [
    'Player',
    'Points',
    'Won',
    'Drawn',
    'Lost',
  ]);
  for (const name of ['Random', 'Perfect', 'Talker', 'Minimax', 'Best'])
    await table.getByRole('rowheader', { name, exact: true }).waitFor();
  await page.getByText('40 of 40 games').waitFor();
  await check('tournament');
  // A click opens a game.
  const games = page.getByRole('region', { name: 'Games', exact: true }).getByRole('button');
  assert.equal(await games.count(), 40);
  const first = (await games.first().textContent()) ?? '';
  const [, one, other, winner] = /^1\. (\w+) – (\w+): (\w+) wins\.$/.exec(first) ?? [];
  await games.first().click();
  await page.getByRole('heading', { name: `race.py:Race: ${one} against ${other}` }).waitFor();
  await told(`${winner} wins.`);
  await page.keyboard.press('Home');
  assert.equal(await board().textContent(), ` 0  ${one}'s turn`);
  await page.keyboard.press('ArrowRight');
  await page.getByText(/^Move 1 of \d+$/).waitFor();
  await check('game of a tournament');
  await page.keyboard.press('Escape');
  assert.ok(await games.first().evaluate((button) => button === document.activeElement), 'the focus is back');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByLabel('Rounds').fill('100');
  await page.getByRole('checkbox', { name: 'bad.py:Endless' }).check();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled.').waitFor();
  assert.equal(wag.left().length, 1);
});

test('arrow keys reach the tabs, which have German titles', async () => {
  await open.context.close();
  const page = await visit({ locale: 'de-DE', viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Ein Spiel für zwei einrichten' }).waitFor();
  await check('form, German, small, dark');
  await page.getByRole('tab', { name: 'Spiele für zwei' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { name: 'Ein Spiel einrichten' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('#two-game').fill('TicTacToe');
  await page.getByLabel('Erster', { exact: true }).fill('You');
  await page.getByLabel('Zweiter').fill('Random');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await told('Du bist am Zug.');
  await page.getByRole('heading', { name: 'Tic-Tac-Toe: Du gegen Random' }).waitFor();
  await page.locator('.two-buttons').getByRole('button', { name: 'Zeile 1, Spalte 2' }).waitFor();
  await check('game, German, small, dark');
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await told('Abgebrochen.');
});

test('the program stops in the middle of a game and leaves nothing behind', async () => {
  const { page } = open;
  await start('TicTacToe', 'You', 'Random');
  await told('Your turn.');
  assert.equal(wag.left().length, 2);
  await openMenu(page);
  await page.getByRole('button', { name: 'Stop Wag' }).click();
  await page.getByText('Wag has stopped').waitFor();
  assert.equal(await wag.ended, 0);
  assert.deepEqual(wag.left(), []);
  // A request that the page sent just before fails.
  await page.goto('about:blank');
  open.problems = open.problems.filter((problem) => !problem.includes('ERR_CONNECTION_REFUSED'));
});
