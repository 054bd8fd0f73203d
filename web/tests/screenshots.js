/** Takes the screenshots of README, of a real match; see `scripts/screenshots`. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, openPage } from './fixtures/browser.js';
import { ROOT, Wag } from './fixtures/wag.js';

const wag = new Wag();
await wag.start({ 'strong.py': await readFile(join(ROOT, 'python/opponents/Expert.py'), 'utf8') });
const browser = await launch();
try {
  const { page } = await openPage(browser, { viewport: { width: 1366, height: 768 }, colorScheme: 'light' });
  const shot = (/** @type {string} */ name) =>
    page.screenshot({ path: join(ROOT, `docs/pictures/client-${name}.png`) });
  await page.goto(wag.address);
  for (const [index, name] of ['yourAI.py', 'Noob', 'strong.py', 'Noob'].entries())
    await page.getByLabel(`AI ${index + 1}`).fill(name);
  await page.getByLabel('Seed').fill('7');
  await page.getByLabel('Seed').blur();
  await page.waitForTimeout(500);
  await shot('setup');
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
  await shot('watch');
} finally {
  await browser.close();
  await wag.close();
}
