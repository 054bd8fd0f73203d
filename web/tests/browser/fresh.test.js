/** The first minute, with the real program in an empty folder. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
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
      await page
        .getByRole('button', { name: /^(Create a first AI|Eine erste KI anlegen): yourAI.py$/ })
        .waitFor();
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
    document.addEventListener(
      'click',
      () => {
        /** @type {any} */ (globalThis).clicks += 1;
      },
      true,
    );
  });
  await page.getByRole('button', { name: 'Create a first AI: yourAI.py' }).click();
  await page.waitForFunction(
    () =>
      /** @type {HTMLInputElement|null} */ (document.querySelector('#setup-player-1'))?.value === 'yourAI.py',
  );
  assert.ok(existsSync(join(wag.folder, 'yourAI.py')));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await page.locator('.player-chip').getByText('yourAI').waitFor();
  for (const name of ['Noob1', 'Noob2', 'Noob3'])
    await page.locator('.player-chip').getByText(name, { exact: true }).waitFor();
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 1,
  );
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).clicks), 2);
  assert.deepEqual(problems, []);
});

test('the course leads from an empty folder to an AI of one’s own that has moved a unit, in six clicks', async (t) => {
  const empty = new Wag();
  await empty.startFresh();
  t.after(() => empty.close());
  const { page, problems } = await openPage(browser);
  page.setDefaultTimeout(60000);
  await page.goto(empty.address);
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).clicks = 0;
    document.addEventListener(
      'click',
      () => {
        /** @type {any} */ (globalThis).clicks += 1;
      },
      true,
    );
  });
  /** Adds a line below another one: in the page if the program contains the editor, else in the file. @param {string} file @param {string} above @param {string} line */
  const add = async (file, above, line) => {
    if ((await page.locator('.lesson .cm-content').count()) > 0) {
      await page.locator('.cm-line', { hasText: above }).click();
      await page.keyboard.press('End');
      return page.keyboard.type(`\n${line}`, { delay: 10 });
    }
    const text = await readFile(join(empty.folder, file), 'utf8');
    assert.ok(text.includes(above), text);
    await writeFile(join(empty.folder, file), text.replace(above, `${above}\n${line}`));
  };
  await page.getByRole('button', { name: 'Write your first AI' }).click();
  await page.getByRole('heading', { name: '1. First words' }).waitFor();
  await add('lesson1.py', 'Write your line below.', 'print("Hello")');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('Passed! All goals are reached.').waitFor();
  await page.getByRole('button', { name: 'Next lesson' }).click();
  await page.getByRole('heading', { name: '2. Your first unit' }).waitFor();
  await add('lesson2.py', '# Create a gatherer here.', 'base.createUnitGatherer()');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('listitem').filter({ hasText: 'reached: A unit of yours takes a step.' }).waitFor();
  await page.getByText('Passed! All goals are reached.').waitFor();
  const clicks = await page.evaluate(() => /** @type {any} */ (globalThis).clicks);
  assert.ok(clicks <= 6, `${clicks} clicks`);
  await page.locator('.lesson-stage .watch').waitFor();
  assert.deepEqual(problems, []);
});
