/** The end of a match in a real Chromium: the result, when it is shown, and the confirmations before it is lost. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { checkAccess, launch, openControls, openMenu, openPage } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer, standingsOf } from '../fixtures/server.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
let address = '';

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  server.pace = 200;
  server.replays.set(
    'm',
    makeMatch({ rounds: 200, names: ['Maximilian Mustermann', 'Noob', 'Anna-Lena Schmidt', 'Expert'] }),
  );
  address = await server.listen();
});
afterEach(() => server.close());

/** @param {string} hash @param {import('playwright-core').BrowserContextOptions} [options] */
async function watch(hash, options) {
  const { page } = await openPage(browser, options);
  await page.goto(`${address}#${hash}`);
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  return page;
}

/** Runs the match in the form until it is computed. @param {string} [challenge] */
async function run(challenge) {
  const { page } = await openPage(browser);
  await page.goto(address);
  if (challenge) await page.getByRole('radio', { name: challenge }).check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('.live')?.hasAttribute('hidden'));
  return page;
}

/** Returns the number of requests for another match. */
const again = () => server.requests.filter((one) => one.path === '/api/run/again').length;
const ask = (/** @type {import('playwright-core').Page} */ page) =>
  page.getByRole('dialog', { name: 'Play again?' });

for (const locale of ['en-GB', 'de-DE']) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const options of [
      { viewport: { width: 1280, height: 800 } },
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ]) {
      test(`the end card and the confirmation are accessible, ${locale}, ${colorScheme}, ${options.viewport.width} wide`, async () => {
        const page = await watch('replay=m&round=200', { ...options, locale, colorScheme });
        await page.locator('.story.end').waitFor();
        await checkAccess(page, 'end');
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth),
          options.viewport.width,
          'nothing overflows the page',
        );
        server.emit('run', {
          id: 'r',
          replay: 'x',
          ready: true,
          state: 'running',
          round: 0,
          rounds: 60,
          seconds_left: null,
          rounds_per_s: null,
          error: null,
          verdict: null,
          turn: { player: 'loop', seat: 1, round: 1, seconds: 7.2, words: null },
          lost: {
            player: 'loop',
            seat: 1,
            round: 1,
            seconds: null,
            words: 'no answer within 1 s in its turn (loop.py, line 3)',
          },
        });
        await page
          .locator('.run-text')
          .getByText(/loop (has been thinking for 7.2 s|denkt seit 7,2 s)/)
          .waitFor();
        await checkAccess(page, 'a turn that lasts');
        await page.keyboard.press('r');
        await page.getByRole('dialog').waitFor();
        await checkAccess(page, 'the question');
        await page.keyboard.press('Escape');
        server.saves.push({
          id: 'm',
          name: 'one',
          saved: '2026-01-02',
          rounds: 200,
          players: ['a'],
          map: 'meadow',
          automatic: false,
          ...standingsOf(server.replays.get('m')?.header),
        });
        await openMenu(page);
        await page.getByRole('button', { name: /^(Load|Laden)$/ }).click();
        await page.locator('.save').waitFor();
        await checkAccess(page, 'load');
        await page.keyboard.press('Escape');
        await openMenu(page);
        await page.getByRole('button', { name: /^(Save|Speichern)$/ }).click();
        await page.getByRole('dialog').waitFor();
        await checkAccess(page, 'save');
        await page.context().close();
      });
    }
  }
}

