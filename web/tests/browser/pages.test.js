/** The pages in a real Chromium: what a person sees and presses. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import {
  checkAccess,
  chooseLanguage,
  launch,
  matchIsOver,
  openControls,
  openMenu,
  openPage,
  pressEndUntil,
} from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
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
  server.replays.set('m', makeMatch({ rounds: 200 }));
  address = await server.listen();
  open = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
});
afterEach(async () => {
  const problems = open.problems.filter((problem) => !expected?.test(problem));
  await open.context.close();
  server.close();
  assert.deepEqual(problems, [], 'the console has no errors');
});

/** @param {string} hash */
async function watch(hash) {
  await open.page.goto(`${address}#${hash}`);
  await open.page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  return open.page;
}

/** @param {number} round */
async function atRound(round) {
  await open.page.waitForFunction(
    (wanted) => /** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value === wanted,
    String(round),
  );
}

/** Clicks a field of a 20x20 board that fills the stage. @param {import('playwright-core').Page} page @param {number} x @param {number} y */
async function clickField(page, x, y) {
  const box = await page.locator('.board').boundingBox();
  assert.ok(box);
  const scale = Math.floor((Math.min(box.width, box.height) - 8) / 20);
  const left = Math.round((box.width - 20 * scale) / 2);
  const top = Math.round((box.height - 20 * scale) / 2);
  await page.mouse.click(box.x + left + (x + 0.5) * scale, box.y + top + (y + 0.5) * scale);
}

test('the key and the button play and pause', async () => {
  const page = await watch('replay=m');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 2,
  );
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const round = await page.locator('.round').inputValue();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.round').inputValue(), round);
});

test('arrows step, keys jump to ends and events and change the speed', async () => {
  const page = await watch('replay=m&round=10');
  await page.keyboard.press('ArrowRight');
  await atRound(11);
  await page.keyboard.press('ArrowLeft');
  await openControls(page);
  await page.getByRole('button', { name: '« one round back' }).click();
  await atRound(9);
  await page.keyboard.press('End');
  await atRound(200);
  await page.keyboard.press('Home');
  await atRound(0);
  await page.keyboard.press('n');
  const marks = server.replays.get('m')?.overview.marks ?? [];
  await atRound(Math.min(...marks.filter((mark) => mark.kind !== 'delivery').map((mark) => mark.round)));
  await page.keyboard.press('+');
  assert.equal(await page.getByLabel('Speed').inputValue(), '2');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  assert.equal(await page.getByLabel('Speed').inputValue(), '0.25');
});

test('the slider and a click on a curve seek', async () => {
  const page = await watch('replay=m');
  await page.locator('.slider').fill('150');
  await atRound(150);
  await page.getByRole('tab', { name: 'Figures' }).click();
  const box = await page.locator('.curves-canvas').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + 20);
  await page.waitForFunction(
    () =>
      Math.abs(
        Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) - 100,
      ) <= 3,
  );
});

test('the inspector shows order, source line and result of a unit', async () => {
  const page = await watch('replay=m&round=40');
  const match = server.replays.get('m');
  const next = match?.chunks[1].turns.find(
    (/** @type {any} */ turn) =>
      turn.round === 40 && turn.events.some((/** @type {any} */ event) => event.type === 'moved'),
  );
  const moved = next.events.findLast(
    (/** @type {any} */ event) => event.type === 'moved' && !isBase(match, event.to),
  );
  await clickField(page, moved.to[0], moved.to[1]);
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await inspector.getByText(`Moved from [${moved.from.join(', ')}] to [${moved.to.join(', ')}]`).waitFor();
  await inspector.getByText('yourAI.py:').first().click();
  if (moved.seat === 1) await page.locator('.listing .here').waitFor();
  await page.waitForFunction(() => location.hash.includes('select=u'));
});

/** @param {any} match @param {[number, number]} at */
function isBase(match, at) {
  return /[1-4]/.test(match.header.scene.rows[at[1]][at[0]]);
}

test('a tooltip describes the thing under the pointer', async () => {
  const page = await watch('replay=m&round=40');
  const box = await page.locator('.board').boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator('.tooltip strong').waitFor();
  await page.mouse.move(2, 2);
  await page.locator('.tooltip').waitFor({ state: 'hidden' });
});

test('the wheel zooms and a key resets the zoom', async () => {
  const page = await watch('replay=m&round=40');
  await page.locator('.board').hover();
  await page.mouse.wheel(0, -600);
  await page.getByRole('button', { name: 'Whole board' }).click();
  await clickField(page, 5, 5);
  await page.getByRole('heading', { name: /Base of yourAI/ }).waitFor();
});

