/** The list of saves with the real program: every game's winner and scores, in both languages. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkSizes, chooseLanguage, launch, openMenu, openPage } from '../fixtures/browser.js';
import { findWag, Wag } from '../fixtures/wag.js';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string[]} */
let games = [];

before(async () => {
  await wag.startFresh();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await wag.close();
});

test('the list shows the winner and the scores in every game', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(wag.address);
  games = await page.evaluate(async () =>
    (await import(/** @type {any} */ ('wag/games/index.js'))).games.map(
      (/** @type {any} */ game) => game.name,
    ),
  );
  assert.ok(games.length >= 5, String(games));
  /** @type {Map<string, string[]>} */
  const played = new Map();
  for (const game of games) {
    const start = await page.evaluate(async (name) => (await fetch(`/api/start?game=${name}`)).json(), game);
    const open = start.built_in
      .filter((/** @type {any} */ one) => !one.locked)
      .map((/** @type {any} */ one) => one.name);
    const players = [0, 1].map((at) => open[open.length - 1 - (at % open.length)]);
    const rounds = start.options.some((/** @type {any} */ option) => option.name === 'rounds')
      ? ['--rounds', '20']
      : [];
    execFileSync(findWag(), ['play', game, ...players, ...rounds, '--seed', '1', '--quiet'], {
      cwd: wag.folder,
      env: { ...process.env, WAG_HOME: join(wag.folder, 'home') },
      stdio: 'pipe',
    });
    played.set(game, players);
  }
  const saves = await page.evaluate(async () => (await fetch('/api/saves')).json());
  for (const [language, winner] of [
    ['en', /^(Winner|Draw): /],
    ['de', /^(Sieger|Unentschieden): /],
  ]) {
    await chooseLanguage(page, /** @type {string} */ (language));
    await openMenu(page);
    await page.getByRole('button', { name: language === 'en' ? 'Load' : 'Laden', exact: true }).click();
    const items = page.locator('dialog .save');
    await items.first().waitFor();
    assert.equal(await items.count(), saves.length);
    for (const game of games) {
      const index = saves.findIndex((/** @type {any} */ save) => save.game === game);
      const lines = await items.nth(index).locator('.save-players').allTextContents();
      assert.match(lines[0] ?? '', /** @type {RegExp} */ (winner), game);
      const text = lines.join('\n');
      for (const { name, figures } of saves[index].standings) {
        assert.ok(text.includes(name) && figures.length > 0, `${game}: ${text}`);
        const [key, value] = figures[0];
        assert.match(
          text,
          new RegExp(`${name}: [^;]*\\S ${String(value).replace(/\B(?=(\d{3})+$)/g, '.?,?')}`),
          `${game}: ${key}`,
        );
      }
    }
    await checkSizes(page, `saves-${language}`);
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.keyboard.press('Escape');
  }
  assert.deepEqual(problems, []);
});
