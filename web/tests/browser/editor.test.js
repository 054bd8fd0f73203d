/** The editor in a real Chromium, with the fake server. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkSizes, launch, openMenu, openPage } from '../fixtures/browser.js';
import { FakeServer } from '../fixtures/server.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;
let address = '';
/** What the browser may complain about, because a test asks for it. @type {RegExp|null} */
let expected = null;

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  expected = null;
  server = new FakeServer();
  address = await server.listen();
  open = await openPage(browser, { viewport: { width: 1280, height: 800 } });
});
afterEach(async () => {
  const problems = open.problems.filter((problem) => !expected?.test(problem));
  await open.context.close();
  server.close();
  assert.deepEqual(problems, [], 'the console has no errors');
});

/** Opens the editor. @param {string} [file] */
async function edit(file = 'yourAI.py') {
  await open.page.goto(`${address}#edit=${file}`);
  await open.page.locator('.save-state', { hasText: 'Saved' }).waitFor();
  return open.page;
}

/** Types at the end of the file. @param {string} text */
async function type(text) {
  await open.page.locator('.cm-content').click();
  await open.page.keyboard.press('Control+End');
  await open.page.keyboard.type(text);
}

/** @param {string} text of the state below the code */
const state = (text) => open.page.locator('.save-state', { hasText: text }).waitFor();
const saved = () => server.files.texts.get('yourAI.py') ?? '';

/** Waits until the server has this text. @param {(text: string) => boolean} isWanted */
async function savedAs(isWanted) {
  for (let left = 400; left > 0 && !isWanted(saved()); left--)
    await new Promise((done) => setTimeout(done, 10));
  assert.ok(isWanted(saved()), saved());
}

test('a file is opened, saved by itself, and undone across saves', async () => {
  await open.page.goto(address);
  await open.page.getByRole('button', { name: 'Write code' }).click();
  await open.page.locator('.cm-content').waitFor();
  assert.deepEqual(
    server.requests.filter((one) => one.path === '/web/editor.js'),
    [],
    'the editor is a file of the pages',
  );
  const before = saved();
  await type('x = 1\n');
  await savedAs((text) => text === `${before}x = 1\n`);
  await state('Saved');
  for (let times = 0; times < 3; times++) await open.page.keyboard.press('Control+z');
  await savedAs((text) => text === before);
});

test('a link to a file is followed in the open page', async () => {
  await open.page.goto(address);
  await open.page.locator('.setup').waitFor();
  await open.page.evaluate(() => (location.hash = '#edit=yourFunctions.py'));
  await open.page.locator('.cm-content', { hasText: 'def half' }).waitFor();
});

test('Ctrl+Enter saves and plays, again with the same seed; Shift+Ctrl+Enter with a new one', async () => {
  const page = await edit();
  await type('y = 2\n');
  await page.keyboard.press('Control+Enter');
  await page.locator('.edit-match .board').waitFor();
  assert.match(saved(), /y = 2\n$/);
  const runs = () =>
    server.requests.filter((one) => /^\/api\/run(\/again)?$/.test(one.path)).map((one) => one.path);
  assert.deepEqual(runs(), ['/api/run']);
  await page.locator('.run').waitFor({ state: 'hidden' });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await server.waitForRequest('/api/run/again');
  await page.locator('.run').waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+Shift+Enter');
  await page.waitForFunction(() => /run=|replay=r3/.test(location.hash));
  assert.deepEqual(runs(), ['/api/run', '/api/run/again', '/api/run']);
  const { seed, players } = JSON.parse(
    server.requests
      .filter((one) => one.path === '/api/run')
      .at(-1)
      .body.toString(),
  );
  assert.equal(seed, null);
  assert.equal(players[0], 'yourAI.py');
  assert.match(page.url(), /edit=yourAI.py/);
});

