/** "Debug this turn", with the real program: the lines that ran, values, saving, a broken file, the link, German, a narrow screen. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAccess, chooseLanguage, launch, openPage } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

const AI = `from classes import *
import helper

base = roundState.getBase()
base.createUnitGatherer()
total = helper.sum_of([3, 4, 5])
for unit in roundState.getUnits():
    unit.moveUnit("NORTH")
print("total", total)
`;
const HELPER = `def sum_of(numbers):
    found = 0
    for number in numbers:
        found += number
    return found
`;
const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  await wag.start({ 'yourAI.py': AI, 'helper.py': HELPER });
  browser = await launch();
  open = await openPage(browser);
  open.page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

const save = (/** @type {string} */ text) => writeFile(join(wag.folder, 'yourAI.py'), text);

test('a turn is played again with its lines and values, and again when the file is saved', async () => {
  const { page } = open;
  await page.goto(wag.address);
  const replay = await page.evaluate(async () => {
    const players = ['yourAI.py', 'Noob', '', ''];
    const body = JSON.stringify({ players, options: { map: 'meadow', rounds: '12' }, seed: 3 });
    const run = await (
      await fetch('/api/run', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    ).json();
    for (;;) {
      const now = (await (await fetch('/api/start')).json()).run;
      if (now.state !== 'running') return run.replay;
    }
  });
  await page.goto(new URL(`#replay=${replay}&round=5`, wag.address).href);
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.getByRole('button', { name: 'Debug this turn' }).waitFor();
  await page.keyboard.press('d');
  const panel = page.getByRole('region', { name: 'Debug this turn' });
  await panel.getByText(/orders?, (all )?as recorded\.$/).waitFor();
  assert.match(
    (await panel.getByRole('heading', { name: /^Debug this turn/ }).textContent()) ?? '',
    /yourAI round 5$/,
  );
  await page.waitForFunction(() => location.hash.endsWith('&debug=1'));
  await panel.getByRole('button', { name: 'helper.py' }).click();
  assert.equal(
    await panel.locator('.line', { hasText: 'found += number' }).locator('.count').textContent(),
    '3×',
  );
  await panel.locator('.line', { hasText: 'found += number' }).click();
  await panel.getByRole('heading', { name: 'After line 4, 3 of 3, in sum_of' }).waitFor();
  assert.match((await panel.locator('.changed-value').textContent()) ?? '', /^found12changed$/);
  await panel.getByRole('region', { name: 'Lines of helper.py that ran' }).focus();
  await page.keyboard.press('ArrowLeft');
  assert.match((await panel.locator('.changed-value').textContent()) ?? '', /^found7/);
  await page.keyboard.press('ArrowDown');
  await panel.getByRole('heading', { name: 'After line 5, 1 of 1, in sum_of' }).waitFor();
  await panel.getByRole('button', { name: 'End of the turn' }).click();
  await checkAccess(page, 'the panel');

  await save(AI.replace('"NORTH"', '"SOUTH"').replace('"total", total', '"changed", total'));
  await panel.getByText(/^Saved: the turn changes\..*Orders: \d+ new, \d+ missing\.$/).waitFor();
  assert.ok(
    (await panel.locator('.order.new').count()) > 0 && (await panel.locator('.order.missing').count()) > 0,
  );
  await panel.getByText('changed 12').waitFor();
  await save('x = 1\ndef (\n');
  await panel.getByText(/^yourAI\.py, line 2: Python cannot read this line/).waitFor();
  await panel.locator('summary', { hasText: 'SyntaxError: invalid syntax (yourAI.py, line 2)' }).waitFor();
  await panel.getByText('changed 12').waitFor();
  await save(AI);
  await panel.getByText(/^Saved: the turn changes\..*as recorded\.$/).waitFor();
  assert.equal(await panel.locator('.failure').textContent(), '');
});

test('a link opens the panel, in German and on a narrow screen', async () => {
  const { page, problems } = open;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.reload();
  const panel = page.locator('.debug-turn');
  await panel.locator('.line.ran').first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  await chooseLanguage(page, 'de');
  await page.getByRole('tab', { name: 'Ausgaben' }).click();
  await page.getByRole('button', { name: 'Diesen Zug untersuchen' }).click();
  await panel.getByText(/Befehle?, (alle )?wie aufgezeichnet\.$/).waitFor();
  await panel.getByRole('heading', { name: 'Am Ende des Zuges' }).waitFor();
  await checkAccess(page, 'the panel in German');
  assert.deepEqual(problems, []);
});