test('the output of a round is shown, and the search finds text in all rounds', async () => {
  const page = await watch('replay=m&round=40');
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.locator('.output').getByText('needle in the haystack').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('NEEDLE');
  await page.keyboard.press('Enter');
  await page.getByText('5 lines found').waitFor();
  await page.locator('.finding').last().click();
  await atRound(200);
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.locator('.output').getByText('round 200').waitFor();
});

test('the events of a round are listed and announced', async () => {
  const fight = server.replays.get('m')?.overview.marks.find((mark) => mark.kind === 'fight');
  const page = await watch(`replay=m&round=${fight?.round}`);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.locator('.decisive').getByText('odds').first().waitFor();
  assert.match((await page.locator('.watch > [aria-live]').textContent()) ?? '', /Round \d+\. .*odds/);
});

test('a match is run from the page, watched while it is computed, and cancelled', async () => {
  server.pace = 1;
  await open.page.goto(address);
  const { page } = open;
  await page.getByLabel('AI 2').fill('bots/clever.py');
  await page.getByLabel('Rounds').fill('180');
  await page.getByLabel('Seed').fill('18446744073709551615');
  await page.getByLabel('Seed').press('Enter');
  await page.getByText(/Round \d+ of 180/).waitFor();
  const asked = JSON.parse(server.requests.find((one) => one.path === '/api/run').body);
  assert.deepEqual(asked, {
    game: 'warriors',
    players: ['yourAI.py', 'bots/clever.py', 'Noob', 'Dummy'],
    options: { map: 'meadow', rounds: '180', rules: 'usual' },
    seed: '18446744073709551615',
    challenge: null,
    limits: {},
    log: 'events',
  });
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 1,
  );
  await page.keyboard.press('l');
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 20,
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/Cancelled after round/).waitFor();
  const { round } = server.run;
  // The last rounds may still be loading.
  await page.waitForFunction(
    (last) => /** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.max === String(last),
    round,
  );
  await page.keyboard.press('End');
  await atRound(round);
});

test('a finished match can be watched to its end without reloading the page', async () => {
  server.pace = 60;
  await open.page.goto(address);
  const { page } = open;
  await page.getByRole('button', { name: 'Run' }).click();
  await matchIsOver(page);
  await page.waitForFunction(() => document.querySelector('.round-now small')?.textContent === 'of 200 · 1×');
  await page.keyboard.press('End');
  await atRound(200);
  await page.locator('.player-chip').getByText('Winner').waitFor();
});

test('the menu stays open while the match grows and ends', async () => {
  await open.page.goto(address);
  const { page } = open;
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await openMenu(page);
  await page.locator('.language').focus();
  await matchIsOver(page);
  assert.ok(await page.locator('.top .menu').isVisible());
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'language');
});

test('a challenge is played and the win is shown', async () => {
  server.pace = 500;
  await open.page.goto(address);
  const { page } = open;
  await page.getByRole('radio', { name: 'NOOB 3 of 10' }).check();
  assert.ok(await page.getByLabel('AI 2').isDisabled());
  assert.equal(await page.getByLabel('AI 2').inputValue(), 'Noob');
  assert.ok(await page.getByRole('radio', { name: /^INTERMEDIATE/ }).isDisabled());
  for (const [label, value] of [
    ['Rounds', '1000'],
    ['Map', 'meadow'],
    ['Rules', 'usual'],
  ]) {
    const field = page.getByLabel(label, { exact: true });
    assert.ok(await field.isDisabled(), label);
    assert.equal(await field.inputValue(), value);
  }
  await page.getByRole('radio', { name: 'Custom' }).check();
  assert.equal(await page.getByLabel('Rounds').inputValue(), '200');
  assert.equal(await page.getByLabel('AI 4').inputValue(), 'Dummy');
  await page.getByRole('radio', { name: 'NOOB 3 of 10' }).check();
  await page.getByRole('button', { name: 'Run' }).click();
  await page.waitForFunction(() => document.querySelector('.live')?.hasAttribute('hidden'));
  await pressEndUntil(page, page.getByText('NOOB: won, 4 of 10 wins.'));
});

test('the reason why a match cannot be run is shown as a sentence', async () => {
  expected = /400/;
  await open.page.goto(address);
  const { page } = open;
  await page.getByLabel('AI 1').fill('nothere.py');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('alert').getByText('there is no file nothere.py').waitFor();
});

test('a changed file offers to run again, with one key', async () => {
  server.pace = 300;
  await open.page.goto(address);
  const { page } = open;
  await page.getByRole('button', { name: 'Run' }).click();
  await page.waitForFunction(() => document.querySelector('.live')?.hasAttribute('hidden'));
  server.emit('files', { changed: ['yourAI.py'] });
  await page.getByText('Changed: yourAI.py').waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: 'Play again' }).click();
  await page.getByText('Changed: yourAI.py').waitFor({ state: 'hidden' });
  await server.waitForRequest('/api/run/again');
});

test('a match is saved, a taken name is reported, and the list loads it', async () => {
  expected = /409/;
  const page = await watch('replay=m');
  const save = async () => {
    await openMenu(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name').fill('My <b>match</b>');
    await page.getByLabel('Name').press('Enter');
  };
  await save();
  await page.getByText('Saved as My <b>match</b>.').waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await save();
  await page.getByText('There is a save of this name.').waitFor();
  await page.keyboard.press('Escape');
  await openMenu(page);
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByRole('button', { name: /My <b>match<\/b>/ }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await atRound(0);
});

test('a dropped file is opened, and an invalid one rejected', async () => {
  expected = /400/;
  const page = await watch('replay=m&round=7');
  /** @param {string} content */
  const drop = (content) =>
    page.evaluate((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'match.wag'));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
      );
    }, content);
  await drop('nonsense');
  await page.getByText('This file is no replay.').waitFor();
  await drop('WAG...');
  await page.locator('.player-chip').getByText('dropped').waitFor();
  await atRound(0);
});

