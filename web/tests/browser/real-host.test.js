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

test('a lesson begins in the language of the page, and pupils get no solution', async () => {
  const { page } = pupil;
  const ask = (/** @type {string} */ path) =>
    page.evaluate(async (address) => {
      const headers = { 'Content-Type': 'application/json', 'X-Wag': '1' };
      const body = JSON.stringify({ game: 'warriors', lesson: '1' });
      return (await fetch(address, { method: 'POST', headers, body })).status;
    }, `/api/course/${path}`);
  assert.deepEqual([await ask('solution'), await ask('hint')], [404, 200]);
  await page.evaluate(() => localStorage.setItem('wag.language', 'de'));
  await page.goto(`${host.address}#setup=course`);
  await page.reload();
  await page.locator('.course-item').nth(1).click();
  await page.locator('.lesson .cm-content').getByText('# Erzeuge hier einen Sammler.').first().waitFor();
  await page.evaluate(() => localStorage.setItem('wag.language', 'en'));
  await page.goto(`${host.address}#setup=course`);
  await page.reload();
  await page.locator('.course-item').first().click();
  await page.locator('.lesson .cm-content').waitFor();
});

test('the teacher sees at which lesson the pupil is', async () => {
  await pupil.page.getByRole('button', { name: /^Check/ }).click();
  await pupil.page.locator('.answer').first().waitFor();
  const { page } = teacher;
  await page.getByRole('tab', { name: 'Overview' }).click();
  const row = page.locator('.overview-table tbody tr').filter({ hasText: 'Änne' });
  await row.getByText('Lesson 1').waitFor();
  await checkAccess(page, 'overview');
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

/** Makes a file of the pupil's device. @param {string} name @param {string} text */
const file = (name, text) => ({ name, mimeType: 'text/x-python', buffer: Buffer.from(text) });
const GOOD = 'from classes import *\nroundState.getBase().createUnitGatherer()\n';

test('a teacher makes a contest; pupils hand in and see at once what is wrong', async () => {
  const { page } = teacher;
  await page.goto(host.address);
  await page.getByRole('tab', { name: 'Contests' }).click();
  const form = page.getByRole('region', { name: 'New contest' });
  await form.getByLabel('Name', { exact: true }).fill('Winter cup');
  await form.getByLabel('Matches per pair').fill('1');
  await form.getByText('Rules of the game').click();
  await form.getByLabel('Rounds').fill('20');
  await form.getByRole('button', { name: 'Make and open' }).click();
  await page.getByRole('heading', { name: 'Winter cup' }).waitFor();
  await pupil.page.goto(host.address);
  await pupil.page.getByRole('button', { name: 'Contest' }).click();
  const choice = pupil.page.getByLabel('Or choose a file');
  await choice.setInputFiles(file('yourAI.py', 'if True\n    pass\n'));
  await pupil.page.getByText("line 1: expected ':'", { exact: true }).first().waitFor();
  await choice.setInputFiles(file('yourAI.py', GOOD));
  await pupil.page.getByText('Your program starts. Version 2 takes part.').waitFor();
  await checkAccess(pupil.page, 'contest');
});

test('a second pupil joins and hands in; the final is played, revealed on the projector and released', async () => {
  const { page } = teacher;
  const other = await openPage(browser);
  other.page.setDefaultTimeout(60000);
  await page.goto(host.address);
  await page.getByRole('tab', { name: 'Class link' }).click();
  // The link of the first test is still open.
  await other.page.goto((await page.locator('.class-address').textContent()) ?? '');
  await other.page.getByLabel('Your name').fill('Ben');
  await other.page.getByRole('button', { name: 'Join' }).click();
  await other.page.getByRole('button', { name: 'I have it' }).click();
  await other.page.getByRole('button', { name: 'Contest' }).click();
  await other.page.getByLabel('Or choose a file').setInputFiles(file('yourAI.py', 'from classes import *\n'));
  await other.page.getByText('Your program starts. Version 1 takes part.').waitFor();
  await page.getByRole('button', { name: 'Contest' }).click();
  for (const step of ['Close hand-ins', 'Play the final']) {
    await page.getByRole('button', { name: step }).click();
    await page.getByRole('dialog').getByRole('button', { name: step }).click();
  }
  // Matches have the lowest weight on the machine, so on a busy one the final takes minutes.
  await page.getByRole('button', { name: /^Show the next place \(1 of/ }).waitFor({ timeout: 600000 });
  await page.getByRole('button', { name: 'Screen for the projector' }).click();
  const screen = await openPage(browser);
  await screen.page.goto((await page.locator('.host-note code').textContent()) ?? '');
  await screen.page.locator('.on-screen .covered').nth(1).waitFor();
  await page.getByRole('button', { name: /^Show the next place \(1 of/ }).click();
  await screen.page.locator('.on-screen .covered').nth(1).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show the whole result' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Show the whole result' }).click();
  await pupil.page.locator('.ranking tbody tr').nth(1).waitFor();
  await pupil.page.getByText('The result is out').waitFor();
  await pupil.page.getByRole('button', { name: 'Watch' }).first().click();
  await pupil.page.locator('.watch').waitFor();
  assert.deepEqual([...other.problems, ...screen.problems], []);
});