test('letters typed in the code are not keys of the match', async () => {
  const page = await edit();
  await page.keyboard.press('Control+Enter');
  await page.locator('.edit-match .board').waitFor();
  await type('rnpl. f');
  await savedAs((text) => text.endsWith('rnpl. f'));
  assert.equal(server.requests.filter((one) => one.path === '/api/run/again').length, 0);
});

test('Escape, then Tab leaves the code; Tab alone indents', async () => {
  const page = await edit();
  await type('if x:\n');
  await page.keyboard.press('Tab');
  await page.keyboard.type('pass');
  await savedAs((text) => /if x:\n\s+pass$/.test(text));
  // The first closes the suggestions.
  for (const key of ['Escape', 'Escape', 'Tab']) await page.keyboard.press(key);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.startsWith('Run')), true);
});

test('a new file, and a renamed one', async () => {
  const page = await edit();
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByLabel('Name of the file').fill('yourAI.py');
  expected = /409/;
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('there is already a file yourAI.py').waitFor();
  await page.getByLabel('Name of the file').fill('tools');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('tab', { name: 'tools.py' }).waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name of the file').fill('help.py');
  await page.locator('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('tab', { name: 'help.py' }).waitFor();
  assert.deepEqual([...server.files.texts.keys()].sort(), ['help.py', 'yourAI.py', 'yourFunctions.py']);
});

test('a file that another program has changed is loaded again, or asked about', async () => {
  const page = await edit();
  await server.waitForListener();
  server.files.texts.set('yourAI.py', 'theirs = 1\n');
  server.emit('files', { changed: ['yourAI.py'] });
  await page.locator('.cm-line', { hasText: 'theirs = 1' }).waitFor();
  await type('mine = 1\n');
  server.files.texts.set('yourAI.py', 'theirs = 2\n');
  expected = /409/;
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByText('Which version do you want?').waitFor();
  await checkSizes(page, 'editor-conflict');
  assert.equal(saved(), 'theirs = 2\n');
  await page.getByRole('button', { name: 'Compare side by side' }).click();
  await page.locator('.cm-mergeView').waitFor();
  await checkSizes(page, 'editor-merge');
  await page.getByRole('button', { name: 'Save the left version' }).click();
  await savedAs((text) => text === 'theirs = 1\nmine = 1\n');
});

test('two pages that edit the same file do not overwrite each other', async () => {
  const page = await edit();
  const other = await open.context.newPage();
  await other.goto(`${address}#edit=yourAI.py`);
  await other.locator('.cm-content').click();
  await type('one = 1\n');
  await savedAs((text) => text.endsWith('one = 1\n'));
  await other.keyboard.type('two = 2\n');
  await other.getByRole('dialog').getByRole('button', { name: 'Take theirs' }).click();
  await other.locator('.cm-line', { hasText: 'one = 1' }).waitFor();
  await page.bringToFront();
  assert.ok(saved().endsWith('one = 1\n'));
});

test('nothing typed is lost when the server is gone, and after a reload', async () => {
  const page = await edit();
  expected = /Failed to load resource|ERR_CONNECTION|409/;
  await page.route('**/api/files/**', (route) => route.abort());
  await type('kept = 1\n');
  await page.locator('.failure', { hasText: 'wag client --port' }).waitFor();
  await checkSizes(page, 'editor-offline');
  assert.doesNotMatch(saved(), /kept/);
  page.on('dialog', (dialog) => dialog.accept());
  await page.unroute('**/api/files/**');
  await page.reload();
  await page.locator('.cm-line', { hasText: 'kept = 1' }).waitFor();
  await savedAs((text) => text.endsWith('kept = 1\n'));
});

test('a file that cannot be written is kept, with the reason', async () => {
  const page = await edit();
  server.files.refusal = [403, 'yourAI.py cannot be written: Permission denied'];
  expected = /403/;
  await type('kept = 1\n');
  await page.locator('.failure', { hasText: 'Permission denied' }).waitFor();
  server.files.refusal = null;
  await page.keyboard.press('Control+s');
  await savedAs((text) => text.endsWith('kept = 1\n'));
});

test('line ends and a byte order mark stay as they are', async () => {
  server.files.texts.set('yourAI.py', '\ufeffa = 1\r\nb = 2\r\n');
  await edit();
  await type('c = 3');
  await savedAs((text) => text === '\ufeffa = 1\r\nb = 2\r\nc = 3');
});

test('without the bundle, the page says how to get the editor', async () => {
  server.files.hasEditor = false;
  await open.page.goto(`${address}#edit=yourAI.py`);
  await open.page.getByText('run “make editor”').waitFor();
  await open.page.getByRole('button', { name: 'Set up' }).click();
  await open.page.getByRole('button', { name: 'Run' }).waitFor();
});

test('the editor is accessible in every state and size', async () => {
  const page = await edit();
  await checkSizes(page, 'editor-empty');
  await page.keyboard.press('Control+f');
  await page.locator('.cm-search').waitFor();
  await checkSizes(page, 'editor-search');
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  await page.locator('.edit-match .board').waitFor();
  await page.locator('.run').waitFor({ state: 'hidden' });
  await checkSizes(page, 'editor-match');
  await openMenu(page);
  await page.getByRole('button', { name: 'Light or dark' }).click();
  await page.keyboard.press('Escape');
  await checkSizes(page, 'editor-dark');
});

test('names of the game are completed, their signatures and texts shown', async () => {
  const page = await edit();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some((one) => one.name.includes('/api/stubs')),
  );
  await type('base.');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'createUnitGatherer' }).waitFor();
  await page.keyboard.type('createUnitG');
  await page
    .locator('.cm-tooltip-autocomplete li[aria-selected]', { hasText: 'createUnitGatherer' })
    .waitFor();
  const [info, list] = await Promise.all(
    ['.cm-completionInfo', '.cm-tooltip-autocomplete'].map((name) => page.locator(name).boundingBox()),
  );
  assert.ok(info && list && (await page.locator('.cm-completionInfo').textContent()), 'its text is shown');
  const isOnTop = (/** @type {{x: number, y: number}} */ { x, y }) =>
    document
      .querySelector('.code-host')
      ?.shadowRoot?.elementFromPoint(x, y)
      ?.closest('.cm-completionInfo') !== null;
  assert.ok(await page.evaluate(isOnTop, { x: info.x + 5, y: info.y + 5 }), 'nothing hides it');
  await checkSizes(page, 'editor-complete');
  await page.locator('.cm-tooltip-autocomplete li[aria-selected]').click();
  await savedAs((text) => text.endsWith('base.createUnitGatherer()'));
  await page.keyboard.type('\nfor unit in base.getUnits():\nunit.moveUnit(');
  await page.locator('.cm-about strong', { hasText: 'moveUnit(direction: str)' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('F1');
  await page.getByRole('dialog').getByRole('heading', { name: 'Unit', exact: true }).waitFor();
});

