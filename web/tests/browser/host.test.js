/** The pages of a class server, with the fake one: visitors, pupils, teachers, the owner, and the projector. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkAccess, launch, openPage } from '../fixtures/browser.js';
import { ATTACKS, FakeHost, NOW } from '../fixtures/host.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer } from '../fixtures/server.js';
import { outOfReach } from '../fixtures/sight.js';
import { makeZip } from '../fixtures/zip.js';
import de from 'wag/i18n/host-de.js';
import en from 'wag/i18n/host-en.js';

/** A school computer, a tablet and a phone. */
const SIZES = [
  { width: 1366, height: 630 },
  { width: 1180, height: 820 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
/** @type {FakeHost} */
let host;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;
let address = '';

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  host = new FakeHost();
  server.host = host;
  address = await server.listen();
  open = await openPage(browser, { viewport: SIZES[0], timezoneId: 'America/New_York' });
});
afterEach(async () => {
  await open.context.close();
  server.close();
});

/** Gives the browser the session of an account. @param {string} account */
const logIn = (account) => open.context.addCookies([{ name: 'fake', value: account, url: address }]);

/** Checks the page in all sizes: accessible, and nothing is wider than the window. @param {string} where */
async function checkPlace(where) {
  const { page } = open;
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await checkAccess(page, `${where} ${size.width}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (process.env.SHOTS)
      await page.screenshot({
        path: join(process.env.SHOTS, `${where}-${size.width}.png`),
        fullPage: size.width === 390,
      });
    assert.ok(wide <= 0, `${where}: ${wide} pixels too wide at ${size.width}`);
    assert.deepEqual(await outOfReach(page), [], `${where} ${size.width}`);
  }
  await page.setViewportSize(SIZES[0]);
}

/** Asserts that nothing went wrong in the page, but failed requests that the test expects. @param {RegExp} [expected] */
function noProblems(expected = /^$/) {
  assert.deepEqual(
    open.problems.filter((text) => !expected.test(text)),
    [],
  );
}

test('a visitor logs in with a code that is typed carelessly', async () => {
  const { page } = open;
  await page.goto(address);
  await page.getByRole('heading', { name: 'Wag of the school' }).waitFor();
  await checkPlace('start');
  await page.getByLabel('Code', { exact: true }).fill('abcd efgh');
  await page.getByText('4 more characters').waitFor();
  await page.getByRole('button', { name: 'Log in' }).first().click();
  await page.getByText('A code has 12 letters and digits.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill('0000-0000-0000');
  await page.getByRole('button', { name: 'Log in' }).first().click();
  await page.getByText('There is no such code.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(' abcd efgh  jkmn ');
  await page.getByRole('button', { name: 'Log in' }).first().click();
  await page.getByRole('button', { name: 'Anna', exact: true }).waitFor();
  assert.deepEqual(JSON.parse(host.changes.at(-1)?.body ?? ''), { code: 'ABCD-EFGH-JKMN', shared: false });
  noProblems(/401|410/);
});

test('a card is scanned: the code does not stay in the address', async () => {
  const { page } = open;
  await page.goto(`${address}l#ABCD-EFGH-JKMN`);
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  assert.equal(new URL(page.url()).hash, '');
  await checkPlace('login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Learn to write an AI' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/');
  assert.equal(await page.getByRole('tab', { name: 'Games in Python' }).count(), 0);
  await page.getByRole('tab', { name: 'Warriors' }).first().click();
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  assert.equal(
    await page.getByRole('tab', { name: 'Tournament' }).count(),
    0,
    'tournaments are contests here',
  );
  await page.locator('.settings').click();
  assert.equal(await page.getByRole('button', { name: 'Stop Wag' }).count(), 0);
  noProblems();
});

test('somebody joins by the class link, gets a card, and begins the first lesson', async () => {
  const { page } = open;
  host.invitation = { id: 'i1' };
  await page.goto(`${address}j#link`);
  await page.getByRole('heading', { name: 'Join 7b' }).waitFor();
  assert.equal(await page.getByLabel('Others use this device').isChecked(), true);
  await checkPlace('join');
  await page.getByLabel('Your name').fill('Anna');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('Somebody in this class has this name').waitFor();
  await page.getByLabel('Your name').fill('Zoe');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('WXYZ-2345-6789').waitFor();
  await page.getByRole('img', { name: 'QR code: log in as Zoe' }).waitFor();
  await checkPlace('card');
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.getByRole('heading', { name: '1. First words' }).waitFor();
  noProblems(/409/);
});

test('pupils find no solution, and the tab is named after what it shows', async () => {
  const { page } = open;
  await logIn('p0');
  server.course.lessons[0].begun = true;
  server.files.texts.set('lesson1.py', 'if True\n');
  server.files.problem = {
    kind: 'start',
    round: null,
    message: 'end it with a colon `:`',
    place: { file: 'lesson1.py', line: 1 },
    explanation: null,
    report: null,
  };
  await page.goto(`${address}#contest=k1`);
  await page.getByRole('heading', { name: 'Winter cup' }).waitFor();
  await page.waitForFunction((title) => document.title === title, 'Contest – Wag');
  await page.goto(`${address}#setup=course&lesson=lesson-1`);
  await page.locator('.lesson .cm-content').waitFor();
  await page.waitForFunction((title) => document.title === title, '1. First words – Wag');
  await page.locator('.lesson .cm-content').click();
  await page.keyboard.type('x');
  await page.locator('.problem code', { hasText: ':' }).waitFor();
  await page.getByRole('button', { name: 'Task' }).click();
  await page.getByRole('button', { name: 'Start this lesson again' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Solution/ }).count(), 0);
  // The name of the page leads to the list of lessons.
  await page.getByRole('link', { name: 'Wag' }).click();
  await page.getByRole('heading', { name: 'Learn to write an AI' }).waitFor();
  await page.waitForFunction((title) => document.title === title, 'Course – Wag');
  await page.goto(`${address}#setup=warriors&edit=yourAI.py`);
  await page.locator('.edit .cm-content').waitFor();
  await page.waitForFunction((title) => document.title === title, 'yourAI.py – Wag');
  await logIn('teacher');
  await page.goto('about:blank');
  await page.goto(`${address}#setup=course&lesson=lesson-1`);
  await page.getByRole('button', { name: /Solution/ }).waitFor();
  await page.getByRole('link', { name: 'Wag' }).click();
  await page.locator('.overview-table').waitFor();
  noProblems();
});

