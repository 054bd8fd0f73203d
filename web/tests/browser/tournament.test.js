/** Tournaments in the page with the real program, as a teacher uses them. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAccess, checkSizes, chooseLanguage, launch, openPage } from '../fixtures/browser.js';
import { findWag, Wag } from '../fixtures/wag.js';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

/** An AI that is slow, so that there is time to stop the tournament. */
const SLOW = 'import time\ntime.sleep(0.03)\n';

before(async () => {
  await wag.start({ 'slow.py': SLOW, 'broken.py': 'x = (\n' });
  mkdirSync(join(wag.folder, 'class/anna'), { recursive: true });
  writeFileSync(join(wag.folder, 'class/anna/yourAI.py'), 'from classes import *\n');
  browser = await launch();
  open = await openPage(browser);
  open.page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

const playedNow = async () =>
  Number(/^(\d+) of/.exec((await open.page.locator('.tour .run-text').textContent()) ?? '')?.[1]);
/** @param {number} least */
const untilPlayed = (least) =>
  open.page.waitForFunction(
    (wanted) =>
      Number(/^(\d+) of/.exec(document.querySelector('.tour .run-text')?.textContent ?? '')?.[1]) >= wanted,
    least,
  );

test('a teacher ticks players, a folder among them, and a message reports too few', async () => {
  const { page } = open;
  await page.goto(wag.address);
  await page.getByRole('tab', { name: 'Tournament' }).click();
  await page.getByRole('heading', { name: 'Set up a tournament' }).waitFor();
  await page.getByText('There are no tournaments in this folder yet.').waitFor();
  assert.equal(await page.getByLabel('Rounds').count(), 1, 'only one of the two forms is in the page');
  await page.getByRole('checkbox', { name: 'anna' }).check();
  await page.getByLabel('Rounds').fill('10');
  await page.getByLabel('Matches', { exact: true }).fill('40');
  await page.getByLabel('Seed').fill('7');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.failure').getByText('at least two players, but only anna takes part').waitFor();
  for (const name of ['slow', 'broken']) await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByText(/^3 of \d+ selected$/).waitFor();
  await checkSizes(page, 'tournament-form');
});

test('a tournament is started, watched, stopped and resumed', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Tournament tournament.db' }).waitFor();
  await untilPlayed(2);
  const ranking = page.getByRole('region', { name: 'Ranking' });
  for (const name of ['anna', 'slow', 'broken', 'Noob1'])
    await ranking.getByRole('button', { name, exact: true }).waitFor();
  await page.getByText('Ratings by Weng-Lin').waitFor();
  await page
    .getByText(/^broken: \d+ errors?, .*cannot start: SyntaxError: .*\(broken\.py, line 1\)/)
    .waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Stopped; you can resume at any time.').waitFor();
  const before = await playedNow();
  assert.ok(before >= 2 && before < 40, String(before));
  await page.waitForTimeout(700);
  assert.equal(await playedNow(), before, 'no more matches are played');
  await page.getByRole('button', { name: 'Resume' }).click();
  await untilPlayed(before + 1);
  // Closing the page does not stop the tournament, and reopening shows it.
  const { href } = new URL(page.url());
  assert.match(href, /#setup=\w+&tournament=tournament\.db$/);
  await page.goto('about:blank');
  await page.waitForTimeout(500);
  await page.goto(href);
  await page.getByText('All matches have been played.').waitFor();
  assert.equal(await playedNow(), 40);
});

test('a cell lists matches with winner and scores, a match opens its replay, and back leads to the table', async () => {
  const { page } = open;
  const cell = page.getByRole('button', { name: /^anna ahead of slow: \d+ % of 40 matches$/ });
  await cell.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Matches of anna against slow' }).waitFor();
  const first = page.getByRole('link', { name: /^Match 1 · / });
  assert.match(
    (await first.textContent()) ?? '',
    /Draw: .*anna: Stock 200 · Units 0 .*Noob1: Stock \d+; broken: did not play$/,
  );
  await checkSizes(page, 'tournament-table', async ({ width }) => {
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth),
      width,
      'nothing overflows the page',
    );
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await first.click();
  await page.locator('.watch').waitFor();
  await page.locator('.score').getByText('anna').waitFor();
  assert.match(page.url(), /replay=1%40tournament\.db/);
  await checkAccess(page, 'match of a tournament');
  await page.getByRole('button', { name: 'Back to the tournament' }).click();
  await page.getByRole('heading', { name: 'Matches of anna against slow' }).waitFor();
  await page.getByRole('link', { name: /^Match 2 · / }).click();
  await page.locator('.watch').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Matches of anna against slow' }).waitFor();
  await page.getByRole('link', { name: /^Match 2 · / }).click();
  await page.locator('.watch').waitFor();
  await page.goBack();
  await page.getByRole('region', { name: 'Ranking' }).getByRole('button', { name: 'broken' }).click();
  await page.getByRole('heading', { name: 'Matches of broken' }).waitFor();
});

test('all matches are presented, one after another', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Present all' }).click();
  await page.getByRole('region', { name: 'Large standings' }).getByText('anna').waitFor();
  await page.waitForFunction(() => location.hash.includes('replay=1%40tournament.db'));
  await page.keyboard.press('End');
  await page.waitForFunction(() => location.hash.includes('replay=2%40tournament.db'), null, {
    timeout: 20_000,
  });
  assert.equal(await page.locator('.top').isVisible(), false);
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Back to the tournament' }).click();
  await page.getByRole('heading', { name: 'Tournament tournament.db' }).waitFor();
});

test('errors are listed below the ranking, with the indentation of the traceback', async () => {
  const { page } = open;
  const ranking = await page.getByRole('region', { name: 'Ranking' }).boundingBox();
  const errors = await page.locator('.tour-problems').boundingBox();
  assert.ok(ranking && errors && errors.y > ranking.y + ranking.height, JSON.stringify([ranking, errors]));
  const told = page.locator('.tour-problems li').filter({ hasText: 'cannot play' });
  const indented = await told.evaluate((line) => ({
    text: line.textContent ?? '',
    space: getComputedStyle(line).whiteSpace,
  }));
  assert.match(indented.text, /\n {2}File ".*broken\.py", line 1\n {4}x = \(\n/);
  assert.equal(indented.space, 'pre-wrap');
});

test('F shows the large ranking', async () => {
  const { page } = open;
  await page.keyboard.press('f');
  const large = page.getByRole('region', { name: 'Large ranking' });
  await large.getByText('40 of 40 matches').waitFor();
  for (const name of ['anna', 'slow', 'broken', 'Noob1'])
    assert.ok(await large.getByText(name, { exact: true }).isVisible(), name);
  for (const hidden of ['.top', '.tour-table', '.setups > .tabs'])
    assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  assert.ok((await large.boundingBox())?.height === page.viewportSize()?.height);
  await checkAccess(page, 'the large ranking');
  await page.keyboard.press('f');
  await page.locator('.tour-table').first().waitFor();
  assert.equal(await large.isVisible(), false);
});

test('the final shows the best matches with the ranking in between, and reports missing replays', async () => {
  const { page } = open;
  const { replays } = await page.evaluate(async () =>
    (await fetch('/api/tournaments/tournament.db/final')).json(),
  );
  assert.ok(replays.length >= 2, String(replays));
  const shows = (/** @type {string} */ id) =>
    page.waitForFunction((wanted) => location.hash.includes(`replay=${encodeURIComponent(wanted)}`), id, {
      timeout: 30_000,
    });
  await page.getByRole('button', { name: 'Present the final' }).click();
  await shows(replays[0]);
  await page.keyboard.press('End');
  const ranking = page.getByRole('region', { name: 'Large ranking' });
  await ranking.getByText('anna').waitFor({ timeout: 30_000 });
  await ranking.getByRole('button', { name: 'Exit presentation mode' }).click();
  await shows(replays[1]);
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Back to the tournament' }).click();
  await page.getByRole('heading', { name: 'Tournament tournament.db' }).waitFor();
  for (const file of readdirSync(join(wag.folder, 'saves/tournament')).filter((name) => /^0*40\b/.test(name)))
    rmSync(join(wag.folder, 'saves/tournament', file));
  await page.getByRole('button', { name: 'Present all' }).click();
  await page.locator('.toast').getByText('1 of 40 matches is skipped: its replay is missing.').waitFor();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Back to the tournament' }).click();
  await page.getByRole('heading', { name: 'Tournament tournament.db' }).waitFor();
  assert.equal(
    await page.getByRole('checkbox', { name: 'Current versions only' }).isVisible(),
    false,
    'there are no others',
  );
});

test('a tournament started on the command line is opened and resumed, and missing replays are explained', async () => {
  const { page } = open;
  const words = [
    'tournament',
    'slow.py',
    'Noob',
    'Dummy',
    '--rounds',
    '4',
    '--games',
    '4',
    '--into',
    'terminal.db',
    '--quiet',
  ];
  execFileSync(findWag(), words, {
    cwd: wag.folder,
    env: { ...process.env, WAG_HOME: join(wag.folder, 'home') },
    stdio: 'pipe',
  });
  await page.getByRole('button', { name: 'All tournaments' }).click();
  await page.getByRole('button', { name: /^terminal\.db/ }).click();
  await page.getByText('4 of 4 matches').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Present all' }).isVisible(), false);
  await page.getByRole('button', { name: /^slow ahead of Noob: / }).click();
  await page.getByRole('button', { name: /^Match 1 · / }).click();
  await page.getByText(/The replay of match 1 was not kept. .* --replays DIR/).waitFor();
  writeFileSync(join(wag.folder, 'slow.py'), 'from classes import *\n');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('8 of 8 matches').waitFor();
  await page.getByText('slow@2 plays from now on').waitFor();
  await page.getByRole('region', { name: 'Ranking' }).getByRole('button', { name: 'slow@2' }).click();
  await page.getByRole('link', { name: /^Match 5 · / }).waitFor();
  const players = page.getByRole('region', { name: 'Ranking' }).getByRole('button');
  const before = await players.allTextContents();
  assert.ok(before.includes('slow') && before.includes('slow@2'), String(before));
  await page.getByRole('checkbox', { name: 'Current versions only' }).check();
  assert.deepEqual((await players.allTextContents()).sort(), before.filter((name) => name !== 'slow').sort());
  assert.equal(await page.getByRole('button', { name: /slow ahead of/ }).count(), 0);
  await page.getByRole('checkbox', { name: 'Current versions only' }).uncheck();
  await page.getByRole('button', { name: 'All tournaments' }).click();
  await page.getByLabel('More players').fill('late=talker.py');
  await page.getByLabel('File', { exact: true }).selectOption('terminal.db');
  assert.equal(
    await page.getByLabel('Seed').isDisabled(),
    true,
    'the settings of an existing tournament are fixed',
  );
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText(/^these players are already in the tournament and take part, too: .*slow/).waitFor();
  await page.getByText('All matches have been played.').waitFor();
  await page.getByRole('region', { name: 'Ranking' }).getByRole('button', { name: 'late' }).waitFor();
  rmSync(join(wag.folder, 'terminal.db'));
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('.tour .failure').getByText('there is no tournament "terminal.db"').waitFor();
});

test('tournaments are available in German and in every game', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'All tournaments' }).click();
  await chooseLanguage(page, 'de');
  await page.getByRole('heading', { name: 'Ein Turnier einrichten' }).waitFor();
  await checkSizes(page, 'tournament-form-de');
  await page.getByRole('button', { name: /^tournament\.db/ }).click();
  await page.getByRole('button', { name: /^anna vor slow: \d+ % von 40 Spielen$/ }).click();
  await page.getByRole('heading', { name: 'Spiele von anna gegen slow' }).waitFor();
  await checkSizes(page, 'tournament-table-de');
  await page.setViewportSize({ width: 1280, height: 800 });
  await chooseLanguage(page, 'en');
  const games = await page.evaluate(async () =>
    /** @type {any} */ (await import(/** @type {any} */ ('wag/games/index.js'))).games.map(
      (/** @type {any} */ game) => game.name,
    ),
  );
  assert.ok(games.length >= 5, String(games));
  for (const game of games) {
    await page.goto(new URL(`/#setup=${game}&tournament=new`, wag.address).href);
    await page.reload();
    await page.getByRole('heading', { name: 'Set up a tournament' }).waitFor();
    const [one, other] = await page
      .locator('.tour-ticks')
      .first()
      .getByRole('checkbox', { disabled: false })
      .evaluateAll((boxes) =>
        boxes
          .filter((box) => !/\.py$/.test(/** @type {HTMLInputElement} */ (box).value))
          .map((box) => box.id),
      );
    for (const id of [one, other]) await page.locator(`#${id}`).check();
    await page.getByLabel('Matches', { exact: true }).fill('2');
    const rounds = page.getByLabel(/^(Rounds|Turns)/);
    if ((await rounds.count()) > 0) await rounds.first().fill('10');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('All matches have been played.').waitFor();
    await page
      .getByRole('button', { name: /: \d+ % of \d+ match/ })
      .first()
      .click();
    await page.getByRole('link', { name: /^Match 1\b/ }).click();
    await page.locator('.watch').waitFor();
  }
});

