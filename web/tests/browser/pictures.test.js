/**
 * Compares pictures of every state of the pages, a quarter as wide and high, with the references in `tests/pictures/`. A few
 * pixels may differ, because fonts do. `PICTURES=write` replaces the references; `PICTURES=FOLDER` writes pictures of full
 * size there, for review.
 */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { launch, openPage } from '../fixtures/browser.js';
import { serveStates, STATES } from '../fixtures/states.js';

const FOLDER = fileURLToPath(new URL('../pictures', import.meta.url));
const LOOKS = /** @type {const} */ ([
  { look: 'phone', width: 390, height: 844, colorScheme: 'light' },
  { look: 'laptop', width: 1280, height: 800, colorScheme: 'light' },
  { look: 'laptop-dark', width: 1280, height: 800, colorScheme: 'dark' },
  { look: 'screen', width: 1920, height: 1080, colorScheme: 'light' },
]);
/** The part of the width and the height that a reference has. */
const SCALE = 0.25;
/** The maximum share of pixels that may differ. */
const DIFFERENT_MAX = 0.03;
const wish = process.env.PICTURES;

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveStates>>} */
let served;

before(async () => {
  browser = await launch();
  served = await serveStates();
});
after(async () => {
  await browser.close();
  served.server.close();
  served.hosted.server.close();
});

for (const { look, width, height, colorScheme } of LOOKS) {
  test(`every state looks as in its picture: ${look}`, async () => {
    const { page, context, problems } = await openPage(browser, {
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
    });
    const devtools = await context.newCDPSession(page);
    const different = [];
    for (const { name, hash, account, path = '', open } of STATES) {
      const address = account === undefined ? served.address : served.hosted.address;
      await page.goto('about:blank');
      await context.clearCookies();
      if (account) await context.addCookies([{ name: 'fake', value: account, url: address }]);
      await page.goto(`${address}${path}${hash ? `#${hash}` : ''}`);
      await open?.(page);
      await page.mouse.move(0, 0);
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      if (wish && wish !== 'write') await page.screenshot({ path: join(wish, `${name}-${look}.png`) });
      const clip = { x: 0, y: 0, width, height, scale: SCALE };
      const take = async () =>
        Buffer.from((await devtools.send('Page.captureScreenshot', { clip })).data, 'base64');
      let difference = compare(`${name}-${look}`, await take());
      // A busy machine may draw the board at its final size a little later.
      for (let again = 0; difference && !wish && again < 20; again += 1) {
        await page.waitForTimeout(250);
        difference = compare(`${name}-${look}`, await take());
      }
      different.push(difference);
    }
    assert.deepEqual(
      different.filter(Boolean),
      [],
      'look at target/pictures; if the change is meant, run this test with PICTURES=write',
    );
    assert.deepEqual(problems, []);
    await context.close();
  });
}

/** Returns the difference of a picture from its reference as text, or null if it is small. @param {string} name @param {Buffer} picture */
function compare(name, picture) {
  const path = join(FOLDER, `${name}.png`);
  if (wish === 'write') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, picture);
    return null;
  }
  if (!existsSync(path)) return `${name}: there is no reference`;
  const [now, then] = [PNG.sync.read(picture), PNG.sync.read(readFileSync(path))];
  if (now.width !== then.width || now.height !== then.height)
    return `${name}: ${now.width} x ${now.height} instead of ${then.width} x ${then.height}`;
  const { width, height } = now;
  const share =
    pixelmatch(then.data, now.data, undefined, width, height, { threshold: 0.2 }) / (width * height);
  if (share <= DIFFERENT_MAX) return null;
  const folder = fileURLToPath(new URL('../../../target/pictures', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), picture);
  return `${name}: ${(100 * share).toFixed(1)} % of the pixels differ`;
}