test('a link contains round, selection and speed', async () => {
  const page = await watch('replay=m&round=33&select=b2&speed=8');
  await atRound(33);
  await page.getByRole('heading', { name: 'Base of Noob1' }).waitFor();
  assert.equal(await page.getByLabel('Speed').inputValue(), '8');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.hash.includes('round=34'));
  await openMenu(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link copied' });
  await dialog.getByText('It works only on this computer while Wag runs.').waitFor();
  assert.equal(
    await dialog.getByRole('link', { name: 'As a page' }).getAttribute('href'),
    '/api/replays/m/page',
  );
  await checkAccess(page, 'the copied link');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /round=34&select=b2&speed=8/);
  await page.keyboard.press('Escape');
});

test('the path shows the last 20 steps, and all of them on request', async () => {
  const unit = longestLived(/** @type {any} */ (server.replays.get('m')));
  const page = await watch(`replay=m&round=${unit.last}&select=${unit.selection}`);
  const path = page.locator('.inspector dd').filter({ hasText: /steps/ });
  await page.locator('.inspector summary', { hasText: 'More' }).click();
  await path.getByText('the last 20 steps').waitFor();
  await path.getByRole('button', { name: 'Show the whole path' }).click();
  await path.getByText(new RegExp(`^${unit.steps} steps`)).waitFor();
  await path.getByRole('button', { name: 'Show the last steps only' }).click();
  await path.getByText('the last 20 steps').waitFor();
});

/** Returns the unit that has moved the most steps, and its last round. @param {any} match */
function longestLived(match) {
  /** @type {Map<string, {selection: string, steps: number, last: number}>} */
  const found = new Map();
  for (const { round, events } of match.chunks.flatMap((/** @type {any} */ chunk) => chunk.turns)) {
    for (const { seat, id } of events.filter((/** @type {any} */ event) => event.type === 'moved')) {
      const selection = `u${seat}.${id}`;
      found.set(selection, { selection, steps: (found.get(selection)?.steps ?? 0) + 1, last: round });
    }
  }
  const most = [...found.values()].sort((a, b) => b.steps - a.steps)[0];
  assert.ok(most.steps > 40, JSON.stringify(most));
  return most;
}

test('a tap on a phone brings up the inspector', async () => {
  const { page, context } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`${address}#replay=m&round=30`);
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  const board = await page.locator('canvas.board').boundingBox();
  assert.ok(board);
  await page.touchscreen.tap(board.x + board.width / 2, board.y + board.height / 2);
  await page.locator('.inspector dl').waitFor();
  const panel = await page.locator('.inspector').boundingBox();
  assert.ok(
    panel &&
      panel.x >= board.x &&
      panel.x + panel.width <= board.x + board.width &&
      panel.y >= board.y &&
      panel.y + panel.height <= board.y + board.height,
    JSON.stringify(panel),
  );
  assert.equal(
    await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.className,
      [board.x + board.width / 2, board.y + board.height / 2],
    ),
    'board',
    'it does not cover what it is about',
  );
  assert.ok(
    await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('.inspector') !== null,
      [panel.x + 20, panel.y + 20],
    ),
    'nothing covers it',
  );
  await checkAccess(page, 'a unit on a telephone');
  await page.locator('.inspector').getByRole('button', { name: 'Clear the selection' }).click();
  await page.locator('.inspector').waitFor({ state: 'hidden' });
  await context.close();
});