/** Returns whether all matches of a tournament have been played. @param {string} file */
function isOver(file) {
  const words = ['tournament', 'show', file, '--json'];
  const shown = JSON.parse(
    execFileSync(findWag(), words, { cwd: wag.folder, encoding: 'utf8', stdio: 'pipe' }),
  );
  return shown.matches === shown.matches_planned;
}

test('a tournament that ends before the page has opened it is shown as finished', async () => {
  const { page } = open;
  await page.route('**/api/tournaments', async (route) => {
    const response = await route.fetch();
    const { file } = await response.json();
    while (file && !isOver(file)) await new Promise((later) => setTimeout(later, 10));
    await route.fulfill({ response });
  });
  await page.goto(new URL('/#setup=warriors&tournament=new', wag.address).href);
  await page.reload();
  for (const name of ['Dummy', 'Noob']) await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByLabel('Matches', { exact: true }).fill('2');
  await page.getByLabel('Rounds').fill('2');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('All matches have been played.').waitFor();
  await page.unroute('**/api/tournaments');
});

test('a removed player stays removed, and two players must remain', async () => {
  const { page } = open;
  await page.goto(new URL('/#setup=warriors&tournament=new', wag.address).href);
  await page.reload();
  for (const name of ['anna', 'slow', 'Dummy'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByLabel('Matches', { exact: true }).fill('2');
  await page.getByLabel('Rounds').fill('2');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('All matches have been played.').waitFor();
  const openDialog = () => page.getByRole('button', { name: 'Remove a player' }).click();
  const choice = page.getByRole('dialog').getByLabel('Player');
  await openDialog();
  await checkAccess(page, 'dialog that removes a player');
  await page.getByRole('button', { name: 'Go back' }).click();
  await openDialog();
  await choice.selectOption('slow');
  await page.getByRole('button', { name: 'Remove and resume' }).click();
  await page.getByText('All matches have been played.').waitFor();
  await page.getByRole('region', { name: 'Ranking' }).getByRole('button', { name: 'slow' }).waitFor();
  await openDialog();
  assert.deepEqual((await choice.locator('option').allTextContents()).sort(), ['Dummy', 'anna']);
  await choice.selectOption('anna');
  await page.getByRole('button', { name: 'Remove and resume' }).click();
  await page.locator('.tour .failure').getByText('at least two players').waitFor();
  assert.deepEqual(
    open.problems.filter((words) => !/400 \(Bad Request\)/.test(words)),
    [],
  );
});