test('an error is shown at its line, in words, and found by a click', async () => {
  const page = await edit();
  server.files.problem = {
    round: null,
    kind: 'start',
    message: 'SyntaxError: invalid syntax (yourAI.py, line 2)',
    place: { file: 'yourAI.py', line: 2 },
    explanation: null,
    report: null,
  };
  await type('x');
  await page.locator('.cm-lint-marker-error').waitFor();
  await page.locator('.problem', { hasText: 'SyntaxError: invalid syntax' }).waitFor();
  await checkSizes(page, 'editor-error');
  await page.getByRole('button', { name: 'yourAI.py, line 2' }).click();
  await page.keyboard.type('#');
  await savedAs((text) => text.includes('\n#print(base)'));
  server.files.problem = null;
  await type('y');
  await page.locator('.cm-lint-marker-error').waitFor({ state: 'hidden' });
});

test('a change that makes no difference says so', async () => {
  const page = await edit();
  await page.keyboard.press('Control+Enter');
  await page.locator('.edit-match .board').waitFor();
  await page.locator('.run').waitFor({ state: 'hidden' });
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await page.locator('.run-report', { hasText: 'No difference in the first 200 rounds' }).waitFor();
});

test('the margin shows how often the lines ran in the shown turn, and what they set', async () => {
  const page = await edit();
  const text = saved();
  const lines = [
    { line: 1, count: 1, samples: [{ hit: 1, step: 1, function: '', values: [[0, 1]], changed: 1 }] },
    { line: 2, count: 3, samples: [] },
  ];
  server.turn = {
    trace: { texts: ['base', '<Base>'], files: [{ name: 'yourAI.py', text, lines, end: [] }] },
  };
  await page.keyboard.press('Control+Enter');
  await page.locator('.edit-match .board').waitFor();
  await page.locator('.run').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.cm-counts', { hasText: '3×' }).waitFor();
  await page.locator('.cm-values', { hasText: 'base = <Base>' }).waitFor();
  await checkSizes(page, 'editor-margin');
  // A text that has not run has no values.
  await type('x');
  await page.locator('.cm-values').waitFor({ state: 'hidden' });
});

