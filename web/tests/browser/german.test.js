/** The pages in German, with the real program, which reports in English: no English is left. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, matchIsOver, openPage } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

/** English words that are neither German nor names of files, options or players. */
const ENGLISH =
  /\b(?:the|of|is|are|not|and|with|from|which|what|this|that|has|have|can't|to|it|by|for|you|your|players?|rounds|line|files?|match(?:es)?|turns?|wins|errors?|found|nothing|or|at|be|there|its|after|before|than|more|less|nobody|takes|Page|Home|Enter|Space)\b/gi;

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  wag.words = ['--turn-time', '0.3'];
  await wag.start({
    'slow.py': 'while True:\n    pass\n',
    'fails.py': 'from classes import *\nif roundState.getRoundNumber() == 2:\n    1 / 0\n',
    'ends.py': 'import os\nos._exit(3)\n',
    'broken.py': 'x = (\n',
  });
  browser = await launch();
  open = await openPage(browser, { locale: 'de-DE' });
  open.page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

/** Returns everything that can be read or is read out, except AI output, Python's messages, file contents and titles of pages that exist only in English. @param {string} where */
async function isGerman(where) {
  const lines = await open.page.evaluate(() => {
    const own = [...document.querySelectorAll('body *')].filter(
      (element) =>
        !element.closest('script, style, .output .line, .report pre, .listing, code, kbd.typed, [lang="en"]'),
    );
    const texts = own.flatMap((element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? ''),
    );
    const named = own.flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'label'].map((name) => element.getAttribute(name) ?? ''),
    );
    // An option without a label shows its name on the command line.
    return [...new Set([...texts, ...named])].filter(
      (text) => text.trim() !== '' && !/^[a-z]+(-[a-z0-9]+)+$/.test(text),
    );
  });
  const wrong = lines
    .map((line) => [
      line,
      line.replace(/\u00ad|--[\w-]+|\bYou\b|\w+(?:Error|Exception): .*?(?= \(|$)/g, '').match(ENGLISH),
    ])
    .filter(([, words]) => words);
  assert.deepEqual(
    wrong.map(([line]) => line),
    [],
    where,
  );
}

test('every form is German', async () => {
  const { page } = open;
  await page.goto(wag.address);
  const tabs = page.locator('[role="tab"][id*="setup-"]');
  await tabs.first().waitFor();
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click();
    await page.waitForFunction(() => document.querySelector('.setup-head, form, .game-choice'));
    await isGerman(`tab ${await tabs.nth(at).textContent()}`);
  }
});

test('a match full of errors is described in German', async () => {
  const { page } = open;
  await page.locator('[role="tab"][id*="setup-"]').first().click();
  for (const [index, name] of ['slow.py', 'fails.py', 'ends.py', 'Noob'].entries())
    await page.getByLabel(`KI ${index + 1}`).fill(name);
  await page.getByLabel('Runden').first().fill('4');
  await page.getByRole('button', { name: 'Starten', exact: true }).click();
  await page.locator('.watch').waitFor();
  await matchIsOver(page);
  for (const round of ['1', '2', '4']) {
    await page.locator('.slider').fill(round);
    for (const seat of ['1', '2', '3', '4']) {
      await page.keyboard.press(seat);
      await isGerman(`round ${round}, seat ${seat}`);
    }
  }
  await page.getByRole('tab', { name: 'Erklärung' }).click();
  for (const name of ['slow', 'fails', 'ends', 'Noob']) {
    await page.locator('.player-chip').filter({ hasText: name }).click();
    await page.locator('.accounts h2').getByText(`Konto von ${name}`).waitFor();
    await isGerman(`explanation of ${name}`);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await isGerman('keys');
});
