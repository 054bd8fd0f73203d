/**
 * Keyboard shortcuts of the page. A focused element keeps the keys it needs, and letters do nothing while a field, a
 * tab or a button of a form has the focus.
 */

/** @typedef {Record<string, (event: KeyboardEvent) => void>} Keys */

/** Selector of elements that take letters as input, or may be mistaken for such. */
const TAKES_LETTERS = 'input, select, textarea, [contenteditable], [role="tab"], [role="radio"], form button';

/** @param {EventTarget|null} target @param {string} key */
function belongsTo(target, key) {
  // Escape closes an open menu first.
  if (key === 'Escape' && document.querySelector(':popover-open')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[data-takes-keys]')) return true;
  const dialog = target.closest('dialog');
  // The browser takes the focus away from a dialog only some time after it was closed.
  if (dialog) return dialog.open;
  if (/^\p{L}$/u.test(key) && target.matches(TAKES_LETTERS)) return true;
  if (target instanceof HTMLInputElement && target.type === 'range') return false;
  if (target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)) return key === ' ';
  if (target.matches('input, select, textarea')) return true;
  if (key === 'Enter' || key === ' ') return target.matches('button, summary, a');
  return target.matches('.output, .listing, .findings') && /^(Arrow|Page|Home|End)/.test(key);
}

/** @param {() => Keys} keys returns the keys that are active now */
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