test('the request for a turn is aborted when another turn is shown', async () => {
  const page = await edit();
  await page.route('**/api/turn', () => {});
  const isTurn = (/** @type {import('playwright-core').Request} */ request) =>
    request.url().endsWith('/api/turn');
  await page.keyboard.press('Control+Enter');
  await page.locator('.edit-match .board').waitFor();
  await page.locator('.run').waitFor({ state: 'hidden' });
  const first = page.waitForEvent('request', isTurn);
  await page.getByRole('button', { name: 'Pause' }).click();
  await first;
  await Promise.all([
    page.waitForEvent('requestfailed', { predicate: isTurn }),
    page.waitForEvent('request', isTurn),
    page.locator('.slider').fill('5'),
  ]);
});

test('Tab inserts what the file indents with: four blanks, two, or a tab', async () => {
  const page = await edit();
  const files = [
    ['usual.py', '', '    '],
    ['narrow.py', 'if 1:\n  a = 1\n', '  '],
    ['tabs.py', 'if 1:\n\ta = 1\n', '\t'],
  ];
  for (const [name, text, indent] of files) {
    server.files.texts.set(name, text);
    await page.evaluate((file) => (location.hash = `#edit=${file}`), name);
    await page.locator(`[role=tab][aria-selected=true][data-name="${name}"]`).waitFor();
    await type('');
    await page.keyboard.press('Tab');
    await page.keyboard.type('#');
    await page.keyboard.press('Control+s');
    await state('Saved');
    assert.equal(server.files.texts.get(name), `${text}${indent}#`);
  }
});

test('a completed method gets its brackets, and the cursor where typing goes on', async () => {
  const page = await edit();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some((one) => one.name.includes('/api/stubs')),
  );
  const complete = async (/** @type {string} */ text, /** @type {string} */ name) => {
    await type(text);
    await page.locator('.cm-tooltip-autocomplete li[aria-selected]', { hasText: name }).waitFor();
    // CodeMirror ignores keys that come too soon after its list has appeared.
    await page.locator('.cm-tooltip-autocomplete li[aria-selected]').click();
  };
  await complete('for unit in base.getUnits():\nunit.moveU', 'moveUnit');
  await page.keyboard.type('"NORTH")\n');
  await complete('unit.getPosi', 'getPosition');
  await page.keyboard.type('[0]\n');
  await savedAs((text) => /unit\.moveUnit\("NORTH"\)\n\s+unit\.getPosition\(\)\[0\]\n/.test(text));
});