test('a clicked link is followed even if its match loads late, and the last of two wins', async () => {
  const page = await watch('replay=m&round=7');
  /** @type {Record<string, () => void>} */
  const release = {};
  for (const name of ['one', 'two']) {
    server.replays.set(name, makeMatch({ names: [name, 'b', 'c', 'd'] }));
    const held = new Promise((resolve) => (release[name] = () => resolve(undefined)));
    await page.route(`**/api/replays/${name}`, async (route) => {
      await held;
      await route.continue();
    });
  }
  await page.evaluate(() => (location.hash = 'replay=one&round=5'));
  await page.evaluate(() => (location.hash = 'replay=two&round=33&select=b2'));
  // The page still on display keeps the link that is followed.
  await page.keyboard.press('ArrowRight');
  await atRound(8);
  await page.waitForFunction(() => location.hash.includes('replay=two&round=33&select=b2'));
  release.two();
  await page.getByRole('heading', { name: 'Base of b' }).waitFor();
  await atRound(33);
  const answered = page.waitForResponse('**/api/replays/one');
  release.one();
  await (await answered).finished();
  await page.waitForTimeout(100);
  await page.getByRole('heading', { name: 'Base of b' }).waitFor();
  await page.waitForFunction(() => location.hash.includes('replay=two&round=33&select=b2'));
});

test('the page switches to German and back, and starts in the language of the browser', async () => {
  const page = await watch('replay=m&round=5');
  await chooseLanguage(page, 'de');
  await page.getByRole('tab', { name: 'Ausgaben' }).waitFor();
  await atRound(5);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  const german = await openPage(browser, { locale: 'de-DE' });
  await german.page.goto(address);
  await german.page.getByRole('heading', { name: 'Ein Spiel einrichten' }).waitFor();
  await german.context.close();
});

test('everything can be done with the keyboard', async () => {
  const { page } = open;
  await page.goto(`${address}#replay=m&round=20`);
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'board');
  await page.keyboard.press('d');
  await page.keyboard.press('s');
  await page.keyboard.press('Enter');
  await page.locator('.inspector dl').waitFor();
  await page.keyboard.press('.');
  await page.getByRole('heading', { name: /Base of yourAI|Warrior|Gatherer/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.inspector').waitFor({ state: 'hidden' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await page.keyboard.press('Escape');
  const visited = new Set();
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    visited.add(
      await page.evaluate(() => {
        const active = document.activeElement;
        const outline =
          active && active !== document.body
            ? getComputedStyle(active.closest('.track') ?? active).outlineStyle
            : '';
        return active && active !== document.body && outline === 'none'
          ? `no focus to be seen: ${active.outerHTML.slice(0, 80)}`
          : (active?.getAttribute('aria-label') ?? active?.textContent);
      }),
    );
  }
  assert.deepEqual(
    [...visited].filter((name) => name?.startsWith('no focus')),
    [],
  );
  for (const name of ['Zoom in', 'Round', 'Play', 'More and settings'])
    assert.ok(visited.has(name), `${name} in ${[...visited]}`);
});

test('nothing is animated with reduced motion', async () => {
  await open.page.emulateMedia({ reducedMotion: 'reduce' });
  const page = await watch('replay=m&round=10&speed=4');
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).pictures = new Set();
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.board'));
    const look = () => {
      /** @type {any} */ (globalThis).pictures.add(canvas.toDataURL());
      requestAnimationFrame(look);
    };
    look();
  });
  await page.keyboard.press('Space');
  await page.waitForFunction(
    () => Number(/** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value) >= 13,
  );
  const [pictures, round] = await page.evaluate(() => [
    /** @type {any} */ (globalThis).pictures.size,
    Number(/** @type {HTMLInputElement} */ (document.querySelector('.round')).value),
  ]);
  assert.ok(pictures <= round - 10 + 3, `${pictures} pictures of rounds 10 to ${round}`);
});

