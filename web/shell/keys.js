/**
 * The keys of the page. Keys that something focused needs itself stay with it.
 */

/** @typedef {Record<string, (event: KeyboardEvent) => void>} Keys */

/** @param {EventTarget|null} target @param {string} key */
function belongsTo(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  if (target instanceof HTMLInputElement && target.type === 'range') return false;
  if (target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)) return key === ' ';
  if (target.matches('input, select, textarea')) return true;
  if (key === 'Enter' || key === ' ') return target.matches('button, summary, a');
  return target.matches('.output, .listing, .findings') && /^(Arrow|Page|Home|End)/.test(key);
}

/** @param {() => Keys} keys those that count now */
export function listenToKeys(keys) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = keys()[event.shiftKey && event.key.length > 1 ? `Shift+${key}` : key];
    if (!act || belongsTo(event.target, key)) return;
    event.preventDefault();
    act(event);
  });
}
