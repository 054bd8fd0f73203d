/** Layout: names, labels beside the playhead, and touch targets fit. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { launch, openMenu, openPage, TABLETS } from '../fixtures/browser.js';
import { makeMatch } from '../fixtures/match.js';
import { FakeServer, standingsOf } from '../fixtures/server.js';
import { outOfReach } from '../fixtures/sight.js';
import { makeTurn } from '../fixtures/turn.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {FakeServer} */
let server;
let address = '';

before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  server = new FakeServer();
  server.replays.set(
    'm',
    makeMatch({ rounds: 200, names: ['Maximilian Mustermann', 'Noob', 'Anna-Lena Schmidt', 'Expert'] }),
  );
  address = await server.listen();
});
afterEach(() => server.close());

for (const [width, height, hasTouch] of /** @type {const} */ ([
  [1280, 800, false],
  [390, 844, false],
  [390, 844, true],
])) {
  for (const locale of ['en-GB', 'de-DE']) {
    test(`a name of two words fits, ${width} wide, ${locale}${hasTouch ? ', by touch' : ''}`, async () => {
      const { page, context } = await openPage(browser, {
        viewport: { width, height },
        locale,
        hasTouch,
        isMobile: hasTouch,
      });
      await page.goto(`${address}#replay=m&round=200`);
      await page.locator('.story.end').waitFor();
      await page.locator('.moment').first().waitFor();
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth),
        width,
        'nothing overflows the page',
      );
      await page.locator('.talk [role="tab"]').nth(2).click();
      for (const place of ['.score tbody th bdi']) {
        // At worst each word has its own line: no word is broken or cut off.
        const lines = await page.locator(place).evaluateAll((names) =>
          names.map((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            const tops = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
            const cell = name.closest('th')?.getBoundingClientRect();
            return {
              text: name.textContent ?? '',
              lines: tops.size,
              isCut:
                name.scrollWidth > name.clientWidth + 1 ||
                range.getBoundingClientRect().right > (cell?.right ?? 0) + 1,
            };
          }),
        );
        assert.equal(lines.length, 4);
        for (const line of lines)
          assert.ok(
            !line.isCut && line.lines <= line.text.split(/[ -]/).length,
            `${place}: ${JSON.stringify(line)}`,
          );
      }
      await context.close();
    });
  }
}