test('the end says one’s own place, how far behind, and what decided the match', async () => {
  const page = await watch('replay=m&round=199');
  const end = page.locator('.story.end');
  assert.equal(await end.count(), 0, 'not before the end');
  await page.keyboard.press('End');
  await end.waitFor();
  const { header, explanation } = /** @type {any} */ (server.replays.get('m'));
  const best = header.players.find((/** @type {any} */ player) => player.place === 1);
  const [own] = header.players;
  const place = ['win', 'are second', 'are third', 'are fourth'][own.place - 1];
  await end.getByRole('heading', { name: `You ${place}.` }).waitFor();
  const { decision } = explanation;
  const behind = (best.figures.stock - own.figures.stock).toLocaleString('en');
  await end.getByText(`${behind} behind ${best.name}. Decided in round ${decision.round}.`).waitFor();
  assert.equal(await page.locator('.decided').textContent(), decision.text);
  await page.locator('.moment').nth(1).click();
  await atRound(page, explanation.moments[1].round);
  assert.equal(await end.count(), 0);
  await page.getByRole('tab', { name: 'Figures' }).click();
  const figures = (await page.locator('.score tbody').first().locator('td').allTextContents()).length;
  assert.ok(figures >= 4, 'all figures of a player');
  await page.keyboard.press('End');
  await end.waitFor();
  assert.equal(
    await end.getByRole('button', { name: /Play again/ }).count(),
    0,
    'a loaded match was not run here',
  );
  await end.getByRole('button', { name: 'New opponent' }).click();
  await page.locator('.setup').waitFor();
  await page.context().close();
});

/** @param {import('playwright-core').Page} page @param {number} round */
async function atRound(page, round) {
  await page.waitForFunction(
    (wanted) => /** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value === wanted,
    String(round),
  );
}

test('a verdict waits until the user has seen the end; the card leads to the next match', async () => {
  const page = await run('NOOB 3 of 10');
  await page.waitForTimeout(300);
  assert.ok(!(await page.locator('.result').isVisible()), 'the match is still watched');
  await page.keyboard.press('End');
  await page.locator('.result').getByText('NOOB: won, 4 of 10 wins.').waitFor();
  const card = page.locator('.story.end');
  await card.getByRole('button', { name: 'Play again' }).waitFor();
  assert.deepEqual(
    await card.locator('.actions button').allTextContents(),
    ['Next match of NOOB (3 of 10)', 'Play again R', 'New opponent', ''],
    'after a win the next match comes first',
  );
  assert.equal(await card.locator('.primary').textContent(), 'Next match of NOOB (3 of 10)');
  await card.locator('.primary').click();
  await page.waitForFunction(() => !document.querySelector('.story.end'));
  assert.equal(server.requests.filter((one) => one.path === '/api/run').length, 2);
  assert.deepEqual([server.lastSettings.challenge, server.lastSettings.seed], ['NOOB', null]);
  await page.context().close();
});

test('the same match can be played with a new seed', async () => {
  const { page } = await openPage(browser);
  await page.goto(address);
  await page.getByLabel('Seed').fill('12');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('.live')?.hasAttribute('hidden'));
  await page.keyboard.press('End');
  const card = page.locator('.story.end');
  await card.getByRole('button', { name: 'Play again with a new seed' }).waitFor();
  assert.equal(await card.locator('.primary').textContent(), 'Play again R');
  const before = server.lastSettings;
  await card.getByRole('button', { name: 'Play again with a new seed' }).click();
  await page.waitForFunction(() => !document.querySelector('.story.end'));
  assert.deepEqual(server.lastSettings, { ...before, seed: null });
  await page.context().close();
});

test('a challenge states its goal before the match', async () => {
  for (const [locale, goal] of [
    ['en-GB', /^Goal: win 10 matches against .*Noob.*Ties do not count\. 3 of 10 won so far\.$/],
    ['de-DE', /^Ziel: 10 Spiele gegen .*Noob.*Ein Gleichstand zählt nicht/],
  ]) {
    const { page } = await openPage(browser, { locale: String(locale) });
    await page.goto(address);
    await page.locator('#stage-custom').waitFor();
    assert.equal(await page.locator('.goal').isVisible(), false);
    await page.locator('#stage-NOOB').check();
    assert.match((await page.locator('.goal').textContent()) ?? '', /** @type {RegExp} */ (goal));
    await page.context().close();
  }
});

