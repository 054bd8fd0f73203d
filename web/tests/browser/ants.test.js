/** The ant war in the pages, with the real program: matches are set up, watched and described. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import ants from 'wag/games/ants.js';
import { checkSizes, launch, matchIsOver, openMenu, openPage, SIZES } from '../fixtures/browser.js';
import { Wag, findWag } from '../fixtures/wag.js';

const wag = new Wag();
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openPage>>} */
let open;

before(async () => {
  await wag.start({});
  browser = await launch();
  open = await openPage(browser, { viewport: SIZES[1] });
  open.page.setDefaultTimeout(30000);
});
after(async () => {
  await browser?.close();
  await wag.close();
});

/** @param {string} where */
async function check(where) {
  await checkSizes(open.page, where, ({ width }) => checkNoOverflow(width, where));
}

/** @param {number} width @param {string} where */
async function checkNoOverflow(width, where) {
  assert.equal(
    await open.page.evaluate(() => document.documentElement.scrollWidth),
    width,
    `${where}: nothing overflows the page`,
  );
}

/** Returns the number of points per color of the board, after the next frame has drawn pending changes. */
const colors = () =>
  open.page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const all = [...document.querySelectorAll('canvas')].sort(
      (a, b) => b.width * b.height - a.width * a.height,
    )[0];
    const { data } = /** @type {CanvasRenderingContext2D} */ (all.getContext('2d')).getImageData(
      0,
      0,
      all.width,
      all.height,
    );
    /** @type {Record<string, number>} */
    const counts = {};
    for (let at = 0; at < data.length; at += 4)
      counts[data.slice(at, at + 4).join()] = (counts[data.slice(at, at + 4).join()] ?? 0) + 1;
    return counts;
  });

