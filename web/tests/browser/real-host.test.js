/** The real class server in real browsers: owner, class link, a pupil with a card, a lesson, a contest. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkAccess, launch, openPage } from '../fixtures/browser.js';
import { WagHost } from '../fixtures/wag.js';

const host = new WagHost();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let teacher;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let pupil;

before(async () => {
  await host.start();
  browser = await launch();
  teacher = await openPage(browser, { viewport: { width: 1366, height: 630 } });
  pupil = await openPage(browser, { viewport: { width: 1024, height: 768 }, hasTouch: true });
  for (const { page } of [teacher, pupil]) page.setDefaultTimeout(60000);
});
after(async () => {
  await browser?.close();
  await host.close();
});

test('the owner logs in with the printed link, and makes a class with a link', async () => {
  const { page } = teacher;
  await page.goto(host.ownerLink);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Make your first class.').waitFor();
  await page.getByLabel('Name of the class').fill('7b');
  await page.getByRole('button', { name: 'Make a class' }).click();
  await page.getByRole('button', { name: 'Open the class link' }).click();
  await page.getByRole('img', { name: 'QR code: join the class' }).waitFor();
  await checkAccess(page, 'class link');
  assert.deepEqual(teacher.problems, []);
});

test('a pupil joins by the link, and begins the first lesson', async () => {
  const { page } = pupil;
  const link = (await teacher.page.locator('.class-address').textContent()) ?? '';
  await page.goto(link);
  await page.getByLabel('Your name').fill('Änne');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('img', { name: 'QR code: log in as Änne' }).waitFor();
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.locator('.lesson .cm-content').waitFor();
  assert.deepEqual(pupil.problems, []);
});

test('the teacher sees the pupil, and a new card ends the session of the old one', async () => {
  const { page } = teacher;
  await page.getByRole('tab', { name: 'Pupils and cards' }).click();
  await page.getByRole('link', { name: 'Änne' }).click();
  await page.getByRole('heading', { name: 'Änne' }).waitFor();
  await page.getByRole('button', { name: 'New card' }).click();
  const code = (await page.getByRole('dialog').locator('.login-code').textContent()) ?? '';
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  await pupil.page.goto(host.address);
  await pupil.page.getByLabel('Code', { exact: true }).fill(code.toLowerCase().replaceAll('-', ' '));
  await pupil.page.getByRole('button', { name: 'Log in' }).first().click();
  await pupil.page.getByRole('button', { name: 'Änne', exact: true }).waitFor();
});
