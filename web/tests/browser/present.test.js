/** Presentation mode and playlist in a real Chromium. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkAccess, launch, openMenu, openPage } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer, standingsOf } from '../fixtures/server.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
let address = '';

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  server.replays.set(
    'm',
    makeMatch({ rounds: 200, names: ['Maximilian Mustermann', 'Noob', 'Anna-Lena Schmidt', 'Expert'] }),
  );
  server.replays.set('short', makeMatch({ rounds: 3 }));
  address = await server.listen();
});
afterEach(() => server.close());

/** @param {string} hash @param {import('playwright-core').BrowserContextOptions} [options] @param {(page: import('playwright-core').Page) => Promise<void>} [prepare] */
async function watch(hash, options, prepare) {
  const { page } = await openPage(browser, options);
  await prepare?.(page);
  await page.goto(`${address}#${hash}`);
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  return page;
}

for (const options of [
  { viewport: { width: 1280, height: 720 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]) {
  test(`F shows only the board and the standings, ${options.viewport.width} wide`, async () => {
    const page = await watch('replay=m&round=120', options);
    const large = page.getByRole('region', { name: 'Large standings' });
    assert.equal(await large.isVisible(), false);
    await page.keyboard.press('f');
    await large.getByText('Maximilian Mustermann').waitFor();
    await large.getByText('Round 120 of 200').waitFor();
    assert.match((await large.locator('li b').first().textContent()) ?? '', /^\d/);
    for (const hidden of ['.side', '.below', '.top', '.zoom'])
      assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
    const canvas = await page.locator('canvas.board').boundingBox();
    assert.ok(
      canvas && canvas.width * canvas.height > 0.6 * options.viewport.width * options.viewport.height,
      JSON.stringify(canvas),
    );
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth),
      options.viewport.width,
      'nothing overflows the page',
    );
    await checkAccess(page, 'presentation');
    await page.keyboard.press('ArrowRight');
    await large.getByText('Round 121 of 200').waitFor();
    await page.getByRole('button', { name: 'Exit presentation mode' }).click();
    await page.locator('.below').waitFor();
    assert.equal(await large.isVisible(), false);
    await page.context().close();
  });
}

test('all saves of the list are played in turn, also in presentation mode', async () => {
  const header = (/** @type {string} */ id) =>
    standingsOf(/** @type {any} */ (server.replays.get(id)).header);
  server.saves.push({
    id: 'short',
    name: 'one',
    saved: '2026-01-02',
    rounds: 3,
    players: ['a'],
    map: 'meadow',
    automatic: false,
    ...header('short'),
  });
  server.saves.push({
    id: 'm',
    name: 'two',
    saved: '2026-01-01',
    rounds: 200,
    players: ['a'],
    map: 'meadow',
    automatic: false,
    ...header('m'),
  });
  const page = await watch('replay=m&round=3&speed=64');
  await page.keyboard.press('f');
  await page.keyboard.press('f');
  await openMenu(page);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByRole('button', { name: 'Play all in order' }).click();
  await page.waitForFunction(() => location.hash.includes('replay=short'));
  await page.keyboard.press('f');
  await page.waitForFunction(() => location.hash.includes('replay=m'), null, { timeout: 20_000 });
  await page.getByRole('region', { name: 'Large standings' }).getByText('Maximilian Mustermann').waitFor();
  await page.context().close();
});

test('the playlist stops when the user leaves', async () => {
  for (const name of ['one', 'two'])
    server.saves.push({
      id: 'short',
      name,
      saved: '2026-01-02',
      rounds: 3,
      players: ['a'],
      map: 'meadow',
      automatic: false,
    });
  const page = await watch('replay=m&round=3', {}, (page) => page.clock.install());
  await openMenu(page);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByRole('button', { name: 'Play all in order' }).click();
  await page.locator('.story.end').waitFor();
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.waitForFunction(() => location.hash.includes('setup'));
  const asked = () => server.requests.filter(({ path }) => path.startsWith('/api/replays/')).length;
  const before = asked();
  await page.clock.runFor(5000);
  // What the page would have asked for by then comes before the answers to these.
  await page.evaluate(async () => {
    for (let number = 0; number < 3; number += 1) await fetch('/api/saves');
  });
  assert.equal(asked(), before);
  assert.match(await page.evaluate(() => location.hash), /setup/);
  await page.context().close();
});
