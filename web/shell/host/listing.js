/**
 * A file that somebody else has, or that was handed in: it can be read, not changed.
 */

import { showDialog } from 'wag/shell/basics/dialog.js';
import { drawCode, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { messageLine } from 'wag/shell/host/parts.js';
import { agoText } from 'wag/shell/host/time.js';

/** The maximum number of characters of a file that is shown. */
const SHOWN = 200_000;

/** Shows a file with the numbers of its lines, and the line of the last error. @param {string} name @param {string} text @param {{line: number, message: import('../basics/i18n.js').Text, since: number}|null} error */
export function showText(name, text, error) {
  const lines = text.slice(0, SHOWN).replace(/\n$/, '').split(/\r?\n/);
  const numbers = lines.map((_, index) => index + 1).join('\n');
  const marked = error !== null && error.line <= lines.length;
  const dialog = showDialog(
    singleLine(name, 80),
    error !== null &&
      h(
        'p',
        { class: 'stuck' },
        t('host.lineReason', { line: error.line, text: '' }),
        ...drawCode(messageLine(error.message)),
        h('small', { class: 'hint', text: ` ${agoText(error.since)}` }),
      ),
    h(
      'div',
      { class: 'host-listing', tabindex: '0', role: 'group', 'aria-label': singleLine(name, 80) },
      h('pre', { class: 'line-numbers', 'aria-hidden': 'true', text: numbers }),
      h('pre', {}, ...(marked ? markLine(lines, error.line) : [sanitize(lines.join('\n'))])),
    ),
  );
  dialog.classList.add('wide');
  dialog.querySelector('mark')?.scrollIntoView({ block: 'center' });
}

/** Returns the text with one line marked. @param {string[]} lines @param {number} number of the line, counted from 1 */
function markLine(lines, number) {
  const part = (/** @type {string[]} */ some) => some.map((line) => `${sanitize(line)}\n`).join('');
  return [
    part(lines.slice(0, number - 1)),
    h('mark', { text: part(lines.slice(number - 1, number)) }),
    part(lines.slice(number)),
  ];
}
