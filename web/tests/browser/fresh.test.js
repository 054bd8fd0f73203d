/** The first minute, with the real program in an empty folder. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAccess, launch, openPage } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  await wag.startFresh();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await wag.close();
});

test('the first AI page is accessible in each language', async () => {
  for (const locale of ['en-GB', 'de-DE']) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const { page, problems, context } = await openPage(browser, { locale, colorScheme });
      page.setDefaultTimeout(60000);
      await page.goto(wag.address);
      await page.getByRole('button', { name: /^(Create a first AI|Eine erste KI anlegen): yourAI.py$/ }).waitFor();
      await checkAccess(page, `a fresh folder, ${locale}, ${colorScheme}`);
      assert.deepEqual(problems, []);
      await context.close();
    }
  }
});

test('two clicks lead from an empty folder to a match of the user’s first AI', async () => {
  const { page, problems } = await openPage(browser);
  page.setDefaultTimeout(60000);
  await page.goto(wag.address);
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).clicks = 0;
    document.addEventListener('click', () => (/** @type {any} */ (globalThis).clicks += 1), true);
  });
  await page.getByRole('button', { name: 'Create a first AI: yourAI.py' }).click();
  await page.waitForFunction(() => /** @type {HTMLInputElement|null} */ (document.querySelector('#setup-player-1'))?.value === 'yourAI.py');
  assert.ok(existsSync(join(wag.folder, 'yourAI.py')));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await page.locator('.score').getByText('yourAI').waitFor();
  for (const name of ['Noob1', 'Noob2', 'Noob3']) await page.locator('.score').getByText(name, { exact: true }).waitFor();
  await page.waitForFunction(() => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 1);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).clicks), 2);
  assert.deepEqual(problems, []);
});