test('the page computes the same state from events as the rules do', () => {
  const words = [
    'play',
    'ants',
    'Hunter',
    'Forager',
    'Random',
    'Hunter',
    '--map',
    'quarters',
    '--seed',
    '3',
    '--turns',
    '150',
    '--replay',
    'four.wag',
    '--quiet',
  ];
  execFileSync(findWag(), words, { cwd: wag.folder });
  const lines = execFileSync(findWag(), ['replay', 'export', '--json', 'four.wag'], {
    cwd: wag.folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const [header, opening, ...turns] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const state = ants.open(header.scene, opening.frame);
  for (const turn of turns.filter((one) => one.round)) ants.applyTurn(header.scene, state, turn);
  const figures = header.players.map((/** @type {any} */ one) =>
    ['score', 'ants', 'hills', 'hive'].map((name) => one.figures[name]),
  );
  assert.ok(
    turns.length > 50 && figures.some((/** @type {number[]} */ one) => one[1] > 5),
    `${turns.length} turns, ${figures}`,
  );
  assert.deepEqual(
    header.players.map((/** @type {any} */ one) => ants.score(state, one.seat).cells),
    figures,
  );
});

test('a match is set up, watched and described', async () => {
  const { page } = open;
  await page.goto(wag.address);
  await page.getByRole('tab', { name: 'Ants' }).click();
  await page.getByLabel('AI 2').waitFor();
  await check('setup');
  await page.getByLabel('AI 1', { exact: true }).fill('Hunter');
  await page.getByLabel('AI 2').fill('Forager');
  await page.getByLabel('Seed', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await matchIsOver(page);
  await page.keyboard.press('Home');
  await page.getByRole('tab', { name: 'Figures' }).click();
  await page.locator('.score').getByText('Food in store').waitFor();
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press('ArrowRight');
  await check('watch');
});

test('a selected player shows fog, a selected ant shows its attack radius', async () => {
  const { page } = open;
  await page.keyboard.press('Escape');
  const plain = await colors();
  await page.goto(`${page.url().replace(/&select=[^&]*/, '')}&select=p2`);
  await page.locator('.inspector').getByRole('heading', { name: 'Forager' }).waitFor();
  await page.locator('.inspector').getByText('Playing').waitFor();
  const fogged = await colors();
  assert.ok(
    Object.keys(fogged).filter((color) => !(color in plain)).length > 0,
    'land in the fog has a different color',
  );
  await check('fog');
  await page.goto(page.url().replace(/&select=[^&]*/, '&select=f3,18'));
  await page.getByRole('heading', { name: /^(Ant|Hill) of Hunter$/ }).waitFor();
  await page.locator('.inspector').getByText('(18, 3)').waitFor();
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.keyboard.press('End');
  await page
    .getByText(/^The match is over: /)
    .first()
    .waitFor();
  await check('ant');
});

/** A bot that draws every kind of overlay, all on the lower half of the board. */
const DRAWS = `class MyBot:
    def do_turn(self, ants):
        draw = ants.overlay
        draw.set_fill_color(255, 0, 255, 1)
        draw.set_line_color(0, 255, 255, 1)
        draw.set_line_width(3)
        draw.tile((30, 10))
        draw.circle((40, 10), 2.5, True)
        draw.circle((40, 20), 2.5)
        draw.rect((28, 20), 4, 3, True)
        draw.star((30, 30), 1, 3, 5, True)
        draw.arrow((36, 26), (36, 34))
        draw.line((46, 46), (44, 2))
        draw.tile_border((26, 40), 'TL')
        draw.tile_border((26, 44), 'MM')
        draw.tile_sub_tile((30, 40), 'BR')
        draw.route_plan((40, 30), 'nneess')
        draw.note((30, 10), 'see <r:3 c:4>')
`;

/** Plays a bot against one that holds still, and shows the first turn. @param {string} file @param {string} text */
async function showFirstTurn(file, text) {
  const { page } = open;
  writeFileSync(join(wag.folder, file), text);
  await page.setViewportSize(SIZES[1]);
  await page.goto(wag.address);
  await page.getByRole('tab', { name: 'Ants' }).click();
  await page.getByLabel('AI 1', { exact: true }).fill(file);
  await page.getByLabel('AI 2').fill('Hold');
  await page.getByLabel('Turns', { exact: true }).fill('5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.watch').waitFor();
  await matchIsOver(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
}

test('overlays are drawn and can be hidden; the board can be dragged endlessly', async () => {
  const { page } = open;
  await showFirstTurn('draws.py', DRAWS);
  const [fill, line] = ['255,0,255,255', '0,255,255,255'];
  const box = page.getByLabel('Drawings by draws');
  await openMenu(page);
  await box.waitFor();
  const drawn = await colors();
  assert.ok(drawn[fill] > 500 && drawn[line] > 200, JSON.stringify(drawn));
  await check('drawings');
  await box.uncheck();
  const without = await colors();
  assert.deepEqual([without[fill], without[line]], [undefined, undefined]);
  await box.check();
  await page.keyboard.press('Escape');
  await page.goto(`${page.url().replace(/&select=[^&]*/, '')}&select=f10,30`);
  await page.locator('.inspector').getByText('Note by draws').waitFor();
  await page.locator('.inspector').getByRole('button', { name: '(3, 4)' }).click();
  await page.locator('.inspector').getByText('Field (row, column)').waitFor();
  // After a drag by half the height, the lower half is above, and nothing is lost.
  await page.keyboard.press('Escape');
  const canvas = page.locator('canvas.board');
  const at = await canvas.boundingBox();
  assert.ok(at);
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2, at.y + 4, { steps: 5 });
  await page.mouse.up();
  const dragged = await colors();
  assert.ok(dragged[fill] > drawn[fill] * 0.9, `${dragged[fill]} of ${drawn[fill]}`);
  await check('dragged');
});

/** Returns the number of more or less orange points. @param {Record<string, number>} counts */
function orange(counts) {
  const is = (/** @type {string} */ color) => Number(color.split(',')[0]) - Number(color.split(',')[2]) > 100;
  return Object.entries(counts)
    .filter(([color]) => is(color))
    .reduce((sum, [, count]) => sum + count, 0);
}

/** A bot that draws a path from a square with a note, a mission and clusters, each in its own layer. */
const LAYERS = `class MyBot:
    def do_turn(self, ants):
        draw = ants.overlay
        draw.note((30, 10), 'GatherFood on its way ' + ' '.join('<r:30 c:%d>' % col for col in range(10, 30)))
        draw.set_fill_color(255, 0, 255, 1)
        draw.set_line_color(0, 255, 255, 1)
        draw.set_line_width(3)
        draw.layer('missions')
        draw.circle((40, 10), 2.5, True)
        draw.note((40, 10), 'Attack <r:41 c:10>')
        draw.layer('clusters')
        draw.rect((36, 20), 8, 8)
        draw.layer()
        draw.tile((44, 44))
`;

test('layers can be hidden one by one; a note marks all squares that it names', async () => {
  const { page } = open;
  await showFirstTurn('layers.py', LAYERS);
  await openMenu(page);
  await page.getByLabel('Missions').waitFor();
  assert.deepEqual(await page.locator('.layers label').allTextContents(), [
    'Drawings by layers',
    'Notes',
    'Missions',
    'Clusters',
  ]);
  const [fill, line, note] = ['255,0,255,255', '0,255,255,255', '208,92,0,255'];
  /** @param {string} name */
  const without = async (name) => {
    await page.getByRole('checkbox', { name }).uncheck();
    const counts = await colors();
    await page.getByRole('checkbox', { name }).check();
    return [fill, line, note].map((color) => counts[color] ?? 0);
  };
  const all = await colors();
  const [missions, clusters, notes, drawings] = [
    await without('Missions'),
    await without('Clusters'),
    await without('Notes'),
    await without('Drawings by layers'),
  ];
  assert.ok(
    missions[0] > 0 && missions[0] < all[fill] / 3,
    `the tile in no layer is left, ${missions} of ${all[fill]}`,
  );
  assert.deepEqual(
    [missions[1] >= all[line], clusters[0] >= all[fill], clusters[1]],
    [true, true, 0],
    `${missions} ${clusters}`,
  );
  assert.ok(
    notes[2] < all[note] && notes[0] === all[fill] && missions[2] < all[note],
    `${notes} ${all[note]}`,
  );
  assert.deepEqual(drawings, [0, 0, 0]);
  await page.keyboard.press('Escape');
  // A click opens a note and marks the squares that it names.
  await page.goto(`${page.url().replace(/&select=[^&]*/, '')}&select=f10,30`);
  const inspector = page.locator('.inspector');
  await inspector.getByText('Note by layers', { exact: true }).waitFor();
  assert.equal(await inspector.getByRole('button', { name: /^\(30, \d+\)$/ }).count(), 20);
  const marked = orange(await colors());
  assert.ok(marked > orange(all) + 1000, `${marked} after ${orange(all)}`);
  await check('notes');
  await openMenu(page);
  await page.getByRole('checkbox', { name: 'Notes' }).uncheck();
  assert.ok(orange(await colors()) < marked - 1000, 'squares named in a hidden note are not marked');
  await page.getByRole('checkbox', { name: 'Notes' }).check();
  await page.keyboard.press('Escape');
  await page.goto(`${page.url().replace(/&select=[^&]*/, '')}&select=f10,40`);
  await inspector.getByText('Note by layers: Missions').waitFor();
});
