/**
 * A confirmation dialog, shown before something is lost. Closing the dialog chooses nothing.
 */

import { showDialog } from 'wag/shell/basics/dialog.js';
import { h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';

/** @typedef {{label: string, act: () => void}} Choice */

/** @param {string} title @param {string} text @param {Choice[]} choices the first one is the default and has the focus @param {...HTMLElement} more stands below the text */
export function showConfirm(title, text, choices, ...more) {
  const buttons = choices.map(({ label, act }, index) =>
    h('button', {
      type: 'button',
      class: index === 0 ? 'primary' : '',
      text: label,
      onclick: () => {
        dialog.close();
        act();
      },
    }),
  );
  const dialog = showDialog(
    title,
    h('p', { text }),
    ...more,
    h(
      'div',
      { class: 'actions' },
      ...buttons,
      h('button', { type: 'button', text: t('ask.no'), onclick: () => dialog.close() }),
    ),
  );
  buttons[0].focus();
}
