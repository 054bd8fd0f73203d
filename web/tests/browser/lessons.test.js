/** All lessons of the course with the real program, on the screen that schools have: what matters is in sight at once. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAccess, launch, openPage } from '../fixtures/browser.js';
import { measureSight } from '../fixtures/sight.js';
import { Wag } from '../fixtures/wag.js';

/** @typedef {import('playwright-core').Page} Page */

const LESSONS = 13;
const SCHOOL = { width: 1366, height: 630 };
/** Lessons with the longest tasks and goals: they are measured in both languages, the others alternately in one. */
const LONGEST = [6, 8, 13];
/** Lessons whose states are checked with axe: one with a long text, and one with a table. */
const CHECKED = [6, 13];

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  await wag.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await wag.close();
});

/** Fails unless all of these are in sight, with enough code and board. @param {Page} page @param {string} where @param {Record<string, string>} wanted */
async function sees(page, where, wanted) {
  const { lines, columns, board, scrolls, unseen } = await measureSight(page, {
    task: '.task-line',
    check: '.go button:not([hidden])',
    ...wanted,
  });
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${where.replace(/\W+/g, '-')}.png` });
  assert.deepEqual(unseen, [], `${where}: not in sight`);
  assert.ok(!scrolls, `${where}: the page scrolls`);
  assert.ok(lines >= 15, `${where}: ${lines} lines of code`);
  assert.ok(columns >= 60, `${where}: ${columns} columns of code`);
  assert.ok(board >= 0.85, `${where}: the board has ${board} of the height`);
}

/** @param {Page} page @param {number} number @param {string} where */
async function checkLooks(page, number, where) {
  if (!CHECKED.includes(number)) return;
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    await checkAccess(page, `${where}, ${colorScheme}`);
  }
}

/** Opens a lesson from the list, and folds its text. @param {Page} page @param {number} number */
async function open(page, number) {
  await page
    .locator('.course-item')
    .nth(number - 1)
    .click();
  await page.locator('.lesson .cm-content').waitFor();
  if (await page.locator('#task-text').isVisible()) await page.locator('.task button').click();
  await page.locator('.save-state').filter({ hasText: /\w/ }).waitFor();
}

/** Puts a mistake before the first line, and checks the lesson. @param {Page} page */
async function checkMistake(page) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('if 1');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await page.locator('.answer.bad').waitFor();
}

/** Writes the solution into the learner's file, as an editor outside does, and checks the lesson. @param {Page} page @param {number} number @param {string} language */
async function checkSolution(page, number, language) {
  const solutions = await page.evaluate(async (lesson) => {
    const { api } = await import('wag/shell/basics/api.js');
    const { lessons } = await api.course('warriors');
    return api.lessonSolution('warriors', lessons[lesson - 1].id);
  }, number);
  const first = `print("lesson", ${number}, "${language}")`;
  await writeFile(join(wag.folder, `lesson${number}.py`), `${first}\n${solutions[language]}`);
  await page.locator('.cm-line', { hasText: first }).waitFor();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await page.locator('.answer.good').waitFor();
  await page.locator('.printed .output', { hasText: `lesson ${number} ${language}` }).waitFor();
}

for (const [language, locale, odd] of /** @type {const} */ ([
  ['en', 'en-GB', 1],
  ['de', 'de-DE', 0],
])) {
  test(`in every lesson, all that matters is in sight at once, ${language}`, async () => {
    const { page, problems, context } = await openPage(browser, {
      locale,
      viewport: SCHOOL,
      // Colors that are still changing have no contrast to check.
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(60000);
    for (let number = 1; number <= LESSONS; number += 1) {
      if (number % 2 !== odd && !LONGEST.includes(number)) continue;
      const where = `lesson ${number}, ${language}`;
      await page.goto(`${wag.address}#setup=course`);
      await open(page, number);
      await sees(page, `${where}, start`, { goals: '.answer .goals li', output: '.out .hint' });
      await checkLooks(page, number, `${where}, start`);
      await checkMistake(page);
      await sees(page, `${where}, mistake`, {
        verdict: '.answer.bad h2',
        sentence: '.answer .sentence',
        python: '.answer summary',
        goals: '.goal-signs',
        output: '.out .hint',
      });
      await checkLooks(page, number, `${where}, mistake`);
      await checkSolution(page, number, language);
      await sees(page, `${where}, success`, {
        verdict: '.answer.good h2',
        goals: '.answer .goals li',
        output: '.printed .line:first-child',
        round: '.transport .round-now',
      });
      await checkLooks(page, number, `${where}, success`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
}
