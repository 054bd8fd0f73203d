/** The course and the ways to begin, with a substitute for the server. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { checkAccess, checkSizes, launch, openPage } from '../fixtures/browser.js';
import { makeCourse } from '../fixtures/course.js';
import { FakeFiles } from '../fixtures/edited-files.js';
import { FakeServer } from '../fixtures/server.js';

const server = new FakeServer();
let address = '';
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  address = await server.listen();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server.close();
});
beforeEach(() => {
  server.course = makeCourse();
  server.first = null;
  server.files = new FakeFiles();
  server.requests = [];
});

/** Checks that nobody has to scroll sideways. @param {import('playwright-core').Page} page */
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('a lesson leads from the list over a failed check and hints to the next lesson', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(`${address}#setup=course`);
  await page.getByText('0 of 2 passed').waitFor();
  await checkSizes(page, 'course-list', async () => assert.ok(await fits(page)));
  await page.getByRole('button', { name: 'Begin with lesson 1' }).click();
  await page.getByRole('heading', { name: '1. First words' }).waitFor();
  assert.equal(
    await page.evaluate(() => document.activeElement?.tagName),
    'H1',
    'screen readers begin with the title',
  );
  await page.getByText('Say something.').waitFor();
  await page.locator('.lesson .cm-content').waitFor();
  await checkSizes(page, 'course-lesson', async () => assert.ok(await fits(page)));

  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'Not passed yet.' }).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'not reached: You have two units. 4, needed: 2At the end you had 4 units.' })
    .waitFor();
  await page.locator('.lesson .transport .play').waitFor();
  await checkSizes(page, 'course-missed', async () => assert.ok(await fits(page)));

  await page.getByRole('button', { name: 'Hint 1 of 2' }).click();
  await page.getByRole('button', { name: 'Hint 2 of 2' }).click();
  await page.locator('.answer').getByText('Write print("Hello").').waitFor();
  await page.locator('.goal-signs').getByText('1 of 2 goals').waitFor();
  assert.equal(await page.getByRole('button', { name: /Hint/ }).count(), 0);

  server.course.isSolved = true;
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'Passed!' }).waitFor();
  await checkSizes(page, 'course-passed', async () => assert.ok(await fits(page)));
  await page.getByRole('button', { name: 'Next lesson' }).click();
  await page.getByRole('heading', { name: '2. Your first unit' }).waitFor();
  assert.ok(
    await page.getByRole('button', { name: 'Next', exact: true }).isDisabled(),
    'this is the last lesson',
  );
  await page.getByRole('button', { name: 'All lessons' }).click();
  await page.getByText('1 of 2 passed').waitFor();
  await page.getByRole('button', { name: 'Continue with lesson 2' }).waitFor();
  assert.deepEqual(problems, []);
});

test('errors of the file are shown', async () => {
  const { page, problems } = await openPage(browser);
  await page.goto(`${address}#setup=course`);
  await page.getByRole('button', { name: 'Begin with lesson 1' }).click();
  const message = { en: "name 'x' is not defined", de: "'x' gibt es nicht" };
  server.course.error = {
    round: 2,
    kind: 'exception',
    message,
    place: null,
    explanation: null,
    report: null,
  };
  server.course.errors = 3;
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'Error in 3 rounds, first in round 2' }).waitFor();
  await page.getByText("name 'x' is not defined").waitFor();
  server.course.cannotStart = {
    round: null,
    kind: 'start',
    message: '<b>SyntaxError</b>',
    place: { file: 'lesson1.py', line: 1 },
    explanation: {
      code: 'syntax',
      values: [],
      text: { en: 'Python cannot read <i>this</i>' },
      page: { en: 'errors#a' },
    },
    report: '  File "lesson1.py", line 1\nSyntaxError',
  };
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'Error in line 1' }).waitFor();
  await page.getByText('Python cannot read <i>this</i>').waitFor();
  await page.getByText('<b>SyntaxError</b>').click();
  await page.getByText('File "lesson1.py", line 1').waitFor();
  await checkSizes(page, 'course-error', async () => assert.ok(await fits(page)));
  assert.deepEqual(problems, []);
});

test('code is written beside the text; Ctrl+Enter saves and checks it', async () => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1920, height: 1080 } });
  await page.goto(`${address}#setup=course`);
  await page.getByRole('button', { name: 'Begin with lesson 1' }).click();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('print("Hello")');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: 'Not passed yet.' }).waitFor();
  assert.equal(await page.locator('#task-text').isVisible(), false, 'the text folds when one types');
  assert.equal(server.files.texts.get('lesson1.py'), '# Write here.\nprint("Hello")');
  await page.locator('.lesson .transport .play').waitFor();
  await checkAccess(page, 'course-code, 1920');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/course-code-1920.png` });
  await page.keyboard.type('  # typed, not saved yet');
  await page.getByRole('button', { name: 'All lessons' }).click();
  await page.getByText('0 of 2 passed').waitFor();
  await page.getByRole('button', { name: /First words/ }).click();
  await page.getByText('# typed, not saved yet').waitFor();
  assert.deepEqual(problems, []);
});

test('without the editor, the learner’s own editor is named', async () => {
  server.files.hasEditor = false;
  const { page, problems } = await openPage(browser);
  await page.goto(`${address}#setup=course`);
  await page.getByRole('button', { name: 'Begin with lesson 1' }).click();
  await page.getByText('Your file is lesson1.py, in the folder of this page.').waitFor();
  await checkSizes(page, 'course-own-editor', async () => assert.ok(await fits(page)));
  assert.deepEqual(problems, []);
});

