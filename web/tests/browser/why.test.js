/** From the start page to the reason why a unit stood still, and the line of code, with the real program. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, chooseLanguage, launch, openPage } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

const MAIN = `from classes import *
from yourFunctions import send

base = roundState.getBase()
if len(roundState.getUnits()) < 2:
    base.createUnitWarrior
    base.createUnitGatherer()
for unit in roundState.getUnits():
    send(unit)
`;
const HELPER = `def send(unit):
    if unit.getUnitId() == 0:
        unit.moveUnit("north")
    else:
        unit.moveUnit("NORTH")
`;

before(async () => {
  await wag.start({ 'yourAI.py': MAIN, 'yourFunctions.py': HELPER });
  browser = await launch();
  open = await openPage(browser);
  open.page.setDefaultTimeout(60000);
  await open.page.addInitScript(() => {
    const page = /** @type {any} */ (globalThis);
    page.clicks = 0;
    document.addEventListener(
      'click',
      (event) => {
        if (event.isTrusted) page.clicks += 1;
      },
      true,
    );
  });
});
after(async () => {
  await browser?.close();
  await wag.close();
});

const check = (/** @type {string} */ where) => checkAccess(open.page, where);

test('three clicks lead from the start page to why a unit stood still and to the line of code', async () => {
  const { page } = open;
  await page.goto(wag.address);
  await page.getByRole('img', { name: /^Map: / }).waitFor();
  await page.getByLabel('AI 1').fill('yourAI.py');
  await page.getByLabel('Rounds').fill('120');
  await page.getByLabel('Seed').fill('3');
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).clicks = 0;
  });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const notes = page.locator('.advice');
  await notes
    .getByText(
      '120 orders were refused, first in round 1: "north" is not a direction; did you mean Direction.NORTH?',
    )
    .click();
  const inspector = page.locator('.inspector');
  await inspector.getByRole('heading', { name: 'Gatherer 0' }).waitFor();
  const order = inspector
    .locator('dd.bad')
    .filter({ hasText: 'Refused: "north" is not a direction; did you mean Direction.NORTH?' });
  assert.match((await order.textContent()) ?? '', /yourAI\.py:9 → yourFunctions\.py:3send\(unit\)$/);
  assert.doesNotMatch((await inspector.textContent()) ?? '', /None in this round/);
  await order.getByRole('button', { name: 'yourAI.py:9' }).click();
  const here = page.locator('dialog .listing .here');
  await here.waitFor();
  assert.match((await here.textContent()) ?? '', /^9\s+send\(unit\)/);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).clicks), 3);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await check('notes');
});

test('notes name uncalled functions and idle units, the costliest first, and lead there', async () => {
  const { page } = open;
  const notes = await page.locator('.advice li').allTextContents();
  assert.ok(notes.length >= 3 && notes.length <= 5, notes.join('\n'));
  assert.ok(
    notes.some((note) =>
      /base\.createUnitWarrior is a method: write base\.createUnitWarrior\(\), with brackets, to call it\.\s*yourAI\.py:6/.test(
        note,
      ),
    ),
    notes.join('\n'),
  );
  await page.getByRole('tab', { name: 'Events' }).click();
  await page
    .locator('.events')
    .getByText('yourAI: order refused: "north" is not a direction; did you mean Direction.NORTH?')
    .waitFor();
  await page.locator('.output').waitFor({ state: 'hidden' });
  await page.locator('.advice summary').click();
  await page
    .locator('.advice')
    .getByText(/Unit 1 stood at/)
    .click();
  await page.getByRole('heading', { name: 'Gatherer 1' }).waitFor();
  await page
    .locator('.inspector')
    .getByText(/blocked by/)
    .waitFor();
  await check('blocked');
});

test('notes and refused orders are in German', async () => {
  const { page } = open;
  await chooseLanguage(page, 'de');
  const notes = page.locator('.advice');
  await page.getByRole('tab', { name: 'Ausgaben' }).click();
  await notes
    .getByText(
      '120 Befehle wurden abgelehnt, zuerst in Runde 1: "north" ist keine Richtung; war Direction.NORTH gemeint?',
    )
    .click();
  await page
    .locator('.inspector')
    .getByText('Abgelehnt: "north" ist keine Richtung; war Direction.NORTH gemeint?')
    .waitFor();
  await page
    .locator('.output')
    .getByText(
      'Abgelehnt: "north" ist keine Richtung; war Direction.NORTH gemeint? (yourAI.py:9 → yourFunctions.py:3)',
    )
    .waitFor();
  assert.doesNotMatch((await notes.textContent()) ?? '', /refused|stood|round|called/);
  await check('German');
  await page.setViewportSize({ width: 390, height: 800 });
  await check('small');
  assert.deepEqual(open.problems, []);
});
