/** The hand-ins of a class in the page with the real program: upload, verdicts, renaming, ranking. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAccess, checkSizes, chooseLanguage, launch, openPage } from '../fixtures/browser.js';
import { findWag, Wag } from '../fixtures/wag.js';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

/** Returns an AI that gives orders and differs from others. @param {string} own */
const good = (own) => `from classes import *\nroundState.getBase().createUnitGatherer()\n# ${own}\n`;

/** The hand-ins of the class, by person and file. @type {[string, string, string][]} */
const CLASS = [
  ['Anna Muster', 'yourAI.py', good('anna')],
  ['Ben Koch', 'projekt/yourAI.py', good('ben')],
  ['Kira Lehmann', 'yourAI.py', good('same')],
  ['Mats Albers', 'yourAI.py', good('same')],
  ['Emil Vogt', 'yourAI.py', 'x = (\n'],
  ['Paul Richter', 'yourAI.py.txt', good('paul')],
  ['Zoë Öztürk', 'yourAI.py', good('zoe')],
];

/** Packs a folder of the working folder, as Moodle's "download all submissions" does. */
const PACK = `
import zipfile, pathlib
top = pathlib.Path("class")
with zipfile.ZipFile("klasse 9b.zip", "w") as packed:
    for number, person in enumerate(sorted(top.iterdir())):
        for file in person.rglob("*"):
            if file.is_file():
                packed.write(file, f"{person.name}_{number}_assignsubmission_file_/{file.relative_to(person)}")
`;

before(async () => {
  await wag.start({ 'pack.py': PACK });
  for (const [person, path, text] of CLASS) {
    const file = join(wag.folder, 'class', person, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  execFileSync(findWag(), ['python', 'pack.py'], {
    cwd: wag.folder,
    env: { ...process.env, WAG_HOME: join(wag.folder, 'home') },
    stdio: 'pipe',
  });
  browser = await launch();
  open = await openPage(browser);
  open.page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

const rows = () => open.page.locator('.intake li');
/** @param {string} person */
const row = (person) =>
  rows().filter({ has: open.page.locator(`bdi:text-is("${person}"), input[value="${person}"]`) });

test('the ZIP file of a class becomes a list of verdicts with reasons', async () => {
  const { page } = open;
  await page.goto(new URL(wag.address).href);
  await page.getByRole('tab', { name: 'Tournament' }).click();
  await page.getByRole('heading', { name: 'Hand-ins of a class' }).waitFor();
  await page.locator('#intake-files').setInputFiles(join(wag.folder, 'klasse 9b.zip'));
  await page.getByText('7 hand-ins: 5 play, 2 cannot play.').waitFor();
  for (const [person, verdict, why] of /** @type {[string, string, RegExp][]} */ ([
    ['Anna Muster', 'plays', /^$/],
    ['Ben Koch', 'plays', /^in the folder projekt$/],
    ['Kira Lehmann', 'plays_with_warning', /^the same code as Mats Albers/],
    ['Mats Albers', 'plays_with_warning', /^the same code as Kira Lehmann/],
    ['Emil Vogt', 'cannot_play', /^cannot start: SyntaxError/],
    ['Paul Richter', 'cannot_play', /yourAI\.py\.txt: rename it to yourAI\.py/],
    ['Zoë Öztürk', 'plays', /^$/],
  ])) {
    assert.equal(await row(person).getAttribute('class'), verdict, person);
    // Without a reason there is nothing to unfold.
    assert.match((await row(person).locator('.why').allTextContents()).join(), why, person);
  }
  await checkAccess(page, 'the hand-ins');
  await checkSizes(page, 'tournament-intake', async ({ width }) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, 'nothing overflows');
  });
  await page.setViewportSize({ width: 1366, height: 630 });
});

test('a player is renamed in place, the class plays, and everybody stands in the ranking', async () => {
  const { page } = open;
  await page.getByLabel('Name of Anna Muster').fill('Ben Koch');
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await page.getByLabel('Rounds').fill('3');
  await page.getByLabel('Matches', { exact: true }).fill('2');
  await page.getByText('Limits of each player').click();
  await page.getByLabel('Turn time (s)').fill('0.9');
  await page.getByRole('button', { name: 'Let 5 hand-ins play' }).click();
  await page.locator('.failure').getByText('two players are called Ben Koch').waitFor();
  await page.getByLabel('Name of Anna Muster').fill('Änne');
  await page.getByRole('button', { name: 'Let 5 hand-ins play' }).click();
  await page.getByText('All matches have been played.').waitFor();
  const ranking = page.getByRole('region', { name: 'Ranking' });
  for (const name of ['Änne', 'Ben Koch', 'Kira Lehmann', 'Mats Albers', 'Zoë Öztürk'])
    await ranking.getByRole('button', { name, exact: true }).waitFor();
  const last = ranking.locator('tbody tr.cannot-play');
  assert.deepEqual(await last.locator('th').allTextContents(), ['Emil Vogt', 'Paul Richter']);
  assert.match((await last.first().textContent()) ?? '', /^–Emil Vogtcannot play: cannot start: SyntaxError/);
  const stored = await page.evaluate(async () => (await fetch('/api/tournaments/tournament.db')).json());
  assert.deepEqual(
    stored.cannot_play.map((/** @type {any} */ one) => one.code),
    ['cannot_start', 'text_file'],
  );
});

test('a withdrawn player is marked, and a hand-in that could not play leaves the table', async () => {
  const { page } = open;
  for (const name of ['Änne', 'Paul Richter']) {
    await page.getByRole('button', { name: 'Remove a player' }).click();
    await page.getByRole('combobox', { name: 'Player' }).selectOption(name);
    await page.getByRole('button', { name: 'Remove and resume' }).click();
    await page.getByText('All matches have been played.').waitFor();
  }
  const ranking = page.getByRole('region', { name: 'Ranking' });
  await ranking.locator('tr', { hasText: 'Änne' }).getByText('withdrawn').waitFor();
  await ranking.getByText('Paul Richter').waitFor({ state: 'detached' });
});

test('the list is in the language of the page', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'All tournaments' }).click();
  await chooseLanguage(page, 'de');
  await page.getByRole('heading', { name: 'Abgaben einer Klasse' }).waitFor();
  await page.locator('#intake-folder').setInputFiles(join(wag.folder, 'class'));
  await page.getByText('7 Abgaben: 5 spielen mit, 2 noch nicht.').waitFor();
  assert.match(
    (await row('Mats Albers').locator('.why').textContent()) ?? '',
    /^derselbe Code wie Kira Lehmann/,
  );
  await page.getByRole('button', { name: '5 spielen lassen' }).waitFor();
  await checkSizes(page, 'tournament-intake-de');
});
