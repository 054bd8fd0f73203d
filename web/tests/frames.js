/** Measures the duration of frames of a large ant war; see `scripts/frames`. */

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, openPage } from './fixtures/browser.js';
import { ROOT, findWag } from './fixtures/wag.js';

const SIDE = 200;
const APART = 4;
const ANTS = 2000;
const PLAYERS = 4;

/** Returns a board with ants of all players in rows, out of each other's reach. */
function map() {
  const board = Array.from({ length: SIDE }, () => Array(SIDE).fill('.'));
  const perRow = SIDE / APART;
  for (let ant = 0; ant < ANTS; ant += 1)
    board[Math.floor(ant / perRow) * APART][(ant % perRow) * APART] = 'abcd'[ant % PLAYERS];
  for (let at = 0; at < SIDE; at += 10) board[SIDE - 5][at] = '*';
  for (let at = 2; at < SIDE; at += 5) board[SIDE - 10][at] = '%';
  for (let player = 0; player < PLAYERS; player += 1) board[SIDE - 20][player * 40 + 20] = String(player);
  return `rows ${SIDE}\ncols ${SIDE}\nplayers ${PLAYERS}\n${board.map((row) => `m ${row.join('')}\n`).join('')}`;
}

/** @param {number[]} all @param {number} share */
const quantile = (all, share) => [...all].sort((a, b) => a - b)[Math.floor(share * (all.length - 1))];

const folder = mkdtempSync(join(tmpdir(), 'frames-'));
const browser = await launch();
try {
  writeFileSync(join(folder, 'large.map'), map());
  copyFileSync(join(ROOT, 'benches/march.py'), join(folder, 'march.py'));
  const run = (/** @type {string} */ words) =>
    execFileSync(findWag(), words.split(' '), { cwd: folder, stdio: 'inherit' });
  run(
    `play ants ${'march.py '.repeat(PLAYERS)}--map large.map --scenario --food none --turns 100 --seed 1 --replay large.wag --quiet`,
  );
  run('replay export --html large.wag -o large.html');
  for (const [width, height] of [
    [1400, 900],
    [390, 844],
  ]) {
    const { page, context } = await openPage(browser, { viewport: { width, height } });
    await page.goto(`${pathToFileURL(join(folder, 'large.html'))}#round=5`);
    for (const speed of ['2', '16']) {
      await page.getByLabel('Speed').selectOption(speed);
      await page.locator('.slider').fill('5');
      await page.evaluate(() => {
        const all = /** @type {any} */ (globalThis);
        all.wagFrameTimes = [];
        all.between = [];
        let before = 0;
        const next = (/** @type {number} */ now) => {
          if (before) all.between.push(now - before);
          before = now;
          all.ticking = requestAnimationFrame(next);
        };
        all.ticking = requestAnimationFrame(next);
      });
      await page.keyboard.press('Space');
      await page.waitForTimeout(4500);
      await page.keyboard.press('Space');
      const { own, between } = await page.evaluate(() => {
        const all = /** @type {any} */ (globalThis);
        cancelAnimationFrame(all.ticking);
        return { own: all.wagFrameTimes, between: all.between };
      });
      const told = (/** @type {number[]} */ all) =>
        `median ${quantile(all, 0.5).toFixed(1)} ms, of 20 the slowest ${quantile(all, 0.95).toFixed(1)} ms`;
      process.stdout.write(
        `${width} pixels wide, speed ${speed}: ${own.length} frames; own code ${told(own)}; from frame to frame ${told(between)}\n`,
      );
    }
    await context.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
