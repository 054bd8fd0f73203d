/** The mistakes of beginners in `tests/beginners`, on German pages of a program that speaks English: one German sentence, the same everywhere. */

import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, matchIsOver, openPage } from '../fixtures/browser.js';
import { ROOT, Wag } from '../fixtures/wag.js';

/** @typedef {import('../../generated/replay.js').Problem} Problem */
/** @typedef {{file: string, when: 'start'|'turn'|'note', code: string, values?: Record<string, string>, line: number|null}} Mistake */

const FOLDER = join(ROOT, 'tests', 'beginners');
/** @type {Mistake[]} */
const MISTAKES = JSON.parse(await readFile(join(FOLDER, 'mistakes.json'), 'utf8'));
const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {import('playwright-core').Page} */
let page;
/** The first lesson. */
let lesson = '';

before(async () => {
  wag.words = ['--turn-time', '0.5'];
  await wag.start();
  browser = await launch();
  const open = await openPage(browser, { locale: 'de-DE', viewport: { width: 1366, height: 630 } });
  page = open.page;
  page.setDefaultTimeout(60000);
  await page.goto(wag.address);
  const course = await page.evaluate(async () =>
    (await import('wag/shell/basics/api.js')).api.course('warriors'),
  );
  lesson = course.lessons[0].id;
  await request('beginLesson', 'warriors', lesson);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

/** Copies the file of a mistake into the working folder, under its own name or as `to`. @param {string} file */
const copy = (file, to = file) => cp(join(FOLDER, file), join(wag.folder, to));

/** Calls a function of the page's client. @param {'checkFile'|'checkLesson'|'beginLesson'} name @param {string[]} words @returns {Promise<any>} */
const request = (name, ...words) =>
  page.evaluate(
    async ([name, ...words]) => {
      const { api } = await import('wag/shell/basics/api.js');
      return /** @type {any} */ (api)[name](...words);
    },
    /** @type {[string, ...string[]]} */ ([name, ...words]),
  );

/** Returns the German sentence about a mistake, as the check of a lesson reports it. @param {Mistake} mistake @returns {Promise<string>} */
async function sentenceOf({ file }) {
  const problem = await lessonProblem(file);
  return problem?.explanation?.text.de ?? assert.fail(`${file} is not explained`);
}

/** Plays a file as lesson 1. @param {string} file @returns {Promise<Problem|null>} */
async function lessonProblem(file) {
  await copy(file, 'lesson1.py');
  const { unstarted, error, uncalled } = await request('checkLesson', 'warriors', lesson);
  return unstarted[0]?.problem ?? error ?? uncalled[0] ?? null;
}

test('the course and the editor report each mistake with its explanation', async () => {
  for (const { file, when, code, values = {}, line } of MISTAKES) {
    const problem = await lessonProblem(file);
    const explanation = problem?.explanation;
    assert.equal(explanation?.code, code, file);
    assert.equal(problem?.place?.line ?? null, line, file);
    for (const [name, value] of Object.entries(values))
      assert.equal(Object.fromEntries(explanation?.values ?? [])[name], value, `${file}: ${name}`);
    assert.ok(explanation?.text.de && explanation.text.de !== explanation.text.en, file);
    if (when === 'turn') continue;
    await copy(file);
    const checked = await request('checkFile', 'warriors', file);
    const found = when === 'start' ? checked.problem : checked.uncalled[0];
    assert.deepEqual([found?.explanation?.code, found?.place?.line], [code, line], file);
  }
});

/** Matches a sentence on the page, which may draw what stands between backticks as code, and begin with a capital letter. @param {string} sentence */
const asShown = (sentence) =>
  new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('`', '`?'), 'i');

const SHOWN = ['missing_colon.py', 'german_quotes.py', 'word_without_quotes.py', 'named_not_called.py'];

for (const mistake of MISTAKES.filter(({ file }) => SHOWN.includes(file))) {
  test(`${mistake.file} is explained in German on all pages`, async () => {
    const sentence = asShown(await sentenceOf(mistake));
    await copy(mistake.file);
    await inLesson(mistake, sentence);
    await inMatch(mistake, sentence);
    await inDebugPanel(mistake, sentence);
    await inEditor(mistake, sentence);
  });
}

/** @param {Mistake} mistake @param {RegExp} sentence */
async function inLesson({ file }, sentence) {
  await page.goto(`${wag.address}#setup=course`);
  await page.reload();
  const begin = page.getByRole('button', { name: /^Mit Lektion 1 (beginnen|weitermachen)/ });
  // A lesson that was open is opened again.
  await begin.or(page.locator('.lesson')).first().waitFor();
  if (await begin.isVisible()) await begin.click();
  await page.getByRole('button', { name: 'Prüfen' }).click();
  await page.locator('.answer .sentence', { hasText: sentence }).waitFor();
  await shot(`lesson-${file}`);
}

/** @param {Mistake} mistake @param {RegExp} sentence */
async function inEditor({ file, when }, sentence) {
  if (when === 'turn') return;
  await page.goto(`${wag.address}#edit=${file}`);
  await page.reload();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# ');
  await page.locator('.problem', { hasText: sentence }).waitFor();
  await shot(`editor-${file}`);
}

/** @param {Mistake} mistake @param {RegExp} sentence */
async function inMatch({ file, when }, sentence) {
  await page.goto(`${wag.address}#setup=warriors`);
  await page.reload();
  for (const [index, name] of [file, 'Dummy', 'Dummy', 'Dummy'].entries())
    await page.getByLabel(`KI ${index + 1}`).fill(name);
  await page.getByLabel('Runden').first().fill('3');
  await page.getByRole('button', { name: 'Starten', exact: true }).click();
  if (when === 'start') {
    await page.locator('.runbar .sentence', { hasText: sentence }).waitFor();
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector('.runbar .explained')?.getBoundingClientRect() ?? {};
      return top !== undefined && bottom !== undefined && top >= 0 && bottom <= window.innerHeight;
    });
  } else {
    await page.locator('.watch').waitFor();
    await matchIsOver(page);
    await page.locator('.slider').fill('2');
    await page.keyboard.press('1');
    if (when === 'turn') await page.getByRole('tab', { name: 'Ausgaben' }).click();
    const place = when === 'turn' ? '.output-panel' : '.advice';
    await page.locator(place).getByText(sentence).waitFor();
  }
  await shot(`match-${file}`);
}

/** Plays the turn again, and then with a file that cannot play. @param {Mistake} mistake @param {RegExp} sentence */
async function inDebugPanel({ file, when }, sentence) {
  if (when !== 'turn') return;
  const replay = await page.evaluate(async () => (await (await fetch('/api/start')).json()).run.replay);
  await page.goto(new URL(`#replay=${replay}&round=2&debug=1`, wag.address).href);
  await page.reload();
  const panel = page.locator('.debug-turn');
  await panel.locator('.explanation', { hasText: sentence }).waitFor();
  await shot(`debug-${file}`);
  const [broken] = MISTAKES;
  await copy(broken.file, file);
  const { problem } = await request('checkFile', 'warriors', file);
  await panel.locator('.sentence', { hasText: asShown(problem.explanation.text.de) }).waitFor();
  await shot(`debug-broken-${file}`);
}

/** @param {string} name */
async function shot(name) {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
}
