/** Takes the screenshots of README and the book: of a real match, and of a server with a made-up class; see `scripts/screenshots`. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, openPage } from './fixtures/browser.js';
import { ROOT, Wag, WagHost } from './fixtures/wag.js';

/** The size of a picture. */
const viewport = { width: 1366, height: 768 };
/** @param {import('playwright-core').Page} page @param {string} name */
const save = (page, name) => page.screenshot({ path: join(ROOT, `docs/pictures/${name}.png`) });

const wag = new Wag();
const host = new WagHost();
await wag.start({ 'strong.py': await readFile(join(ROOT, 'python/opponents/Expert.py'), 'utf8') });
const browser = await launch();
try {
  const { page } = await openPage(browser, { viewport, colorScheme: 'light' });
  await page.goto(wag.address);
  for (const [index, name] of ['yourAI.py', 'Noob', 'strong.py', 'Noob'].entries())
    await page.getByLabel(`AI ${index + 1}`).fill(name);
  await page.getByLabel('Seed').fill('7');
  await page.getByLabel('Seed').blur();
  await page.waitForTimeout(500);
  await save(page, 'client-setup');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await page.locator('.run').waitFor({ state: 'hidden', timeout: 60000 });
  await page.keyboard.press('Space');
  await page.locator('.slider').fill('112');
  await page.locator('.player-chip', { hasText: 'strong' }).click();
  // There is nothing to select until the round is loaded.
  await page.waitForTimeout(1000);
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('.');
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.locator('.inspector').waitFor();
  await page.waitForTimeout(800);
  await save(page, 'client-watch');
  await host.start('--demo');
  for (const locale of ['en-US', 'de-DE']) await takeHost(browser, locale);
} finally {
  await browser.close();
  await wag.close();
  await host.close();
}

/**
 * Takes the pictures of a server for a class in a language.
 * @param {import('playwright-core').Browser} browser @param {string} locale
 */
async function takeHost(browser, locale) {
  const { page } = await openPage(browser, { viewport, colorScheme: 'light', locale });
  const language = locale.slice(0, 2);
  const shot = (/** @type {string} */ name) => save(page, `host-${name}-${language}`);
  await page.goto(host.ownerLink);
  await page.locator('form button').first().click();
  await page.locator('.overview-table').waitFor();
  // The hand-ins of the made-up class are checked first.
  await page.waitForTimeout(20_000);
  await shot('overview');
  await page.evaluate(placeOfContest);
  await page.locator('.host-manage').waitFor();
  await page.waitForTimeout(2000);
  await shot('contest');
}

/** Opens the first contest of the account. */
async function placeOfContest() {
  const { classes } = await (await fetch('/api/me')).json();
  location.hash = `contest=${classes[0].contests[0].id}`;
}
