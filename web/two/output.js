/**
 * The output of the players, as text.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { excerpt } from 'wag/shell/basics/text.js';
import { SHOWN } from 'wag/two/limits.js';

/** @param {string} [title] */
export function createOutput(title = t('two.printed')) {
  const body = h('div', { class: 'output', tabindex: '0', role: 'region', 'aria-label': title });
  const element = h('div', { class: 'panel two-printed' }, h('h2', { text: title }), body);
  /** @type {string|null} */
  let shown = null;

  /** @param {string} text @param {string} [nothing] text to show if there is no output */
  function show(text, nothing = t('two.nothing')) {
    const key = text || nothing;
    if (key === shown) return;
    shown = key;
    if (text === '') return fill(body, h('p', { class: 'hint', text: nothing }));
    const { lines, more } = excerpt(text, SHOWN);
    fill(
      body,
      ...lines.map(({ text: line, cut }) =>
        h(
          'span',
          { class: 'line' },
          line || '\u00a0',
          cut > 0 ? h('em', { text: t('output.cut', { n: cut }) }) : null,
        ),
      ),
      more > 0 ? h('em', { text: t('output.more', { n: more }) }) : null,
    );
  }

  return { element, show };
}