test('a result is not shown again after a reload', async () => {
  const page = await run('NOOB 3 of 10');
  await page.keyboard.press('End');
  await page.locator('.result').getByText('NOOB: won').waitFor();
  await page.waitForFunction(() => location.hash.includes('replay='));
  await page.reload();
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  server.emit('run', server.run);
  await page.keyboard.press('End');
  await page.locator('.story.end .primary').filter({ hasText: 'Next match' }).waitFor();
  assert.equal(await page.locator('.result').isVisible(), false);
  // The next result is shown.
  server.emit('run', { ...server.run, id: 'next', replay: 'elsewhere', state: 'failed', error: 'broken' });
  await page.locator('.result').getByText('broken').waitFor();
  await page.locator('.result').getByRole('button', { name: 'Close' }).click();
  server.emit('run', { ...server.run, id: 'next', replay: 'elsewhere', state: 'failed', error: 'broken' });
  await page.waitForTimeout(100);
  assert.equal(await page.locator('.result').isVisible(), false, 'a closed card stays closed');
  // A new server numbers its runs from 1 again.
  server.emit('run', { ...server.run, id: 'next', replay: 'elsewhere', state: 'running' });
  server.emit('run', { ...server.run, id: 'next', replay: 'elsewhere', state: 'failed', error: 'broken' });
  await page.locator('.result').getByText('broken').waitFor();
  await page.context().close();
});

test('the prize of a challenge is not a change to play again', async () => {
  const page = await run('NOOB 3 of 10');
  const verdict = { ...server.run.verdict, source: 'ais/Noob.py' };
  // The change of the file may be reported before the end of the match.
  server.emit('files', { changed: ['ais/Noob.py'] });
  await page.getByText('Changed: ').waitFor();
  server.emit('run', { ...server.run, verdict });
  await page.getByText('Changed: ').waitFor({ state: 'hidden' });
  server.emit('files', { changed: ['ais/Noob.py', 'yourAI.py'] });
  await page.getByText('Changed: yourAI.py').waitFor();
  await page.context().close();
});

for (const locale of ['en-GB', 'de-DE']) {
  for (const options of [
    { viewport: { width: 1366, height: 630 } },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ]) {
    test(`the whole end card is visible, ${locale}, ${options.viewport.width} x ${options.viewport.height}`, async () => {
      server.run = {
        id: 'r',
        replay: 'm',
        ready: true,
        state: 'done',
        round: 200,
        rounds: 200,
        seconds_left: null,
        rounds_per_s: null,
        error: null,
        games: [],
        total: null,
        verdict: {
          stage: 'NOOB',
          won: true,
          result: 'won',
          counted: true,
          why_not_counted: null,
          text: '',
          mastered: false,
          unlocked: [],
          wins: 4,
          wins_needed: 10,
        },
      };
      const page = await watch('replay=m&round=200', { ...options, locale });
      server.emit('run', server.run);
      await page.locator('.story.end .actions button').nth(1).waitFor();
      // On a phone, the left column scrolls below the board; what to do next is in sight.
      const parts = options.isMobile
        ? '.headline, .detail, .actions .primary'
        : '.headline, .detail, .actions button, .moment';
      for (const part of await page.locator('.work').locator(parts).all()) {
        const box = await part.boundingBox();
        assert.ok(
          box &&
            box.x >= 0 &&
            box.y >= 0 &&
            box.x + box.width <= options.viewport.width &&
            box.y + box.height <= options.viewport.height,
          `${await part.textContent()}: ${JSON.stringify(box)}`,
        );
      }
      await checkAccess(page, 'the end card');
      await page.context().close();
    });
  }
}

test('leaving a match for the form shows its result', async () => {
  const page = await run('NOOB 3 of 10');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.locator('.result').getByText('NOOB: won').waitFor();
  await page.context().close();
});

