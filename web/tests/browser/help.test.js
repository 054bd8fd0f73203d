/** The help in a real Chromium: keys, the pages of the book, the reference of a game, and the search. */

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

test('? leads to the book, whose contents, links and neighbors lead on, and back', async () => {
  const { page, dialog, doc, problems } = await help('replay=m&round=3');
  await dialog.getByText('Play and pause').waitFor();
  const contents = dialog.getByRole('navigation', { name: 'Contents', exact: true });
  await contents.getByRole('button', { name: 'Warriors & Gatherers' }).click();
  await doc.getByRole('heading', { level: 2 }).first().waitFor();
  assert.equal(await contents.locator('[aria-current="page"]').getAttribute('data-topic'), 'warriors');
  const next = await doc.locator('.help-next').textContent();
  await doc.locator('.help-next').click();
  await dialog.locator('[data-topic="errors"][aria-current="page"]').waitFor();
  assert.match(next ?? '', /What an error message means/);
  await doc.locator('.help-previous').click();
  await dialog.locator('[data-topic="warriors"][aria-current="page"]').waitFor();
  await dialog.getByRole('button', { name: 'Back', exact: true }).click();
  await dialog.locator('[data-topic="errors"][aria-current="page"]').waitFor();
  assert.match(await page.evaluate(() => location.hash), /replay=m/, 'the match is still there');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(problems, []);
  await page.context().close();
});

test('a link in a page leads to the section of another page', async () => {
  server.documents.set('en/start.md', '# Start\n\nSee [the limits](warriors.md#limits).\n');
  const text = `# Rules\n\n${'Text.\n\n'.repeat(80)}## Limits\n\n${'Text.\n\n'.repeat(80)}`;
  server.documents.set('en/warriors.md', text);
  const { page, dialog, doc } = await help('replay=m&round=3');
  await dialog.locator('[data-topic="start"]').click();
  await doc.getByRole('button', { name: 'the limits' }).click();
  const heading = doc.locator('#doc-limits');
  await heading.waitFor();
  const [box, place] = [await heading.boundingBox(), await doc.boundingBox()];
  assert.ok(box && place && box.y >= place.y - 1 && box.y < place.y + 60, JSON.stringify([box, place]));
  await page.context().close();
});

test('the hint on an error leads to its page; the single page names the command that prints it', async () => {
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
    for (const [locale, link, topic] of [
      ['en-GB', 'Read more', 'errors'],
      ['de-DE', 'Mehr dazu', 'errors'],
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
      const isOpen = page.getByRole('dialog').locator(`[data-topic="${topic}"][aria-current="page"]`);
      await isOpen.waitFor({ state: 'attached' });
      await page.getByRole('dialog').locator('.doc h2').first().waitFor();
      await checkAccess(page, `the page about an error, ${locale}`);
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: /^(Events|Ereignisse)/ }).click();
      await page
        .locator('.events')
        .getByRole('button', { name: String(link) })
        .first()
        .click();
      await isOpen.waitFor({ state: 'attached' });
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
      .getByText(/wag help errors/)
      .waitFor();
    assert.equal(await page.locator('.explanation button').count(), 0);
    await page.context().close();
  } finally {
    await wag.close();
  }
});

test('the reference of a game is its page, there the section on classes', async () => {
  const { page, dialog, doc } = await help('replay=m&round=3');
  await dialog.getByRole('button', { name: 'API reference' }).click();
  await doc.locator('#doc-the-classes').waitFor();
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

test('the search finds sections in the language of the page, and English ones if there are no others', async () => {
  server.documents.set('en/warriors.md', '# Rules\n\n## Classes\n\nCall `createUnitGatherer` and print.\n');
  server.documents.set('de/warriors.md', '# Regeln\n\n## Klassen\n\nRufe `createUnitGatherer` und print.\n');
  server.documents.set('en/machines.md', '# Machines\n\n## Cluster\n\nThe word quokka.\n');
  const { page, dialog, doc } = await help('replay=m&round=3');
  const find = async (/** @type {string} */ text) => dialog.getByRole('searchbox').fill(text);
  await find('createUnitGatherer');
  await doc.locator('.help-finding strong').getByText('Classes').waitFor();
  assert.equal(await doc.getByText('Klassen').count(), 0);
  await checkAccess(page, 'findings of the help');
  await doc.locator('.help-finding').first().click();
  await doc.getByText('createUnitGatherer').first().waitFor();
  await find('xyzzyplugh');
  await doc.getByText('Nothing found.').waitFor();
  await find('');
  await doc.getByText('createUnitGatherer').first().waitFor();
  await page.context().close();
  const german = await help('replay=m&round=3', { locale: 'de-DE' });
  await german.dialog.getByRole('searchbox').fill('createUnitGatherer');
  await german.doc.locator('.help-finding strong').getByText('Klassen').waitFor();
  assert.equal(await german.doc.getByText('Classes').count(), 0);
  await german.dialog.getByRole('searchbox').fill('quokka');
  await german.doc.getByText(/\(englisch\)/).waitFor();
  await german.page.context().close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const options of [
    { viewport: { width: 1366, height: 630 } },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ]) {
    test(`the German book is accessible, ${colorScheme}, ${options.viewport.width} wide`, async () => {
      const { page, dialog, doc } = await help('replay=m&round=3', {
        ...options,
        colorScheme,
        locale: 'de-DE',
      });
      /** @param {string} topic @param {string} heading */
      const open = async (topic, heading) => {
        const contents = dialog.locator('.help-contents');
        if (!(await contents.evaluate((element) => element.hasAttribute('open'))))
          await contents.locator('summary').click();
        await dialog.locator(`[data-topic="${topic}"]`).click();
        await doc.getByRole('heading', { name: heading }).first().waitFor();
        await checkAccess(page, topic);
        assert.ok(
          await doc.evaluate((element) => element.scrollWidth <= element.clientWidth),
          'nothing overflows the page',
        );
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/help-${topic}-${colorScheme}-${options.viewport.width}.png`,
          });
      };
      await checkAccess(page, 'the contents');
      await open('warriors', 'Warriors & Gatherers');
      await open('machines', 'Play on many machines');
      await doc.getByText('Diese Seite gibt es nur auf Englisch.').waitFor();
      assert.equal(await doc.getAttribute('lang'), 'en');
      await page.context().close();
    });
  }
}
