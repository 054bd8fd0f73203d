/**
 * Takes screenshots of every state of the pages, for review: `node tests/shots.js FOLDER`.
 */

import { join } from 'node:path';
import { launch, openPage } from './fixtures/browser.js';
import { makeMatch } from './fixtures/match.js';
import { textMatch } from './fixtures/offers.js';
import { FakeServer } from './fixtures/server.js';

const folder = process.argv[2] ?? '.';
const server = new FakeServer();
server.games = ['warriors', 'gems', 'fives'];
const address = await server.listen();
server.replays.set('text', /** @type {any} */ (textMatch(20)));
server.replays.set('m', makeMatch({ rounds: 400, units: 14 }));
server.replays.set('big', makeMatch({ rounds: 40, size: 100, units: 100 }));
server.saves.push({ id: 'm', name: 'First try', saved: '2026-01-02T03:04:05Z', rounds: 400, players: ['yourAI', 'Noob1', 'Noob2', 'Expert'], map: 'meadow', automatic: false });
server.saves.push({ id: 'big', name: '2026-01-02 03.04 garden', saved: '2026-01-02T03:04:05Z', rounds: 40, players: ['yourAI', 'Noob1', 'Noob2', 'Expert'], map: 'garden', automatic: true });
const browser = await launch();

for (const [look, colorScheme] of /** @type {const} */ ([['light', 'light'], ['dark', 'dark']])) {
  for (const [form, width, height] of /** @type {const} */ ([['large', 1400, 900], ['small', 390, 844], ['wide', 2560, 1440]])) {
    if (form === 'wide' && look === 'dark') continue;
    const { page, problems, context } = await openPage(browser, { viewport: { width, height }, colorScheme, deviceScaleFactor: form === 'small' ? 2 : 1 });
    const shot = async (/** @type {string} */ name) => {
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${name}-${form}-${look}.png`), fullPage: form === 'small' });
    };
    await page.goto(address);
    await page.locator('.setup').waitFor();
    await shot('setup');
    await page.getByRole('tab', { name: 'Gem duel' }).click();
    await page.getByLabel('Board', { exact: true }).selectOption('boards/one.dat');
    await shot('setup-gems');
    await page.getByRole('tab', { name: 'Fives' }).click();
    await page.getByLabel('limit').waitFor();
    await shot('setup-fives');
    await page.goto(`${address}#replay=text&round=3`);
    await page.reload();
    await page.locator('.undrawn').waitFor();
    await shot('text');
    await page.goto(`${address}#replay=m&round=123&select=u1.2`);
    await page.reload();
    await page.locator('.inspector dl').waitFor();
    await shot('watch');
    await page.getByRole('tab', { name: 'Events' }).click();
    await shot('events');
    await page.getByRole('tab', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('needle');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await shot('search');
    await page.getByRole('button', { name: 'Save' }).click();
    await shot('save');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Load' }).click();
    await shot('load');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await shot('keys');
    await page.keyboard.press('Escape');
    await page.goto(`${address}#replay=big&round=30`);
    await page.reload();
    await page.locator('.score td').first().waitFor();
    await shot('big');
    if (problems.length > 0) console.log(form, look, problems);
    await context.close();
  }
}
await browser.close();
server.close();