for (const { width, height } of TABLETS) {
  test(`fields, names of variables and places are whole on a tablet, ${width} wide`, async () => {
    const { page, context } = await openPage(browser, {
      viewport: { width, height },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(address);
    await page.getByLabel('AI 4').waitFor();
    const cut = await page
      .locator('.setup input:visible:not([type="radio"], [type="checkbox"])')
      .evaluateAll((inputs) => inputs.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
    assert.equal(cut, 0, 'fields show what is in them');
    assert.deepEqual(await outOfReach(page), [], 'setup');
    const turn = JSON.stringify(makeTurn()).replaceAll('"total"', '"configurationOfTheGame"');
    server.turn = JSON.parse(turn);
    await page.goto(`${address}#replay=m&round=123&debug=1`);
    await page.locator('.debug-variables th').first().waitFor();
    const lines = await page.locator('.debug-variables th').evaluateAll((names) =>
      names.map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return range.getClientRects().length;
      }),
    );
    assert.ok(lines.length > 0 && lines.every((count) => count === 1), `names in ${lines} lines`);
    assert.deepEqual(await outOfReach(page), [], 'debugging');
    await page.goto(`${address}#replay=m&round=150`);
    const figures = page.locator('.player-chip .figure');
    await figures.first().filter({ hasText: /\d/ }).waitFor();
    const hidden = await page.locator('.player-chip').evaluateAll((chips) =>
      chips.flatMap((chip) => {
        const figure = chip.querySelector('.figure');
        if (figure) figure.textContent = '12,345';
        const [box, rank] = [chip, chip.querySelector('.rank')].map((one) => one?.getBoundingClientRect());
        return box && rank && rank.width > 0 && rank.bottom <= box.bottom && rank.right <= box.right
          ? []
          : [1];
      }),
    );
    assert.equal(hidden.length, 0, 'places stand beside figures of five digits');
    await context.close();
  });
}

test('the word for a winner is whole beside a large figure, in German', async () => {
  const { page, context } = await openPage(browser, {
    viewport: { width: 1366, height: 630 },
    locale: 'de-DE',
  });
  await page.goto(`${address}#replay=m&round=200`);
  const chip = page.locator('.player-chip', { hasText: 'Sieger' });
  await chip.waitFor();
  const isCut = await chip.evaluate((element) => {
    const [figure, state] = ['.figure', '.state'].map((name) => element.querySelector(name));
    if (figure) figure.textContent = '12.345';
    return !state || state.scrollWidth > state.clientWidth;
  });
  assert.ok(!isCut);
  await context.close();
});

test('the labels of the curves avoid the playhead', async () => {
  const { page, context } = await openPage(browser);
  await page.addInitScript(() => {
    const told = /** @type {any} */ (globalThis);
    told.texts = [];
    told.boxes = [];
    const { fillText, fillRect } = CanvasRenderingContext2D.prototype;
    const isCurves = (/** @type {CanvasRenderingContext2D} */ ctx) =>
      ctx.canvas instanceof HTMLCanvasElement && ctx.canvas.classList.contains('curves-canvas');
    CanvasRenderingContext2D.prototype.fillText = function (
      /** @type {string} */ text,
      /** @type {number} */ x,
      /** @type {number} */ y,
    ) {
      const width = this.measureText(text).width;
      const left = this.textAlign === 'right' ? x - width : x;
      if (isCurves(this)) told.texts.push([left, left + width]);
      return fillText.call(this, text, x, y);
    };
    CanvasRenderingContext2D.prototype.fillRect = function (
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ width,
      /** @type {number} */ height,
    ) {
      if (isCurves(this) && height === this.canvas.height) told.boxes.push(x);
      return fillRect.call(this, x, y, width, height);
    };
  });
  await page.goto(`${address}#replay=m&round=1`);
  await page.locator('.player-chip .figure').first().filter({ hasText: /\d/ }).waitFor();
  await page.getByRole('tab', { name: 'Figures' }).click();
  for (const round of [0, 1, 3, 5, 8, 12, 100, 195, 199, 200]) {
    await page.locator('.slider').fill(String(round));
    await page.waitForFunction(
      (wanted) => /** @type {HTMLInputElement|null} */ (document.querySelector('.round'))?.value === wanted,
      String(round),
    );
    await page.waitForTimeout(200);
    const { texts, playhead } = await page.evaluate(() => ({
      texts: /** @type {any} */ (globalThis).texts.slice(-2),
      playhead: /** @type {any} */ (globalThis).boxes.at(-1),
    }));
    assert.equal(texts.length, 2);
    for (const [left, right] of texts)
      assert.ok(
        playhead < left || playhead > right,
        `round ${round}: ${playhead} within ${left} to ${right}`,
      );
  }
  await context.close();
});

/** Returns controls that are smaller than a finger. @param {import('playwright-core').Page} page */
const small = (page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('button, a[href], select, summary, input')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('.skip, :disabled'),
    );
    return found.flatMap((one) => {
      // A checkbox is as large as the label around it or next to it.
      const label =
        one instanceof HTMLInputElement && ['checkbox', 'radio'].includes(one.type) ? one.labels?.[0] : null;
      const { width, height } = (label ?? one).getBoundingClientRect();
      // A control that is drawn small may have a larger area around it that takes the touch.
      const around = getComputedStyle(one, '::after');
      const more = around.content !== 'none' && around.position === 'absolute' ? -parseFloat(around.top) : 0;
      return Math.min(width, height) + 2 * Math.max(0, more || 0) >= 43.5
        ? []
        : [`${Math.round(width)}x${Math.round(height)} ${one.outerHTML.slice(0, 90)}`];
    });
  });

test('every control on a touch screen has at least 44 pixels', async () => {
  server.games = ['warriors', 'gems', 'fives'];
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
  const { page, context } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  /** @param {string} where */
  const check = async (where) => {
    assert.deepEqual(await small(page), [], where);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth),
      390,
      `${where}: nothing overflows the page`,
    );
  };
  await page.goto(address);
  await page.getByLabel('AI 1').waitFor();
  await check('setup');
  for (const name of ['Gem duel', 'Fives']) {
    await page.getByRole('tab', { name }).click();
    await page.getByLabel('AI 2').waitFor();
    await check(name);
  }
  await page.goto(`${address}#replay=m&round=77&select=u3.1`);
  await page.locator('.inspector dl').waitFor();
  await check('watch');
  for (const name of ['Events', 'Search']) {
    await page.getByRole('tab', { name }).click();
    await check(name);
  }
  await page.getByRole('searchbox').fill('round');
  await page.keyboard.press('Enter');
  await page.locator('.finding').first().waitFor();
  await check('findings');
  for (const name of ['Load', 'Save', 'Help']) {
    if (name !== 'Help') await openMenu(page);
    if (name === 'Load') await check('menu');
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('dialog').waitFor();
    if (name === 'Load') await page.locator('.save').waitFor();
    await check(name);
    await page.keyboard.press('Escape');
  }
  // Playing again is only offered after a run.
  server.run = {
    id: 'r',
    replay: 'elsewhere',
    ready: true,
    state: 'done',
    round: 1,
    rounds: 1,
    seconds_left: null,
    rounds_per_s: null,
    error: null,
    games: [],
    total: null,
    verdict: null,
  };
  server.emit('run', server.run);
  server.emit('files', { changed: ['yourAI.py'] });
  await page.getByText('Changed: ').waitFor();
  await page.locator('.slider').fill('200');
  await page.locator('.story.end').waitFor();
  await check('end');
  await context.close();
});
