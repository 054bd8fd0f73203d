/** Many tabs of one browser, with the fake server: one of them receives the events for all. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { launch, openPage } from '../fixtures/browser.js';
import { FakeServer } from '../fixtures/server.js';

const TABS = 10;

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;
let address = '';

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  address = await server.listen();
  open = await openPage(browser, { viewport: { width: 1366, height: 630 } });
});
afterEach(async () => {
  await open.context.close();
  server.close();
});

/** Opens the pages in more tabs. @param {number} count @param {string} [hash] */
async function openTabs(count, hash = '') {
  const tabs = [open.page];
  while (tabs.length < count) tabs.push(await open.context.newPage());
  for (const tab of tabs) {
    await tab.goto(`${address}${hash}`);
    await tab.locator(hash ? '.cm-content' : '.setup').waitFor();
  }
  return tabs;
}

/** Returns whether a tab shows the match that runs. @param {import('playwright-core').Page} tab */
const showsRun = (tab) => tab.locator('.run').waitFor();
const isOver = (/** @type {import('playwright-core').Page} */ tab) =>
  tab.locator('.run').waitFor({ state: 'hidden' });

/** Starts a long match. @param {import('playwright-core').Page} tab */
async function startMatch(tab) {
  server.pace = 0;
  await tab.bringToFront();
  await tab.getByRole('button', { name: 'Run', exact: true }).click();
}

test('ten tabs share one stream: each of them saves files and starts matches', async () => {
  // Locks and channels are enough.
  await open.context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const tabs = await openTabs(TABS, '#edit=yourAI.py');
  assert.equal(server.streams, 1);
  const last = tabs[TABS - 1];
  await last.locator('.cm-content').click();
  await last.keyboard.press('Control+End');
  await last.keyboard.type('x = 1\n');
  await last.keyboard.press('Control+Enter');
  await last.locator('.edit-match .board').waitFor();
  assert.match(server.files.texts.get('yourAI.py') ?? '', /x = 1\n$/);
  server.emit('files', { changed: ['yourAI.py'] });
  for (const tab of tabs) await tab.locator('.cm-line', { hasText: 'x = 1' }).waitFor();
});

test('when the tab that receives the events is closed in a match, another one takes over', async () => {
  const tabs = await openTabs(TABS);
  await startMatch(tabs[TABS - 1]);
  for (const tab of tabs) await showsRun(tab);
  await tabs[0].close();
  await tabs[1].close();
  server.pace = 20;
  for (const tab of tabs.slice(2)) await isOver(tab);
  assert.equal(server.streams, 1);
});

test('a tab that is reloaded in a match shows it, whether it receives the events or not', async () => {
  const tabs = await openTabs(3);
  await startMatch(tabs[2]);
  for (const tab of tabs) await showsRun(tab);
  for (const tab of tabs.slice(0, 2)) {
    await tab.reload();
    await showsRun(tab);
  }
  server.pace = 20;
  for (const tab of tabs) await isOver(tab);
  assert.equal(server.streams, 1);
});

test('a visible tab takes over from one that does not answer', async () => {
  await openTabs(1);
  const second = await open.context.newPage();
  await second.clock.install();
  await second.goto(address);
  await second.locator('.setup').waitFor();
  // The first tab is silent, as if a phone had frozen it.
  await open.page.evaluate(() => (BroadcastChannel.prototype.postMessage = () => {}));
  await second.bringToFront();
  const streams = server.opened;
  while (server.opened === streams) await second.clock.runFor(5000);
  await startMatch(second);
  await showsRun(second);
  server.pace = 20;
  await isOver(second);
});

test('a stream that the server refused is opened again', async () => {
  await open.page.clock.install();
  let refusals = 0;
  await open.page.route('**/api/run/events', (route) => {
    refusals += 1;
    return refusals > 2 ? route.continue() : route.fulfill({ status: 401, body: '{}' });
  });
  await open.page.goto(address);
  await open.page.locator('.setup').waitFor();
  while (server.streams === 0) await open.page.clock.runFor(2000);
  await startMatch(open.page);
  await showsRun(open.page);
});

test('without locks, each tab has its own stream', async () => {
  await open.context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  const tabs = await openTabs(2);
  assert.equal(server.streams, 2);
  await startMatch(tabs[1]);
  for (const tab of tabs) await showsRun(tab);
});
