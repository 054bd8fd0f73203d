/**
 * A message that is shown for a few seconds, one at a time; errors stay longer.
 */

import { h, setText } from 'wag/shell/basics/dom.js';

/** Durations in milliseconds. */
const SHOWN = { good: 5000, bad: 12000 };

export function createToast() {
  const element = h('p', { class: 'toast', role: 'status', hidden: true });

  /** @param {string} text @param {boolean} [bad] */
  function notify(text, bad = false) {
    element.hidden = false;
    element.className = bad ? 'toast bad' : 'toast';
    setText(element, text);
    setTimeout(
      () => {
        if (element.textContent === text) element.hidden = true;
      },
      bad ? SHOWN.bad : SHOWN.good,
    );
  }
  return { element, notify };
}
