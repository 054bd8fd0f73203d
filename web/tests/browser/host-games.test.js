/** A game in Python that the owner of a real class server has installed, and that attacks whoever plays it. */

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, openPage } from '../fixtures/browser.js';
import { ATTACKS } from '../fixtures/host.js';
import { WagHost } from '../fixtures/wag.js';

const host = new WagHost();
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  await host.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await host.close();
});

const [SCRIPT, IMAGE, , SVG] = ATTACKS.map((text) => JSON.stringify(text));

/** All texts of this game are attacks. */
const EVIL = `
from wag.game import Ask, Board, Game, Option, Over, Piece, Tile


def bot(view, moves):
    ${IMAGE}
    return moves[0]


class Evil(Game):
    title = ${SCRIPT}
    about = ${IMAGE}
    seats = 2
    options = [
        Option.number("rounds", 2, 1, 9, ${SVG}),
        Option.choice("kind", [${SVG}, ${IMAGE}], ${SCRIPT}),
    ]
    tiles = {None: Tile("<", text=${IMAGE}), 1: Tile(">", seat=0, text=${SCRIPT})}
    bots = {"Evil": bot}

    def start(self, options, seats, random):
        return [options.rounds]

    def phase(self, state):
        return Ask(10 - state[0], [0, 1]) if state[0] else Over()

    def view(self, state, seat):
        return {"text": ${IMAGE}}

    def moves(self, state, seat):
        return [${SCRIPT}, ${IMAGE}]

    def apply(self, state, orders, random):
        state[0] -= 1
        return [{"type": "said", "text": ${IMAGE}, "seat": 0, "more": ${SCRIPT}}]

    def standings(self, state):
        return [1, 0]

    def board(self, state):
        return Board([[None, 1], [1, None]], pieces=[Piece(0, 0, "<", seat=0, text=${SVG})], text=${SCRIPT})
`;

/** Files that a page would need, beside the game. */
const FILES = {
  'evil.py': EVIL,
  'evil.js': 'globalThis.hacked = 1;',
  'index.html': '<script src="evil.js"></script>',
};

/**
 * Opens a page that records every request to another place, and logs in with a link.
 * @param {string} link
 */
async function loggedIn(link) {
  const opened = await openPage(browser, { viewport: { width: 1366, height: 630 } });
  const { page } = opened;
  page.setDefaultTimeout(60000);
  const foreign = /** @type {string[]} */ ([]);
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(host.address) && !/^(data|blob|about):/.test(address)) foreign.push(address);
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('.login-code, .host-page, .setup').first().waitFor();
  return { ...opened, foreign };
}

/**
 * Sends a request as a page does. Returns the status and the answer.
 * @param {import('playwright-core').Page} page @param {string} method @param {string} path @param {unknown} [body]
 */
const ask = (page, method, path, body) =>
  page.evaluate(
    async ([verb, address, text]) => {
      const headers = { 'Content-Type': 'application/json', 'X-Wag': '1' };
      const answer = await fetch(address, { method: verb, headers, ...(text && { body: text }) });
      return { status: answer.status, value: await answer.json().catch(() => null) };
    },
    /** @type {[string, string, string]} */ ([method, path, body === undefined ? '' : JSON.stringify(body)]),
  );

/** @param {import('playwright-core').Page} page */
const hacked = (page) => page.evaluate(() => /** @type {any} */ (globalThis).hacked);

test('a hostile game in Python is text on every page, and its files are not there', async () => {
  const folder = join(host.folder, 'games', 'evil');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  const owner = await loggedIn(host.ownerLink);
  const { page } = owner;
  await page.getByText('Make your first class.').waitFor();
  // The server looks for games every few seconds.
  await page.waitForFunction(async () => {
    const games = await (await fetch('/api/server/games')).json();
    return games.length === 1 && (games[0].title !== null || games[0].problem !== null);
  });
  await page.reload();
  const games = page.getByRole('region', { name: 'Games in Python' });
  await games.getByRole('cell', { name: ATTACKS[0] }).waitFor();
  await games.getByText('can be played').waitFor();
  const { value: made } = await ask(page, 'POST', '/api/classes', { name: '7b', games: [] });
  const { value: card } = await ask(page, 'POST', `/api/classes/${made.id}/members`, {
    name: 'Anna',
    role: 'pupil',
  });
  // A teacher chooses it in the form.
  await page.goto(`${host.address}#class=${made.id}&part=contests`);
  await page.reload();
  const form = page.getByRole('region', { name: 'New contest' });
  await form.getByLabel('Name', { exact: true }).fill('Evil cup');
  await form.getByLabel('Game', { exact: true }).selectOption({ label: ATTACKS[0] });
  await form.getByText('Rules of the game').click();
  await form.getByLabel('rounds').fill('3');
  await form.getByRole('button', { name: 'Make and open' }).click();
  await page.getByRole('heading', { name: 'Evil cup' }).waitFor();
  // A pupil hands in, and watches a match.
  const pupil = await loggedIn(`${host.address}l#${card.code}`);
  const player = 'def choose(view, moves):\n    return moves[1]\n';
  const file = { name: 'player.py', mimeType: 'text/x-python', buffer: Buffer.from(player) };
  await pupil.page.getByRole('button', { name: 'Contest' }).click();
  await pupil.page.getByLabel('Or choose a file').setInputFiles(file);
  await pupil.page.getByText('Your program starts. Version 1 takes part.').waitFor();
  await pupil.page.getByRole('button', { name: 'Watch' }).first().click();
  await pupil.page.locator('.watch').waitFor();
  await pupil.page.keyboard.press('End');
  await pupil.page.getByText(ATTACKS[1]).filter({ visible: true }).first().waitFor();
  assert.equal(await hacked(pupil.page), undefined);
  // It is a game for practice, too.
  await pupil.page.goto(`${host.address}#setup=python&game=evil`);
  await pupil.page.reload();
  await pupil.page.getByText(ATTACKS[1]).filter({ visible: true }).first().waitFor();
  for (const path of [
    'games/evil/evil.js',
    'games/evil/index.html',
    'games/evil.json',
    'web/games/evil.js',
    'web/games/evil/evil.js',
  ])
    assert.equal((await ask(pupil.page, 'GET', `/${path}`)).status, 404, path);
  for (const one of [owner, pupil]) {
    assert.equal(await hacked(one.page), undefined);
    assert.deepEqual(one.foreign, []);
    assert.deepEqual(
      one.problems.filter((text) => !text.includes('404')),
      [],
    );
  }
});
