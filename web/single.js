/**
 * Starts the single-file page: unpacks its style and its modules, and adds an import map for them. This file is not a module, because
 * an import map must come before the first one.
 */

(async () => {
  const packed = document.getElementById('wag-packed')?.textContent ?? '';
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  /** @type {{style: string, modules: Record<string, string>}} */
  const { style, modules } = await new Response(stream).json();
  const sheet = document.createElement('style');
  sheet.textContent = style;
  document.head.append(sheet);
  const places = Object.entries(modules).map(([name, text]) => [
    name,
    `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`,
  ]);
  const map = document.createElement('script');
  map.type = 'importmap';
  map.textContent = JSON.stringify({ imports: Object.fromEntries(places) });
  document.head.append(map);
  // The match is at the end of the page.
  if (document.readyState === 'loading')
    await new Promise((done) => document.addEventListener('DOMContentLoaded', done));
  const main = 'wag/main.js';
  await import(main);
})();