test('one tooltip is shown at a time, in words', async () => {
  const page = await edit();
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some((one) => one.name.includes('/api/stubs')),
  );
  // A list that is about to close is the first one that another tooltip could cover.
  await page.evaluate(() => {
    const root = document.querySelector('.code-host')?.shadowRoot;
    if (!root) throw new Error('no editor');
    const shown = () => root.querySelectorAll('.cm-about, .cm-tooltip-autocomplete').length;
    const most = document.body.dataset;
    new MutationObserver(
      () => (most.tooltips = String(Math.max(Number(most.tooltips ?? 0), shown()))),
    ).observe(root, { childList: true, subtree: true });
  });
  const list = page.locator('.cm-tooltip-autocomplete');
  const about = page.locator('.cm-about');
  await type('for unit in base.getUnits():\nunit.moveUnit');
  await list.waitFor();
  await page.keyboard.type('(');
  await page
    .locator('.cm-about strong', { hasText: 'moveUnit(direction: str), returns False or None' })
    .waitFor();
  await page.locator('.cm-line', { hasText: 'roundState' }).getByText('roundState').hover({ force: true });
  await page.keyboard.type('bas');
  await list.waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  await about.waitFor();
  assert.equal(await page.locator('body').getAttribute('data-tooltips'), '1');
});

test('long lines wrap on request, also after a reload', async () => {
  const page = await edit();
  const isWrapped = () => page.locator('.cm-content.cm-lineWrapping').waitFor();
  assert.equal(await page.locator('.cm-content.cm-lineWrapping').count(), 0);
  await page.getByRole('button', { name: 'Wrap long lines' }).click();
  await isWrapped();
  await page.reload();
  await isWrapped();
});

/** Opens another file beside yourAI.py, with a change that cannot be saved, and comes back. @param {import('playwright-core').Page} page */
async function leaveUnsaved(page) {
  await page.getByRole('button', { name: 'Open …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'yourFunctions.py' }).click();
  await page.locator('.cm-line', { hasText: 'def half' }).waitFor();
  await type('# mine\n');
  await page.locator('.failure').filter({ hasText: /\S/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'yourAI.py' }).click();
  await page.locator('.cm-line', { hasText: 'roundState' }).waitFor();
}

for (const [why, status] of /** @type {[string, number][]} */ ([
  ['has changed elsewhere', 409],
  ['is too large', 400],
  ['may not be written', 403],
]))
  test(`Run plays and says so when another open file ${why}`, async () => {
    expected = /Failed to load resource/;
    const page = await edit();
    await page.route('**/api/files/yourFunctions.py?**', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status, body: '{"error": "no"}', contentType: 'application/json' })
        : route.continue(),
    );
    if (status === 409)
      await page.route('**/api/files/yourFunctions.py?**', (route) => {
        if (route.request().method() === 'PUT') server.files.texts.set('yourFunctions.py', 'theirs = 1');
        return route.fallback();
      });
    await leaveUnsaved(page);
    await type('x = 1\n');
    await page.keyboard.press('Control+Enter');
    await page.locator('.toast', { hasText: 'yourFunctions.py' }).waitFor();
    await page.locator('.edit-match .board').waitFor();
    assert.match(saved(), /x = 1\n$/);
  });

