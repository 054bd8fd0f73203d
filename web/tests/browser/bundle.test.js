/** The bundled pages of the real program: few requests, files that the browser keeps, and everything works. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage } from '../fixtures/browser.js';
import { Wag } from '../fixtures/wag.js';

process.env.WAG_BUNDLED_PAGES = '1';
const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  await wag.start();
  browser = await launch();
  open = await openPage(browser);
  open.page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

test('the pages load with a few compressed files, which the browser keeps', async () => {
  const { page } = open;
  /** @type {import('playwright-core').Response[]} */
  const files = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/web/')) files.push(response);
  });
  await page.goto(wag.address);
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  assert.ok(files.length > 0 && files.length <= 12, `${files.length} files`);
  for (const response of files) {
    const path = new URL(response.url()).pathname;
    assert.match(path, /^\/web\/v-[0-9a-f]{16}\//);
    const headers = await response.allHeaders();
    assert.match(headers['cache-control'], /immutable/, path);
    if (!path.endsWith('.woff2')) assert.equal(headers['content-encoding'], 'gzip', path);
  }
  const main = files.find((response) => response.url().endsWith('/main.js'));
  assert.ok(main);
  const plain = await fetch(main.url(), { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.ok((await plain.text()).includes('wag/games/names.js'));
  const old = await fetch(main.url().replace(/v-[0-9a-f]{16}/, `v-${'0'.repeat(16)}`));
  assert.equal(old.status, 404);
});

test('the bundled pages play matches, edit files and speak German', async () => {
  const { page } = open;
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch canvas').first().waitFor();
  await page.goto(`${new URL('/', wag.address)}#edit=talker.py`);
  await page.locator('.cm-content').waitFor();
  await page.evaluate(() => localStorage.setItem('wag.language', 'de'));
  await page.reload();
  await page.locator('.cm-content').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  assert.deepEqual(open.problems, []);
});
