/** The help in a real Chromium: keys, the manual, the reference, and the search. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkAccess, launch, matchIsOver, openPage } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer } from '../fixtures/server.js';
import { findWag, Wag } from '../fixtures/wag.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
let address = '';

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  server.replays.set('m', makeMatch({ rounds: 20 }));
  address = await server.listen();
});
afterEach(() => server.close());

/** @param {string} hash @param {import('playwright-core').BrowserContextOptions} [options] */
async function help(hash, options) {
  const { page, problems } = await openPage(browser, options);
  await page.goto(`${address}#${hash}`);
  await page.locator('.setup, .player-chip').first().waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return { page, dialog, doc: dialog.locator('.doc'), problems };
}

test('? leads to the manual, whose links lead on and back', async () => {
  const { page, dialog, doc, problems } = await help('replay=m&round=3');
  await dialog.getByText('Play and pause').waitFor();
  await dialog.getByRole('button', { name: 'Manual' }).click();
  await doc.getByRole('heading', { name: /the player's manual/ }).waitFor();
  await doc.getByRole('button', { name: '8. Limits' }).click();
  const heading = doc.locator('#doc-8-limits');
  const [box, place] = [await heading.boundingBox(), await doc.boundingBox()];
  assert.ok(box && place && box.y >= place.y - 1 && box.y < place.y + 60, JSON.stringify([box, place]));
  await doc.getByRole('button', { name: 'handbuch.md' }).first().click();
  await doc
    .getByRole('heading', { name: /Handbuch/ })
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Back', exact: true }).click();
  await doc.getByRole('heading', { name: /the player's manual/ }).waitFor();
  assert.match(await page.evaluate(() => location.hash), /replay=m/, 'the match is still there');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('the hint on an error leads to its section of the manual; the single page names the section', async () => {
  const wag = new Wag();
  await wag.start({
    'fails.py': 'from classes import *\ndef go():\n    guard = 1\n    return gaurd\ngo()\n',
  });
  try {
    execFileSync(
      findWag(),
      ['play', 'fails.py', 'Noob', '--rounds', '3', '--seed', '1', '--replay', 'fails.wag', '--quiet'],
      { cwd: wag.folder },
    );
    execFileSync(findWag(), ['replay', 'export', '--html', 'fails.wag', '--output', 'fails.html'], {
      cwd: wag.folder,
    });
    for (const [locale, link, section] of [
      ['en-GB', 'Read more in the manual', /^doc-[\w-]+$/],
      ['de-DE', 'Mehr dazu im Handbuch', /^doc-[\wäöüß-]+$/],
    ]) {
      const { page, problems } = await openPage(browser, { locale: String(locale) });
      await page.goto(wag.address);
      await page.locator('[role="tab"][id*="setup-"]').first().click();
      await page.getByLabel(/^(AI|KI) 1$/).fill('fails.py');
      await page.getByLabel(/^(AI|KI) 2$/).fill('Noob');
      await page
        .getByLabel(/^(Rounds|Runden)$/)
        .first()
        .fill('4');
      await page.getByRole('button', { name: /^(Run|Starten)$/ }).click();
      await page.locator('.watch').waitFor();
      await matchIsOver(page);
      await page.locator('.slider').fill('2');
      await page.keyboard.press('1');
      await page.getByRole('tab', { name: /^(Output|Ausgaben)$/ }).click();
      await page
        .locator('.explanation')
        .getByRole('button', { name: String(link) })
        .click();
      await page.getByRole('dialog').locator('.doc h2, .doc h3').first().waitFor();
      await page.waitForFunction(() => document.activeElement?.id.startsWith('doc-'));
      const id = await page.evaluate(() => document.activeElement?.id ?? '');
      assert.match(id, /** @type {RegExp} */ (section));
      await checkAccess(page, `section of the manual, ${locale}`);
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: /^(Events|Ereignisse)/ }).click();
      await page
        .locator('.events')
        .getByRole('button', { name: String(link) })
        .first()
        .click();
      await page.waitForFunction((id) => document.activeElement?.id === id, id);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/manual-${locale}.png` });
      await page.keyboard.press('Escape');
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/hint-${locale}.png` });
      assert.deepEqual(problems, []);
      await page.context().close();
    }
    const { page } = await openPage(browser);
    await page.goto(pathToFileURL(join(wag.folder, 'fails.html')).href);
    await page.locator('.watch').waitFor();
    await page.locator('.slider').fill('2');
    await page.keyboard.press('1');
    await page.getByRole('tab', { name: 'Output' }).click();
    await page
      .locator('.explanation')
      .getByText(/docs\/manual\.md#/)
      .waitFor();
    assert.equal(await page.locator('.explanation button').count(), 0);
    await page.context().close();
  } finally {
    await wag.close();
  }
});

test('the reference of a game is its own document, or the chapter on classes in the manual', async () => {
  const { page, dialog, doc } = await help('replay=m&round=3');
  await dialog.getByRole('button', { name: 'API reference' }).click();
  await doc.locator('#doc-4-the-classes').waitFor();
  assert.equal(
    await dialog.getByRole('button', { name: 'API reference' }).getAttribute('aria-current'),
    'true',
  );
  await page.keyboard.press('Escape');
  await page.goto(`${address}#setup=gems`);
  await page.reload();
  await page.locator('.setup').first().waitFor();
  await page.keyboard.press('?');
  await dialog.getByRole('button', { name: 'API reference' }).click();
  await doc
    .getByRole('heading', { name: /gem duel/i })
    .first()
    .waitFor();
  await page.context().close();
});

test('the search finds sections of all documents', async () => {
  const { page, dialog, doc } = await help('replay=m&round=3');
  await dialog.getByRole('searchbox').fill('createUnitGatherer');
  await doc.getByText(/^\d+ sections$/).waitFor();
  await checkAccess(page, 'findings of the help');
  await doc.locator('.help-finding').first().click();
  await doc.getByText('createUnitGatherer').first().waitFor();
  await dialog.getByRole('searchbox').fill('xyzzyplugh');
  await doc.getByText('Nothing found.').waitFor();
  await dialog.getByRole('searchbox').fill('');
  await doc.getByText('createUnitGatherer').first().waitFor();
  await page.context().close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const options of [
    { viewport: { width: 1366, height: 630 } },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ]) {
    test(`the German manual is accessible, ${colorScheme}, ${options.viewport.width} wide`, async () => {
      const { page, dialog, doc } = await help('replay=m&round=3', {
        ...options,
        colorScheme,
        locale: 'de-DE',
      });
      await dialog.getByRole('button', { name: 'Handbuch' }).click();
      await doc
        .getByRole('heading', { name: /Handbuch/ })
        .first()
        .waitFor();
      await checkAccess(page, 'the Handbuch');
      assert.ok(
        await doc.evaluate((element) => element.scrollWidth <= element.clientWidth),
        'nothing overflows the page',
      );
      await dialog.getByRole('button', { name: 'Alle Dokumente' }).click();
      await doc.getByRole('button', { name: 'aitools.md' }).first().waitFor();
      await checkAccess(page, 'all documents');
      await page.context().close();
    });
  }
}