test('the solution and a new beginning come only after a question', async () => {
  const { page, problems } = await openPage(browser, { locale: 'de-DE' });
  await page.goto(`${address}#setup=course`);
  await page.getByRole('button', { name: 'Mit Lektion 1 beginnen' }).click();
  await page.getByRole('heading', { name: '1. Die ersten Worte' }).waitFor();
  await page.getByRole('button', { name: 'Lösung, für Lehrkräfte' }).click();
  assert.ok(!server.requests.some((one) => one.path === '/api/course/solution'), 'nothing is opened yet');
  await checkSizes(page, 'course-solution-question');
  await page.getByRole('button', { name: 'Lösung zeigen' }).click();
  await page.getByRole('region', { name: 'Hilfe' }).getByText('print("Hallo")').waitFor();
  await page.getByRole('button', { name: 'Diese Lektion neu beginnen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Diese Lektion neu beginnen' }).click();
  await page.getByText('Deine Datei heißt jetzt lesson1-old1.py.').waitFor();
  assert.deepEqual(problems, []);
});

test('a lesson is open again after a reload', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${address}#setup=course`);
  await page.getByRole('button', { name: 'Begin with lesson 1' }).click();
  await page.getByRole('heading', { name: '1. First words' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: '1. First words' }).waitFor();
  server.course.lessons[0].begun = false;
  await page.reload();
  await page.getByRole('button', { name: 'Begin with lesson 1' }).waitFor();
  await page.goto(`${address}?other#setup=course&lesson=%231`);
  await page.getByRole('button', { name: 'Begin with lesson 1' }).waitFor();
  assert.equal(
    server.requests.filter((one) => one.path === '/api/course/begin').length,
    2,
    'a lesson of another folder is not begun',
  );
});

test('an empty folder offers three ways to begin', async () => {
  server.first = 'yourAI.py';
  const { page, problems } = await openPage(browser);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Welcome! What would you like to do?' }).waitFor();
  await checkSizes(page, 'welcome', async () => assert.ok(await fits(page)));
  await page.getByRole('button', { name: 'Play another game' }).click();
  await page.getByRole('group', { name: 'Other games' }).getByRole('button').first().click();
  await page.waitForFunction(() => location.hash.includes('setup=gems'));
  await page.getByRole('tab', { name: 'Warriors & Gatherers' }).click();
  await page.getByRole('button', { name: 'Write your first AI' }).click();
  await page.getByRole('heading', { name: '1. First words' }).waitFor();
  await page.getByRole('button', { name: 'All lessons' }).click();
  await page.getByRole('tab', { name: 'Warriors & Gatherers' }).click();
  await page.getByRole('button', { name: 'Watch a match' }).click();
  await page.locator('.watch').waitFor();
  assert.deepEqual(problems, []);
});

test('a match against a neighbour is two files and one click', async () => {
  server.course.isSolved = true;
  const { page, problems } = await openPage(browser, { viewport: { width: 1366, height: 630 } });
  await page.goto(`${address}#setup=course`);
  await page.getByRole('button', { name: 'Begin with lesson 1' }).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Play against your neighbour' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play against your neighbour' });
  await dialog.getByLabel('Your file').waitFor();
  await checkSizes(page, 'course-neighbour', async () => assert.ok(await fits(page)));
  assert.equal(await dialog.getByLabel('Your file').inputValue(), 'yourAI.py');
  assert.equal(await dialog.getByLabel('Your neighbour’s file').inputValue(), 'bots/clever.py');
  await dialog.getByRole('button', { name: 'First challenge' }).waitFor();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'ben.py',
    mimeType: 'text/x-python',
    buffer: Buffer.from('print("Ben")\n'),
  });
  await page.waitForFunction(() => document.querySelectorAll('dialog option[value="ben.py"]').length > 0);
  assert.equal(server.files.texts.get('ben.py'), 'print("Ben")\n');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await server.waitForRequest('/api/run');
  await page.locator('.watch').waitFor();
  assert.deepEqual(server.lastSettings.players.slice(0, 2), ['yourAI.py', 'ben.py']);
  assert.equal(server.lastSettings.challenge, null);
  assert.deepEqual(problems, []);
});

test('the course is finished only when every lesson is passed, and then there is a page to print', async () => {
  server.course.isSolved = true;
  const { page, problems } = await openPage(browser);
  await page.goto(`${address}#setup=course`);
  await page.getByRole('button', { name: /Your first unit/ }).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'Passed!' }).waitFor();
  assert.equal(await page.getByText('You have finished the course').count(), 0, 'lesson 1 is left');
  await page.getByRole('button', { name: 'All lessons' }).click();
  await page.getByRole('button', { name: 'For teachers' }).or(page.getByText('For teachers')).first().click();
  await page.getByText('wag unlock --all').waitFor();
  await page.getByRole('button', { name: /First words/ }).click();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.locator('.answer').getByText('You have finished the course').waitFor();
  await page.getByRole('button', { name: 'All lessons' }).click();
  const certificate = page.getByRole('region', { name: 'You have finished the course' });
  await certificate.getByLabel('Name').fill('Ada');
  await checkSizes(page, 'course-finished', async () => assert.ok(await fits(page)));
  await page.emulateMedia({ media: 'print' });
  assert.ok(await certificate.getByRole('listitem').first().isVisible());
  assert.ok(!(await page.locator('.course-list').isVisible()), 'only the page to print is printed');
  assert.ok(!(await certificate.getByRole('button').isVisible()));
  assert.deepEqual(problems, []);
});