test('two devices change a file: nothing is lost, and one message says so', async () => {
  const { page } = open;
  await logIn('p0');
  const text = () => server.files.texts.get('yourAI.py') ?? '';
  await page.goto(`${address}#setup=warriors&edit=yourAI.py`);
  await page.locator('.edit .cm-content').click();
  await page.keyboard.type('# here\n');
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.match(text(), /# here/);
  // The other device writes, and no event has told this page of it.
  const theirs = `${text()}# there\n`;
  server.files.texts.set('yourAI.py', theirs);
  await page.keyboard.type('# and here\n');
  const message = 'yourAI.py was changed in another tab or on another device while you changed it here.';
  await page.getByRole('dialog').getByText(message).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 1);
  assert.equal(text(), theirs, 'the other text is not overwritten');
  await page.getByRole('button', { name: 'Compare side by side' }).click();
  await page.getByRole('button', { name: 'Save the left version' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.match(text(), /# and here/);
  noProblems(/409/);
});

test('whoever is offline for a while keeps the text, and it is saved when the server is back', async () => {
  const { page } = open;
  await logIn('p0');
  const text = () => server.files.texts.get('yourAI.py') ?? '';
  await page.goto(`${address}#setup=warriors&edit=yourAI.py`);
  await page.locator('.edit .cm-content').click();
  await server.waitForRequest('/api/events');
  await page.clock.install();
  server.pause();
  await page.keyboard.type('# without a network\n');
  await page.clock.runFor(10_000);
  await page.getByText('The server does not answer. Your text is kept in this page').waitFor();
  await page.clock.runFor(10_000);
  await page.locator('.host-strip').getByText('The server does not answer. Wait a moment').waitFor();
  assert.doesNotMatch(text(), /without/);
  assert.equal(await page.getByText('wag client').count(), 0);
  await server.resume();
  await page.clock.runFor(10_000);
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.match(text(), /# without a network/);
  await page.locator('.host-strip').getByText('The server does not answer').waitFor({ state: 'hidden' });
  // Events arrive again.
  await server.waitForListener();
  server.emit('message', { seq: 9, topic: 'contest:k2', kind: 'state', id: 'k2' });
  server.requests.length = 0;
  server.emit('message', { seq: 10, topic: 'contest:k3', kind: 'state', id: 'k3' });
  await server.waitForRequest('/api/me');
  noProblems(/ERR_CONNECTION|Failed to load/);
});

test('a class link that is closed says so', async () => {
  const { page } = open;
  await page.goto(`${address}j#old`);
  await page.getByRole('heading', { name: 'This class link is closed' }).waitFor();
  noProblems(/410/);
});

test('a pupil hands in, sees the line of the mistake, and goes back to an older version', async () => {
  const { page } = open;
  await logIn('p0');
  await page.goto(`${address}#contest=k1`);
  await page.getByRole('heading', { name: 'Winter cup' }).waitFor();
  await page.getByText('2 h 5 min left').waitFor();
  await page.getByText('18:05 CET').waitFor();
  await page.getByRole('button', { name: 'Hand in yourAI.py' }).click();
  await page.getByText('Your program starts. Version 1 takes part.').waitFor();
  const sent = host.changes.find((one) => one.path === 'contests/k1/hand-ins');
  assert.deepEqual(JSON.parse(sent?.body ?? ''), { from: 'workspace', file: 'yourAI.py' });
  assert.match(String(sent?.headers['idempotency-key']), /^[0-9a-f]{32}$/);
  host.verdict = {
    state: 'invalid',
    reason: {
      message: {
        en: "SyntaxError: expected ':' (yourAI.py, line 2): end it with a colon `:`",
        de: "SyntaxError: expected ':' (yourAI.py, Zeile 2): beende sie mit einem Doppelpunkt `:`",
      },
      file: 'yourAI.py',
      line: 2,
    },
  };
  await page.getByRole('button', { name: 'Hand in yourAI.py' }).click();
  await page.getByText("line 2: expected ':'", { exact: true }).first().waitFor();
  await page.getByText('end it with a colon').waitFor();
  await page.getByText('Version 1 still takes part.').waitFor();
  await checkPlace('contest-pupil');
  host.verdict = { state: 'valid', reason: null };
  await page
    .getByLabel('Or choose a file')
    .setInputFiles({ name: 'mine.py', mimeType: 'text/x-python', buffer: Buffer.from('x = 1') });
  await page.getByText('Your program starts. Version 3 takes part.').waitFor();
  const item = page.locator('.versions li').filter({ hasText: 'Version 1' });
  await item.getByRole('button', { name: 'Let this one take part' }).click();
  await item.getByText('takes part', { exact: true }).waitFor();
  await page.getByText('Your program starts. Version 1 takes part.').waitFor();
  await item.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('No version takes part now.').waitFor();
  await page.locator('.versions li').filter({ hasText: 'Version 2' }).waitFor();
  noProblems();
});

test('the newest own file is chosen to hand in, before files of lessons', async () => {
  const { page } = open;
  await logIn('p0');
  for (const [name, at] of /** @type {[string, number][]} */ ([
    ['fresh.py', 3],
    ['lesson1.py', 4],
  ])) {
    server.files.texts.set(name, 'x = 1\n');
    server.files.created.push(name);
    server.files.changedAt.set(name, at);
  }
  await page.goto(`${address}#contest=k1`);
  await page.getByRole('button', { name: 'Hand in fresh.py' }).waitFor();
  noProblems();
});

test('the line of a mistake opens in the editor', async () => {
  const { page } = open;
  await logIn('p0');
  host.verdict = { state: 'invalid', reason: { message: "expected ':'", file: 'yourAI.py', line: 2 } };
  let handedIn = 'print(1)\nif True\n    print(2)\n';
  await page.route('**/api/hand-ins/*/files', (route) =>
    route.fulfill({ contentType: 'application/zip', body: makeZip({ 'yourAI.py': handedIn }, true) }),
  );
  await page.goto(`${address}#contest=k1`);
  await page.getByRole('button', { name: 'Hand in yourAI.py' }).click();
  // A file of the device that is called like one of the folder is shown as it was handed in.
  await page.getByRole('button', { name: 'Show line 2' }).click();
  await page.locator('dialog mark', { hasText: 'if True' }).waitFor();
  await page.keyboard.press('Escape');
  handedIn = server.files.texts.get('yourAI.py') ?? '';
  await page.getByRole('button', { name: 'Show line 2' }).click();
  await page.locator('.cm-activeLine', { hasText: 'print(base)' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Winter cup' }).waitFor();
  noProblems();
});

test('whoever waits sees the place in the queue', async () => {
  const { page } = open;
  await logIn('p0');
  host.isBusy = true;
  host.jobs = [{ id: 'j', kind: 'hand-in', state: 'queued', place: 3, expected_at: NOW + 40_000 }];
  await page.goto(`${address}#contest=k1`);
  await page.getByRole('button', { name: 'Hand in yourAI.py' }).click();
  await page.getByText(/^Waiting: place 3 in the queue, starts in about \d+ s$/).waitFor();
  host.isBusy = false;
  await page.getByText('Your program starts. Version 1 takes part.').waitFor();
  await page.locator('.host-queue').waitFor({ state: 'hidden' });
  noProblems();
});

test('the table shows places as far as they are certain, and a match is watched', async () => {
  const { page } = open;
  await logIn('p0');
  server.replays.set('unused', makeMatch({ rounds: 5 }));
  await page.goto(`${address}#contest=k1`);
  const row = page.getByRole('row').filter({ hasText: 'Ben' });
  await row.getByText('2–4').waitFor();
  await row.getByRole('button', { name: 'Ben' }).click();
  await page.getByRole('heading', { name: 'Matches of Ben' }).waitFor();
  await page.getByText('practice', { exact: true }).waitFor();
  await page.getByText('Who cannot be told apart yet shares places.').waitFor();
  assert.equal(await page.getByText('The result stays hidden').count(), 0);
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.locator('.watch').waitFor();
  noProblems();
});

test('the hand-ins of the class are opponents of a match', async () => {
  const { page } = open;
  await logIn('p0');
  await page.goto(`${address}#setup=warriors`);
  await page.getByText('Hand-ins of your class: Ben, version 3; your version 1').waitFor();
  await page.getByLabel('AI 2').fill('Ben, version 3');
  await page.getByLabel('AI 3').fill('');
  await page.getByLabel('AI 4').fill('');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  const run = server.requests.find((one) => one.path === '/api/run');
  assert.equal(JSON.parse(run.body).players[1], 'hand-in:H2');
  noProblems();
});

test('a teacher sees who is stuck, sorts, and looks at one pupil', async () => {
  const { page } = open;
  await logIn('teacher');
  await page.goto(address);
  await page.getByText('2 pupils are stuck.').waitFor();
  const first = () => page.locator('.overview-table tbody tr').first();
  await first().getByText('David').waitFor();
  await first().getByText("expected ':'").waitFor();
  await first().getByText('12 min ago').waitFor();
  await checkPlace('overview');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await first().getByText('Anna').waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'Name', exact: true }).getAttribute('aria-pressed'),
    'true',
  );
  await page.getByRole('link', { name: 'David' }).click();
  await page.getByRole('heading', { name: 'David' }).waitFor();
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByRole('dialog').getByText(`print("${ATTACKS[0]}")`).waitFor();
  await page.getByRole('dialog').getByText("line 2: expected ':'").waitFor();
  await page.getByRole('dialog').locator('mark', { hasText: 'if True' }).waitFor();
  assert.equal(await page.getByRole('dialog').locator('.line-numbers').textContent(), '1\n2\n3');
  await checkPlace('pupil-file');
  await page.keyboard.press('Escape');
  await checkPlace('pupil');
  await page.getByRole('button', { name: 'New card' }).click();
  await page.getByRole('dialog').getByText('WXYZ-2345-6789').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('Everything of David is deleted').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('tab', { name: 'Pupils and cards', selected: true }).waitFor();
  await page.getByRole('link', { name: 'Emma' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'David' }).count(), 0);
  noProblems();
});

test('a class list becomes accounts and cards to print', async () => {
  const { page } = open;
  host.onlyHere = 'Only this computer reaches http://127.0.0.1:8080: <b>';
  await logIn('teacher');
  await page.goto(`${address}#class=c1&part=people`);
  await page
    .getByLabel('Choose a class list')
    .setInputFiles({ name: 'klasse.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nZoe') });
  await page.getByText('Read as windows-1252, separated by semicolon, with a heading.').waitFor();
  await page.getByText('a name cannot begin with =').waitFor();
  await checkPlace('people');
  await page.getByRole('button', { name: 'Make 2 accounts with cards' }).click();
  await page.getByText('2 cards are ready.').waitFor();
  await page.evaluate(() => {
    window.print = () => {
      /** @type {any} */ (globalThis).printed = document.querySelector('.print-sheet')?.textContent;
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.getByRole('button', { name: 'Print 2 cards' }).click();
  const printed = await page.evaluate(() => /** @type {any} */ (globalThis).printed);
  assert.ok(printed.includes('WXYZ-2345-6789') && printed.includes('QRST-2345-6789'), printed);
  assert.ok(printed.startsWith(host.onlyHere), printed);
  assert.equal(await page.getByRole('note').textContent(), host.onlyHere);
  assert.equal(await page.locator('.print-sheet').count(), 0);
  noProblems();
});

test('the class link is large, and closed with one click', async () => {
  const { page } = open;
  await logIn('teacher');
  await page.goto(`${address}#class=c1&part=link`);
  await page.getByLabel('For how many').fill('24');
  await page.getByRole('button', { name: 'Open the class link' }).click();
  await page.getByRole('img', { name: 'QR code: join the class' }).waitFor();
  await page.getByText('http://wag.school/j#link').waitFor();
  assert.equal(await page.getByRole('note').count(), 0, 'other devices reach the address');
  await checkPlace('class-link');
  assert.equal(
    JSON.parse(host.changes.find((one) => one.path === 'classes/c1/invitations')?.body ?? '').uses,
    24,
  );
  // After a reload, the link is still there, and the number of those who have joined grows.
  server.requests.length = 0;
  await page.reload();
  await page.getByText('24 pupils are in the class').waitFor();
  host.members.pop();
  await server.waitForRequest('/api/events');
  server.emit('message', { seq: 1, topic: 'class:c1', kind: 'members', id: 'c1' });
  await page.getByText('23 pupils are in the class').waitFor();
  await page.getByRole('button', { name: 'Close the link' }).click();
  await page.getByRole('button', { name: 'Open the class link' }).waitFor();
  assert.equal(host.invitation, null);
  await page.getByRole('tab', { name: 'Contests' }).click();
  assert.equal(new URL(page.url()).hash, '#class=c1&part=contests');
  noProblems();
});

test('a teacher makes a contest, closes it, reveals places and gives marks', async () => {
  const { page } = open;
  await logIn('teacher');
  await page.goto(`${address}#class=c1&part=contests`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Spring cup');
  await page.getByLabel('Deadline').fill('2026-12-05T18:00');
  await page.getByLabel('Time per match (s)').fill('90');
  await checkPlace('contests');
  await page.getByRole('button', { name: 'Make and open' }).click();
  await page.getByRole('heading', { name: 'Spring cup' }).waitFor();
  assert.equal(
    host.contest.deadline_at,
    Date.UTC(2026, 11, 5, 17),
    'the deadline is in the zone of the server',
  );
  assert.equal(host.contest.match_seconds, 90);
  host.handIns = [
    host.made(3, 'valid', true),
    { ...host.made(1, 'valid', true), id: 'h8', account: 'p1' },
    { ...host.made(1, 'invalid', false), id: 'h9', account: 'p2' },
  ];
  await page.getByRole('button', { name: 'Close hand-ins' }).click();
  await page.getByText('2 pupils take part. 1 hand-in cannot start and stays out.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close hand-ins' }).click();
  await page.getByText('Closed: the final comes next').waitFor();
  await page.getByRole('button', { name: 'Play the final' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play the final' }).click();
  await page.getByText('The final is being played').waitFor();
  host.contest.state = 'done';
  await server.waitForListener();
  server.emit('message', { seq: 1, topic: 'contest:k1', kind: 'state', id: 'k1' });
  await page.getByRole('button', { name: /^Show the next place \(1 of/ }).click();
  await page.getByRole('button', { name: /^Show the next place \(2 of/ }).waitFor();
  await page.getByText('Marks', { exact: true }).click();
  await page.getByText('5 for taking part, 10 for the first place').waitFor();
  const second = page.getByRole('group', { name: 'Marks' }).locator('tbody tr').nth(1).locator('td');
  assert.deepEqual((await second.allTextContents()).slice(0, 3), ['2–4', '1 of 13', '10']);
  for (const wrong of ['21', 'abc', '-1']) {
    await page.getByLabel('Points of Ben').fill(wrong);
    await page.getByLabel('Points of Ben').press('Tab');
    const refused = page.getByRole('row').filter({ hasText: 'Not saved: points are a number from 0 to 20' });
    await refused.getByLabel('Points of Ben').and(page.locator('[aria-invalid="true"]')).waitFor();
  }
  assert.equal(host.changes.filter((one) => one.path === 'contests/k1/marks').length, 0);
  await page.getByLabel('Points of Ben').fill('7,5');
  await page.getByLabel('Comment for Ben').fill('late, but good');
  await page.getByText('Saved.').waitFor();
  assert.ok(host.changes.some((one) => one.path === 'contests/k1/marks' && /"points":7.5/.test(one.body)));
  await page
    .getByLabel('Worksheet (CSV)')
    .setInputFiles({ name: 'grades.csv', mimeType: 'text/csv', buffer: Buffer.from('ID;Name;Grade\n') });
  await page.getByText('Nobody in the class for: Zoe Gone').waitFor();
  await page.getByText('2 rows belong to pupils of this class.').waitFor();
  await page.getByText('1 row gets a mark.').waitFor();
  await page.getByText('without a mark in Moodle: Clara (7.5), David').waitFor();
  await page.getByText('into the column for feedback').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the filled worksheet' }).click();
  assert.equal((await download).suggestedFilename(), 'grades.csv');
  await page.getByText('Hand-ins', { exact: true }).click();
  await page.getByText('3 of 24 have handed in.').waitFor();
  const states = page.getByRole('group', { name: 'Hand-ins' }).locator('tbody tr');
  assert.match((await states.first().textContent()) ?? '', /Clara.*cannot start/);
  assert.match((await states.nth(1).textContent()) ?? '', /Anna.*starts/);
  await page.getByRole('row').filter({ hasText: 'Clara' }).getByRole('button', { name: 'Extend' }).click();
  await page.getByLabel('May hand in until').fill('2026-12-06T12:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Extend' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await checkPlace('contest-teacher');
  noProblems();
});

test('a teacher opens the next season of a contest that is over', async () => {
  const { page } = open;
  await logIn('teacher');
  Object.assign(host.contest, {
    state: 'released',
    options: { rounds: '20' },
    form: 'swiss',
    match_seconds: 90,
  });
  const { game, seen_by, final_rule, turn_seconds } = host.contest;
  await page.goto(`${address}#contest=k1`);
  await page.getByRole('button', { name: 'Open the next season' }).click();
  const dialog = page.getByRole('dialog');
  const takeOver = dialog.getByLabel('Take over the active hand-ins; they are checked again');
  assert.equal(await takeOver.isChecked(), false);
  await takeOver.check();
  await dialog.getByRole('button', { name: 'Open the next season' }).click();
  await page.getByRole('heading', { name: 'Winter cup 2' }).waitFor();
  await page.getByText('21 hand-ins were taken over.').waitFor();
  const taken = host.changes.find((one) => one.path === 'contests/k1/take-over');
  assert.deepEqual(JSON.parse(taken?.body ?? ''), { from: 'k1' });
  const made = host.changes.find((one) => one.path === 'classes/c1/contests');
  assert.deepEqual(JSON.parse(made?.body ?? ''), {
    ...{
      name: 'Winter cup 2',
      game,
      options: { rounds: '20' },
      form: 'swiss',
      opens_at: null,
      deadline_at: null,
    },
    ...{ seen_by, final_rule, turn_seconds, match_seconds: 90 },
  });
  assert.equal(host.contest.state, 'open');
  noProblems();
});

test('the owner gives a pupil a wider limit, and takes another away', async () => {
  const { page } = open;
  await logIn('owner');
  await page.goto(`${address}#class=c1&account=p1`);
  const panel = page.getByRole('region', { name: 'Limits' });
  await panel.getByText('Show and change').click();
  const workspace = panel.getByLabel('Workspace (MB)');
  assert.deepEqual(
    [await workspace.inputValue(), await workspace.getAttribute('placeholder')],
    ['', 'usual: 20'],
  );
  assert.equal(await panel.getByLabel('Waiting jobs').inputValue(), '9');
  await workspace.fill('50');
  await panel.getByLabel('Waiting jobs').fill('');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByText('Saved.').waitFor();
  const saved = host.changes.find((one) => one.path === 'accounts/p1/limits');
  assert.deepEqual(JSON.parse(saved?.body ?? ''), { workspace_mb: 50 });
  await checkPlace('pupil-limits');
  await logIn('teacher');
  await page.goto('about:blank');
  await page.goto(`${address}#class=c1&account=p1`);
  await page.locator('.host-table tbody tr').first().waitFor();
  assert.equal(await panel.count(), 0);
  noProblems();
});

test('the owner makes a class, a backup, and reads what was done', async () => {
  const { page } = open;
  await logIn('owner');
  await page.goto(`${address}#server=classes`);
  await page.getByRole('button', { name: 'Make a backup' }).click();
  await page.getByText('The backup is made: wag-2.zip, 2.5 MB.').waitFor();
  await page.getByText('The newest 7 are kept on school-1, in the folder /srv/wag/backups').waitFor();
  const backups = page.getByRole('group', { name: 'Backups' }).locator('tbody tr');
  assert.match((await backups.nth(0).textContent()) ?? '', /^wag-2\.zip.*2\.5 MB$/);
  assert.match((await backups.nth(1).textContent()) ?? '', /^wag-1\.zip.*1\.2 MB$/);
  await page
    .locator('code', { hasText: /^wag host restore \/srv\/wag\/backups\/wag-2\.zip NEW-FOLDER$/ })
    .waitFor();
  await page.getByText('Show', { exact: true }).click();
  await page.getByText('read_file').waitFor();
  await checkPlace('server');
  await page.getByLabel('Name of the class').fill('8a');
  await page.getByRole('button', { name: 'Make a class' }).click();
  await page.getByRole('tab', { name: 'Class link', selected: true }).waitFor();
  noProblems();
});

test('the projector shows the class link, and then the places from the last to the first', async () => {
  const { page } = open;
  host.invitation = { id: 'i1' };
  await page.goto(`${address}s#screen`);
  await page.getByRole('img', { name: 'QR code: join the class' }).waitFor();
  await page.getByText('2 h 5 min left').waitFor();
  await checkPlace('screen-open');
  host.invitation = null;
  Object.assign(host.contest, { state: 'done', revealed: 1 });
  await page.locator('.on-screen bdi', { hasText: 'Hugo' }).waitFor();
  assert.equal(await page.locator('.on-screen .covered').count(), 7);
  host.contest.revealed = 8;
  await page.getByRole('heading', { name: 'Anna wins' }).waitFor();
  assert.equal(await page.locator('.on-screen .covered').count(), 0);
  await checkPlace('screen-done');
  await page.goto('about:blank');
  await page.goto(`${address}s#gone`);
  await page.getByText('This screen has ended.').waitFor();
  noProblems(/410/);
});

test('a session that has ended leads to the start page, and another account finds nothing of the first', async () => {
  const { page } = open;
  await logIn('p0');
  await page.goto(`${address}#contest=k1`);
  await page.getByRole('heading', { name: 'Winter cup' }).waitFor();
  await page.evaluate(() => localStorage.setItem('wag.draft.bots/yourAI.py', '{"text":"secret"}'));
  await page.getByRole('button', { name: 'Hand in yourAI.py' }).waitFor();
  host.ended = true;
  // Another request may be refused first; the page has left then.
  await page.evaluate(() =>
    /** @type {HTMLElement|null} */ (document.querySelector('.host-page .primary'))?.click(),
  );
  await page.getByLabel('Code', { exact: true }).waitFor();
  host.ended = false;
  await logIn('p1');
  await page.goto('about:blank');
  await page.goto(address);
  await page.getByRole('button', { name: 'Ben', exact: true }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem('wag.draft.bots/yourAI.py')), null);
  noProblems(/401|410/);
});

test('a visitor watches a contest that everybody may see, and no other', async () => {
  const { page } = open;
  host.isPublic = true;
  await page.goto(address);
  await page.getByRole('heading', { name: 'Contests for everybody to see' }).waitFor();
  await checkPlace('public-start');
  await page.getByRole('link', { name: 'Winter cup' }).click();
  await page.locator('.ranking tbody tr').first().waitFor();
  assert.equal(await page.locator('.ranking button').count(), 0);
  await checkPlace('public');
  await page.getByRole('link', { name: 'To the start page, to log in' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  host.isPublic = false;
  await page.goto('about:blank');
  await page.goto(`${address}#contest=k1`);
  await page.getByLabel('Code', { exact: true }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Contests for everybody to see' }).count(), 0);
  noProblems(/401/);
});

test('devices are listed and ended, and logging out forgets the account', async () => {
  const { page } = open;
  await logIn('p0');
  await page.goto(address);
  await page.getByRole('button', { name: 'Anna', exact: true }).click();
  await page.getByRole('button', { name: 'Devices' }).click();
  await page.getByText('Firefox, Linux').waitFor();
  await page.getByRole('button', { name: 'Log out there' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Anna', exact: true }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  assert.ok(host.changes.some((one) => one.method === 'DELETE' && one.path === 'sessions/s2'));
  noProblems();
});

test('a pupil hears of a contest that was made after the page was opened', async () => {
  const { page } = open;
  host.hasContest = false;
  await logIn('p0');
  await page.goto(address);
  await page.getByRole('button', { name: 'Anna', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Contest', exact: true }).count(), 0);
  host.hasContest = true;
  // The page has another stream, too: that of its matches.
  await server.waitForRequest('/api/events');
  server.emit('message', { seq: 1, topic: 'contest:k1', kind: 'state', id: 'k1' });
  await page.getByRole('button', { name: 'Contest', exact: true }).click();
  await page.getByRole('heading', { name: 'Winter cup' }).waitFor();
  noProblems();
});

test('a teacher confirms the clock, and pupils only read of it', async () => {
  const { page } = open;
  host.clock = { shown: NOW + 26 * 3_600_000, expected: NOW };
  await logIn('p0');
  await page.goto(address);
  const notice = page.locator('.host-notices li');
  await notice.getByText('The clock of the server shows Sun 29 November at 18:00 CET').waitFor();
  assert.equal(await notice.getByRole('button').count(), 0);
  await logIn('teacher');
  await page.goto('about:blank');
  await page.goto(address);
  await checkPlace('clock');
  await notice.getByRole('button', { name: 'It is Sun 29 November at 18:00 CET' }).click();
  await notice.waitFor({ state: 'detached' });
  assert.ok(host.changes.some((one) => one.method === 'POST' && one.path === 'clock'));
  noProblems();
});

test('a teacher sets and removes a passphrase', async () => {
  const { page } = open;
  await logIn('teacher');
  await page.goto(address);
  const show = async () => {
    await page.getByRole('button', { name: 'Ms. Koch', exact: true }).click();
    await page.getByRole('button', { name: 'Passphrase' }).click();
  };
  await show();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passphrase', { exact: true }).fill('correct horse battery');
  await dialog.getByLabel('The same again').fill('correct horse');
  await checkPlace('passphrase');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Both must be the same.').waitFor();
  await dialog.getByLabel('The same again').fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The passphrase is set.').waitFor();
  await show();
  await dialog.getByRole('button', { name: 'Remove the passphrase' }).click();
  await page.getByText('The passphrase is removed.').waitFor();
  const sent = host.changes.filter((one) => one.path === 'passphrase').map((one) => JSON.parse(one.body));
  assert.deepEqual(sent, [{ passphrase: 'correct horse battery' }, { passphrase: null }]);
  noProblems();
});

test('a pupil deletes the own account if the class allows it', async () => {
  const { page } = open;
  await logIn('p0');
  await page.goto(address);
  await page.getByRole('button', { name: 'Anna', exact: true }).click();
  assert.equal(await page.getByRole('button', { name: 'Delete my account' }).count(), 0);
  host.mayDelete = true;
  await page.goto('about:blank');
  await page.goto(address);
  await page.getByRole('button', { name: 'Anna', exact: true }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').getByText('Everything of you is deleted').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  assert.ok(host.changes.some((one) => one.method === 'DELETE' && one.path === 'me'));
  noProblems();
});

test('a class is renamed, archived and taken out of the archive', async () => {
  const { page } = open;
  await logIn('owner');
  await page.goto(`${address}#class=c1&part=settings`);
  await page.getByLabel('Name of the class').fill('7c');
  await page.getByLabel('Pupils may delete their own account').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('heading', { name: '7c' }).waitFor();
  assert.deepEqual(JSON.parse(host.changes.at(-1)?.body ?? ''), {
    name: '7c',
    settings: { games: ['warriors'], pupils_may_delete: true },
  });
  await checkPlace('class-settings');
  await page.getByRole('button', { name: 'Archive the class' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive the class' }).click();
  await page.getByText('The class is archived. It will be deleted on Sun 28 November').waitFor();
  await page.goto(`${address}#server=classes`);
  await page.getByText('will be deleted on Sun 28 November').waitFor();
  await page.getByRole('link', { name: '7c' }).click();
  await page.getByRole('button', { name: 'Take it out of the archive' }).click();
  await page.getByRole('button', { name: 'Archive the class' }).waitFor();
  await page.goto(`${address}#server=classes`);
  await page.getByRole('textbox', { name: 'Name of the server' }).fill('Wag of 7c');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Wag of 7c' }).waitFor();
  noProblems();
});

test('names, messages and outputs of attackers are texts on every page', async () => {
  const { page } = open;
  for (const [index, one] of host.members.entries()) one.name = ATTACKS[index % ATTACKS.length];
  for (const [index, one] of host.rows.entries()) one.name = ATTACKS[index % ATTACKS.length];
  host.className = ATTACKS[1];
  host.contest.name = ATTACKS[2];
  host.contest.class_name = ATTACKS[1];
  host.verdict = { state: 'invalid', reason: { message: ATTACKS[3], file: ATTACKS[0], line: 3 } };
  host.invitation = { id: 'i1', uses_left: 3, expires_at: NOW };
  host.audit = [
    { id: '1', at: NOW, actor: ATTACKS[0], action: ATTACKS[1], subject: ATTACKS[2], detail: ATTACKS[3] },
  ];
  host.installedGames = [{ name: ATTACKS[0], title: ATTACKS[1], version: 1, problem: ATTACKS[3] }];
  host.plainHttp = true;
  host.serverName = ATTACKS[1];
  host.text = ATTACKS[3];
  const foreign = /** @type {string[]} */ ([]);
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob|about):/.test(request.url()))
      foreign.push(request.url());
  });
  const visit = async (/** @type {string} */ place, /** @type {string} */ shown) => {
    await page.goto('about:blank');
    await page.goto(`${address}${place}`);
    await page.locator(shown).filter({ visible: true }).first().waitFor();
    await page.getByText('The connection is not encrypted').waitFor();
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).hacked), undefined, place);
    const bare = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (/[\u202a-\u202e\u2066-\u2069]/.test(node.nodeValue ?? '')) found.push(node.nodeValue);
      return found;
    });
    assert.deepEqual(bare, [], `${place}: a name can turn the text around`);
  };
  await visit('j#link', 'h1 bdi');
  await logIn('p0');
  await visit('#contest=k1', '.ranking tbody tr');
  await page.getByRole('button', { name: 'Hand in yourAI.py' }).click();
  await page.locator('.hand-in-answer.bad').waitFor();
  await visit('#setup=warriors', '.setup-foot');
  await logIn('teacher');
  await visit('#class=c1', '.overview-table tbody tr');
  await page.locator('.overview-table .stuck', { hasText: '<svg onload' }).first().waitFor();
  await page.locator('.host-notices li', { hasText: '<svg onload' }).waitFor();
  await visit('#class=c1&part=people', '.host-table tbody tr');
  await visit('#class=c1&part=link', '#panel-class-link .qr');
  await visit('#class=c1&part=contests', '.host-list li');
  await visit('#class=c1&part=settings', '#panel-class-settings form');
  await visit('#class=c1&account=p1', '.host-table tbody tr');
  await visit('#contest=k1', '.host-manage');
  await page.getByText('Marks', { exact: true }).click();
  await page.locator('.points').first().waitFor();
  await logIn('owner');
  await visit('#server=classes', '.host-list li');
  await page.getByText('Show', { exact: true }).click();
  await page.locator('.host-table tbody tr', { hasText: '<script>' }).first().waitFor();
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).hacked), undefined);
  assert.deepEqual(foreign, []);
  noProblems();
});

/** The texts of class servers that differ between the languages, in English. */
const ENGLISH = new Set(
  Object.keys(en)
    .filter((key) => en[key] !== de[key] && !en[key].includes('{'))
    .map((key) => en[key]),
);

test('every place is in German', async () => {
  const { page } = open;
  await page.addInitScript(() => location.protocol === 'http:' && localStorage.setItem('wag.language', 'de'));
  host.invitation = { id: 'i1', uses_left: 3, expires_at: NOW };
  host.handIns = [host.made(2, 'valid', true), host.made(1, 'invalid', false)];
  for (const [account, place, shown] of [
    ['', '', '.code-field'],
    ['', 'j#link', '.code-field'],
    ['', 's#screen', '.screen-aside .qr'],
    ['p0', '#contest=k1', '.ranking tbody tr'],
    ['teacher', '#class=c1&part=overview', '.overview-table tbody tr'],
    ['teacher', '#class=c1&part=people', '.host-table tbody tr'],
    ['teacher', '#class=c1&part=link', '#panel-class-link .qr'],
    ['teacher', '#class=c1&part=contests', '.host-list li'],
    ['teacher', '#class=c1&account=p1', '.host-table tbody tr'],
    ['teacher', '#contest=k1', '.host-manage'],
    ['owner', '#server=classes', '.host-list li'],
    ['owner', '#class=c1&account=p1', '.host-table tbody tr'],
    ['owner', '#class=c1&part=settings', '#panel-class-settings form'],
  ]) {
    if (account) await logIn(account);
    await page.goto('about:blank');
    await page.goto(`${address}${place}`);
    await page.locator(shown).filter({ visible: true }).first().waitFor();
    for (const summary of await page.locator('main summary:visible').all()) await summary.click();
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap((element) => [
        ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.nodeValue ?? ''),
        ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      ]),
    );
    assert.deepEqual(
      texts.filter((text) => ENGLISH.has(text)),
      [],
      place,
    );
    assert.deepEqual(
      texts.filter((text) => /^host\.\w/.test(text)),
      [],
      place,
    );
  }
  await page.goto('about:blank');
  await page.goto(`${address}#class=c1`);
  await page.getByText('2 kommen nicht weiter.').waitFor();
  await page.locator('.overview-table').getByText('hier fehlt ein Doppelpunkt').first().waitFor();
  await checkPlace('overview-de');
  noProblems();
});
