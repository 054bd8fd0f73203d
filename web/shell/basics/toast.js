/**
 * A message that is shown for a few seconds, one at a time; errors stay longer. A click closes it, because it may cover a
 * control.
 */

import { h, setText } from 'wag/shell/basics/dom.js';

/** Durations in milliseconds. */
const SHOWN = { good: 5000, bad: 12000 };

export function createToast() {
  const hide = () => {
    element.hidden = true;
  };
  const element = h('p', { class: 'toast', role: 'status', hidden: true, onclick: hide });
  let timer = 0;

  /** @param {string} text @param {boolean} [bad] */
  function notify(text, bad = false) {
    element.hidden = false;
    element.className = bad ? 'toast bad' : 'toast';
    setText(element, text);
    clearTimeout(timer);
    timer = window.setTimeout(hide, bad ? SHOWN.bad : SHOWN.good);
  }
  return { element, notify };
}