test('Run plays when another open file was deleted', async () => {
  expected = /404/;
  const page = await edit();
  await page.getByRole('button', { name: 'Open …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'yourFunctions.py' }).click();
  await page.getByRole('tab', { name: 'yourAI.py' }).click();
  server.files.texts.delete('yourFunctions.py');
  await page.keyboard.press('Control+Enter');
  await page.locator('.edit-match .board').waitFor();
});

test('Run says why it does not start', async () => {
  expected = /403/;
  const page = await edit();
  server.files.refusal = [403, 'yourAI.py cannot be written: Permission denied'];
  await type('x = 1\n');
  await page.keyboard.press('Control+Enter');
  await page.locator('.toast', { hasText: 'Not started, because yourAI.py is not saved.' }).waitFor();
  assert.ok(!server.requests.some((one) => one.path === '/api/run'));
});

test('files are closed; one that is not saved only after a question', async () => {
  expected = /403/;
  const page = await edit();
  assert.equal(await page.getByRole('button', { name: 'Close this file' }).isVisible(), false);
  await page.getByRole('button', { name: 'Open …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'yourFunctions.py' }).click();
  await page.getByRole('tab', { name: 'yourFunctions.py' }).waitFor();
  await type('# mine\n');
  await page.getByRole('button', { name: 'Close this file' }).click();
  await page.getByRole('tab', { name: 'yourFunctions.py' }).waitFor({ state: 'detached' });
  assert.match(server.files.texts.get('yourFunctions.py') ?? '', /# mine\n$/);
  await page.goto(`${address}#edit=yourFunctions.py`);
  await page.getByRole('tab', { name: 'yourFunctions.py' }).waitFor();
  server.files.refusal = [403, 'no'];
  await type('# more\n');
  await page.locator('.failure').filter({ hasText: 'kept in this browser' }).waitFor();
  await page.getByRole('tab', { name: 'yourFunctions.py' }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Close this file' }).click();
  await page.getByRole('tab', { name: 'yourFunctions.py' }).waitFor({ state: 'detached' });
});

test('a save that takes long says so, Run too, and the text arrives in the end', async () => {
  await open.page.clock.install();
  const page = await edit();
  /** @type {() => void} */
  let go = () => {};
  const held = new Promise((done) => (go = () => done(undefined)));
  await page.route('**/api/files/yourAI.py?**', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await type('x = 1\n');
  const asked = page.waitForRequest((request) => request.method() === 'PUT');
  await page.keyboard.press('Control+Enter');
  await asked;
  await page.clock.runFor(11_000);
  await page.locator('.failure', { hasText: 'Not saved yet' }).waitFor();
  await page.locator('.toast', { hasText: 'Not started' }).waitFor();
  go();
  await state('Saved');
  assert.match(saved(), /x = 1\n$/);
});

test('without events of files, the editor looks when it gets the focus and before a run', async () => {
  const page = await edit();
  server.files.texts.set('yourAI.py', 'theirs = 1\n');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.locator('.cm-line', { hasText: 'theirs = 1' }).waitFor();
  server.files.texts.set('yourAI.py', 'theirs = 2\n');
  await page.keyboard.press('Control+Enter');
  await page.locator('.cm-line', { hasText: 'theirs = 2' }).waitFor();
  server.files.texts.set('late.py', '');
  await page.getByRole('button', { name: 'Open …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'late.py' }).click();
  await page.getByRole('tab', { name: 'late.py' }).waitFor();
});

test('without storage, a text that cannot be saved is to be copied', async () => {
  expected = /403/;
  await open.context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const page = await edit();
  await type('x = 1\n');
  await savedAs((text) => text.endsWith('x = 1\n'));
  server.files.refusal = [403, 'the disk is full'];
  await type('y = 1\n');
  await page.locator('.failure', { hasText: 'copy the text' }).waitFor();
  await page.getByRole('button', { name: 'Copy the text' }).waitFor();
});

test('a file with a right-to-left name of 60 characters is created, shown and played', async () => {
  const page = await edit();
  const name = '\u05e9'.repeat(60);
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByLabel('Name of the file').fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('tab', { name: /\u05e9/ }).waitFor();
  await type('x = 1\n');
  await page.keyboard.press('Control+s');
  await state('Saved');
  assert.equal(server.files.texts.get(`${name}.py`), 'x = 1\n');
  await checkSizes(page, 'editor-name');
  await page.reload();
  await page.getByRole('tab', { name: /\u05e9/ }).waitFor();
});

test('what is known about an older text disappears when the text changes', async () => {
  const page = await edit();
  server.files.problem = {
    round: null,
    kind: 'start',
    message: 'SyntaxError: invalid syntax (yourAI.py, line 2)',
    place: { file: 'yourAI.py', line: 2 },
    explanation: null,
    report: null,
  };
  await type('x');
  await page.locator('.cm-lint-marker-error').waitFor();
  // No check follows, so only the change can remove the mark.
  await page.route('**/check?**', () => {});
  await type('y');
  await page.locator('.cm-lint-marker-error').waitFor({ state: 'detached' });
  await page.locator('.problem', { hasText: 'SyntaxError' }).waitFor({ state: 'detached' });
});
