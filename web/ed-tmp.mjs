import { launch, openPage } from './tests/fixtures/browser.js';
import { Wag } from './tests/fixtures/wag.js';
const wag = new Wag(); await wag.start();
const browser = await launch();
const { page } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
await page.goto(wag.address);
await page.getByRole('button', { name: 'Write code' }).click();
await page.locator('.cm-content').waitFor();
await page.evaluate(() => { window.shown = []; new MutationObserver(() => { const m = document.querySelector('.edit-match .watch'); if (m && m !== window.lastWatch) { window.lastWatch = m; const poll = () => { if (m.querySelector('.score td') && Number(m.querySelector('.round')?.value) >= 1) window.shown.push(performance.now()); else requestAnimationFrame(poll); }; poll(); } }).observe(document.body, { childList: true, subtree: true }); document.addEventListener('keydown', (e) => { if (e.key === 'Enter' && e.ctrlKey) window.pressed = performance.now(); }, true); });
for (let i = 0; i < 6; i++) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+Home'); await page.keyboard.type(`print(${i})\n`);
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction((n) => window.shown.length > n, i);
  console.log(`edit to first round: ${await page.evaluate(() => Math.round(window.shown.at(-1) - window.pressed))} ms`);
  await page.waitForTimeout(i % 2 ? 200 : 2500);
}
await browser.close(); await wag.close();