test('R asks during a match, and before an unsaved result is lost', async () => {
  server.pace = 1;
  const { page } = await openPage(browser);
  await page.goto(address);
  await page.getByLabel('Rounds').fill('3000');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await page.keyboard.press('r');
  await ask(page).getByText('The match is still running.').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  assert.deepEqual([again(), server.run.state], [0, 'running']);
  server.pace = 3000;
  await page.waitForFunction(() => document.querySelector('.live')?.hasAttribute('hidden'));
  // The page may have read the end of the match before the server says that the run is over.
  await page.locator('.run').waitFor({ state: 'hidden' });
  await page.keyboard.press('r');
  await ask(page).getByText('has not been saved under a name').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  assert.equal(again(), 0);
  await page.keyboard.press('r');
  await ask(page).getByRole('button', { name: 'Save first' }).click();
  await page.getByLabel('Name').fill('kept');
  await page.keyboard.press('Enter');
  await page.getByText('Saved as kept.').waitFor();
  server.pace = 1;
  await page.keyboard.press('r');
  await page.locator('.run').waitFor();
  assert.equal(again(), 1, 'nothing would be lost now');
  await page.keyboard.press('r');
  await ask(page).getByRole('button', { name: 'End it and play again' }).click();
  await page.waitForFunction(() => !document.querySelector('dialog'));
  await page.waitForFunction(() => !document.querySelector('.run')?.hasAttribute('hidden'));
  for (let tries = 0; again() < 2 && tries < 50; tries += 1) await page.waitForTimeout(100);
  assert.equal(again(), 2);
  await page.context().close();
});

test('letters do nothing while a field, a tab or a button of a form has the focus', async () => {
  const page = await run();
  await page.keyboard.press('Home');
  const atStart = () =>
    page.evaluate(() => /** @type {HTMLInputElement} */ (document.querySelector('.round')).value === '0');
  await page.waitForFunction(
    () => /** @type {HTMLInputElement} */ (document.querySelector('.round')).value === '0',
  );
  // A click on the search tab focuses its field.
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.keyboard.type('nrnp');
  assert.equal(await page.getByRole('searchbox').inputValue(), 'nrnp');
  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  await page.keyboard.type('rn');
  const type = async (/** @type {import('playwright-core').Locator} */ place) => {
    await place.focus();
    await page.keyboard.type('rnpl');
  };
  await type(page.getByLabel('Whose output'));
  await type(page.getByRole('tab', { name: 'Events' }));
  await page.getByRole('tab', { name: 'Figures' }).click();
  await type(page.getByLabel('Figure', { exact: true }));
  await type(page.getByRole('slider'));
  await openControls(page);
  await type(page.getByLabel('Speed'));
  await page.keyboard.press('Escape');
  assert.deepEqual([await ask(page).count(), again(), await atStart()], [0, 0, true]);
  // After the slider was dragged, keys control the match again.
  await page.getByRole('slider').click({ position: { x: 5, y: 20 } });
  await page.keyboard.press('r');
  await ask(page).waitFor();
  await page.context().close();
});

test('a long turn is reported and, after Cancel, the line it was in', async () => {
  server.pace = 0;
  const { page } = await openPage(browser);
  await page.goto(address);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  assert.doesNotMatch((await page.locator('.output').textContent()) ?? '', /No AI has run/);
  server.stopRun();
  server.emit('run', {
    ...server.run,
    turn: { player: 'loop', seat: 1, round: 1, seconds: 65, words: null },
  });
  await page.getByText('Round 0 of 200 · loop has been thinking for 1 min 5 s').waitFor();
  server.emit('run', {
    ...server.run,
    state: 'cancelled',
    cut: {
      player: 'loop',
      seat: 1,
      round: 1,
      seconds: 66,
      words: 'interrupted in its turn (loop.py, line 3)',
      place: { file: 'loop.py', line: 3 },
    },
  });
  await page
    .getByText(
      'Cancelled after round 0; you can watch it up to there. Round 1 was the turn of loop, for 1 min 6 s, at loop.py:3.',
    )
    .waitFor();
  server.run = { ...server.run, state: 'done' };
  await page.goto(`${address}#replay=${server.run.replay}&round=3`);
  await page.reload();
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  server.emit('run', {
    ...server.run,
    lost: {
      player: 'loop',
      seat: 1,
      round: 3,
      seconds: null,
      words: 'no answer within 1 s in its turn (loop.py, line 4)',
    },
  });
  await page.keyboard.press('End');
  await page
    .getByText('loop lost its turn in round 3: no answer within 1 s in its turn (loop.py, line 4)')
    .waitFor();
  await page.context().close();
});