test('tabs select the setup, and the link contains the tab', async () => {
  const { page } = open;
  await page.goto(address);
  const tab = page.getByRole('tab', { name: 'Warriors & Gatherers' });
  await tab.waitFor();
  assert.equal(await tab.getAttribute('aria-selected'), 'true');
  assert.match(page.url(), /#setup=warriors$/);
  await page.getByRole('tabpanel').getByRole('heading', { name: 'Set up a match' }).waitFor();
});

test('the form has the options of the game, with its labels, and keeps the values', async () => {
  await open.page.goto(address);
  const { page } = open;
  const rounds = page.getByLabel('Rounds');
  await rounds.waitFor();
  assert.deepEqual(
    [await rounds.getAttribute('min'), await rounds.getAttribute('max'), await rounds.inputValue()],
    ['1', '1000000', '200'],
  );
  await rounds.fill('0');
  await page.getByRole('button', { name: 'Run' }).click();
  assert.ok(!server.requests.some((one) => one.path === '/api/run'), 'an invalid value is not sent');
  await rounds.fill('30');
  await page.getByLabel('Map', { exact: true }).selectOption('maps/own.map');
  await page.getByRole('img', { name: 'Map: My own' }).waitFor();
  await server.waitForRequest('/api/preview/map/maps/own.map');
  assert.ok(await page.getByRole('option', { name: /Ring \(40×40\) · locked/ }).isDisabled());
  await page.getByLabel('Rules').selectOption('rich.json');
  await page.getByLabel('AI 4').fill('');
  assert.equal(await page.getByLabel('AI 4').getAttribute('placeholder'), 'Noob');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.locator('.watch').waitFor();
  assert.deepEqual(server.lastSettings.options, { map: 'maps/own.map', rounds: '30', rules: 'rich.json' });
  assert.deepEqual(server.lastSettings.players, ['yourAI.py', 'Noob', 'Noob', '']);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Map', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Map', { exact: true }).inputValue(), 'maps/own.map');
  await chooseLanguage(page, 'de');
  await page.getByLabel('Karte', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Runden').inputValue(), '30');
});

test('each game has its own form; required seats are required', async () => {
  await open.page.goto(address);
  const { page } = open;
  await page.getByRole('tab', { name: 'Gem duel' }).click();
  const board = page.getByLabel('Board', { exact: true });
  await board.waitFor();
  assert.deepEqual(await board.getByRole('option').allTextContents(), ['A new board', 'boards/one.dat']);
  assert.deepEqual(
    [await page.getByLabel(/^AI \d$/).count(), await page.getByLabel('Rounds').count()],
    [2, 0],
  );
  await page.getByText('Enter human to play yourself.').waitFor();
  assert.equal(await page.getByRole('radio').count(), 0, 'no challenges');
  await page.getByLabel('AI 1').fill('');
  await page.getByRole('button', { name: 'Run' }).click();
  assert.ok(!server.requests.some((one) => one.path === '/api/run'));
  await page.getByLabel('AI 1').fill('bots/clever.py');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.locator('.watch').waitFor();
  assert.deepEqual(server.lastSettings, {
    game: 'gems',
    players: ['bots/clever.py', 'greedy'],
    options: { board: 'new' },
    seed: null,
    challenge: null,
    limits: {},
    log: 'events',
  });
});

test('a game without a drawing is set up and watched as text', async () => {
  server.games = ['warriors', 'fives', 'gems'];
  await open.page.goto(address);
  const { page } = open;
  await page.getByRole('tab', { name: 'Warriors & Gatherers' }).waitFor();
  assert.deepEqual((await page.getByRole('tab').allTextContents()).slice(0, 3), [
    'Warriors & Gatherers',
    'Fives',
    'Gem duel',
  ]);
  await page.getByRole('tab', { name: 'Fives' }).click();
  const limit = page.getByLabel('limit');
  await limit.waitFor();
  assert.deepEqual(
    [
      await limit.getAttribute('min'),
      await limit.getAttribute('max'),
      await limit.getAttribute('placeholder'),
      await limit.getAttribute('required'),
    ],
    ['5', '50', 'default', null],
  );
  assert.equal(await page.getByLabel('AI 4').getAttribute('placeholder'), 'empty');
  await page.getByLabel('fog').check();
  await page.getByLabel('speed').selectOption('fast');
  assert.equal(await page.locator('.preview').count(), 0);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('This page cannot draw the game fives').waitFor();
  assert.deepEqual(server.lastSettings, {
    game: 'fives',
    players: ['yourAI.py', 'bots/clever.py', '', ''],
    options: { speed: 'fast', fog: 'yes', list: 'none' },
    seed: null,
    challenge: null,
    limits: {},
    log: 'events',
  });
  await matchIsOver(page);
  await page.keyboard.press('End');
  await page.getByRole('tab', { name: 'Output' }).click();
  await page.locator('.output').getByText('I say <b>20</b>').waitFor();
  await page.locator('.output').getByText('Has ended and gets no more turns.').waitFor();
  await page.locator('.player-chip').getByText('Winner').waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.locator('.events').getByText('said: seat 2, number 20').waitFor();
});
