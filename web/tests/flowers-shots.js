/** Takes pictures of the flower farm in every state, for people to look at: `node tests/flowers-shots.js FOLDER`. */

import { join } from 'node:path';
import { launch, openPage } from './fixtures/browser.js';
import { Wag } from './fixtures/wag.js';

const folder = process.argv[2] ?? '.';
const wag = new Wag();
await wag.start({ 'bot.py': 'def bot_input(dto):\n    return None\n' });
const browser = await launch();
try {
  for (const [colorScheme, lang] of /** @type {const} */ ([['dark', 'de'], ['light', 'en']])) {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const { page, problems, context } = await openPage(browser, { viewport: { width, height }, colorScheme, hasTouch: width < 500, isMobile: width < 500 });
      const shot = async (/** @type {string} */ name) => {
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}-${lang}.png`), fullPage: width < 500 });
      };
      await page.goto(wag.address);
      await page.locator('select.language').selectOption(lang);
      await page.getByRole('tab').nth(2).waitFor();
      await page.getByRole('tab', { name: { en: 'Flower farm', de: 'Blumenfarm', sr: 'Cvetna farma' }[lang] }).click();
      const fields = page.locator('.setup input[list], .setup input[type=text]');
      await page.locator('#main select').first().waitFor();
      await page.getByRole('combobox', { name: { en: 'Special tiles', de: 'Besondere Felder', sr: 'Specijalna polja' }[lang], exact: true }).selectOption('picture');
      await shot('setup');
      void fields;
      const name = { en: 'AI', de: 'KI', sr: 'AI' }[lang];
      await page.getByLabel(`${name} 1`).fill('human');
      await page.getByLabel(`${name} 2`).fill('Gardener');
      await page.getByLabel({ en: 'Rounds', de: 'Runden', sr: 'Potezi' }[lang], { exact: true }).fill('8');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('.asked').waitFor();
      const act = async (/** @type {string} */ letter, /** @type {string[]} */ keys) => {
        await page.locator(`.asked [data-action="${letter}"]:enabled`).waitFor();
        await page.waitForTimeout(400);
        await page.locator(`.asked [data-action="${letter}"]`).click();
        for (const key of keys) await page.locator(`.asked [data-key="${key}"]`).click();
      };
      const go = async () => { await page.locator('.asked [data-key="go"]').click(); await page.waitForTimeout(600); };
      await act('C', ['card 6', 'card 0']);
      await shot('shop');
      await page.locator('.asked [data-key="card 6"]').click();
      await shot('void');
      await page.locator('.asked [data-key="undo"]').click();
      await go();
      await act('P', ['tile 0']);
      await shot('plant');
      await go();
      await act('W', ['tile 0']);
      await go();
      await act('L', []);
      await shot('land');
      await act('H', []);
      await go();
      for (let round = 5; round <= 8; round += 1) { await act('pass', []); await go(); }
      await page.waitForTimeout(1500);
      await shot('ended');
      console.log(width, colorScheme, lang, problems);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await wag.close();
}