test('the list of saves shows the winner and the figures', async () => {
  const { header } = /** @type {any} */ (server.replays.get('m'));
  server.saves.push({
    id: 'm',
    name: 'one',
    saved: '2026-01-02',
    rounds: 200,
    players: ['a'],
    map: 'meadow',
    automatic: false,
    ...standingsOf(header),
  });
  const page = await watch('replay=m&round=3');
  await openMenu(page);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const [first, second] = standingsOf(header).standings;
  const figures = ['Stock', 'Units', 'Fights won', 'Units lost']
    .map((name, index) => `${name} ${first.figures[index][1].toLocaleString('en')}`)
    .join(' · ');
  await page.getByText(`Winner: ${first.name}: ${figures}`).waitFor();
  await page
    .getByText(new RegExp(`${second.name}: Stock ${second.figures[0][1].toLocaleString('en')}`))
    .waitFor();
  await page.context().close();
});

test('the controls have labels before the match is loaded', async () => {
  const { page } = await openPage(browser);
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route('**/chunks/*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${address}#replay=m&round=3`);
  await page.locator('.transport .play').waitFor({ state: 'attached' });
  await checkAccess(page, 'before the match is there');
  release();
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  await page.context().close();
});

test('the list numbers the games of a match', async () => {
  const { header } = /** @type {any} */ (server.replays.get('m'));
  server.saves.splice(0);
  for (const number of [1, 2])
    server.saves.push({
      id: 'm',
      name: `auto-${number}`,
      saved: '2026-01-02',
      rounds: 20,
      players: ['a', 'b'],
      map: 'meadow',
      automatic: true,
      of_match: { number, games: 2 },
      ...standingsOf(header),
    });
  server.saves.push({
    id: 'm',
    name: 'alone',
    saved: '2026-01-02',
    rounds: 20,
    players: ['a', 'b'],
    map: 'meadow',
    automatic: true,
    of_match: null,
    ...standingsOf(header),
  });
  const page = await watch('replay=m&round=3');
  await openMenu(page);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.locator('.save').first().waitFor();
  const told = (await page.locator('.save').allTextContents()).map(
    (text) => text.match(/Game \d of \d/)?.[0],
  );
  assert.deepEqual(told, ['Game 1 of 2', 'Game 2 of 2', undefined]);
  await page.context().close();
});

test('downloads leave out the sources by default and say so', async () => {
  const page = await watch('replay=m&round=3');
  await openMenu(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const link = (/** @type {string} */ name) => page.getByRole('link', { name }).getAttribute('href');
  await page.getByText('Neither contains the source code of the AIs.').waitFor();
  assert.deepEqual(
    [await link('As a page'), await link('As a file')],
    ['/api/replays/m/page', '/api/replays/m/file'],
  );
  await page.getByRole('checkbox', { name: 'With the source code of the AIs' }).check();
  await page.getByText('Both contain the source code').waitFor();
  assert.deepEqual(
    [await link('As a page'), await link('As a file')],
    ['/api/replays/m/page?sources=yes', '/api/replays/m/file?sources=yes'],
  );
  await page.context().close();
});

test('a player that did not play is last, and nothing on the page calls it the one with most resources', async () => {
  const match = makeMatch({ rounds: 40, names: ['broken', 'Noob1', 'Noob2', 'Noob3'] });
  const [broken, ...others] = match.header.players;
  Object.assign(broken, {
    place: 4,
    forfeit: "NameError: name 'x' is not defined",
    figures: { ...broken.figures, stock: 200 },
  });
  for (const player of others) Object.assign(player, { place: 1, figures: { ...player.figures, stock: 0 } });
  match.header.winners = [2, 3, 4];
  match.chunks
    .at(-1)
    .turns.at(-1)
    .events.push({ type: 'ended', winners: [1] });
  server.replays.set('forfeit', match);
  const page = await watch('replay=forfeit&round=40');
  await page.keyboard.press('End');
  const card = page.locator('.story.end');
  await card.getByRole('heading', { name: 'It is a draw: Noob1, Noob2, Noob3' }).waitFor();
  await card.getByText('broken did not play, and takes the last place').waitFor();
  assert.match((await page.locator('.player-chip').last().textContent()) ?? '', /^broken.*did not play/);
  await page.getByText('The match is over.').first().waitFor();
  assert.equal(await page.getByText(/most resources/i).count(), 0);
  await page.context().close();
});
