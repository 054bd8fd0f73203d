/**
 * Dialogs: a title, content, and a way to close them by key and button. The browser traps the focus and restores it.
 */

import { h, iconButton } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';

/** @param {string} title @param {...import('./dom.js').Child} content @returns {HTMLDialogElement} */
export function showDialog(title, ...content) {
  const dialog = h(
    'dialog',
    { 'aria-label': title },
    h(
      'header',
      {},
      h('h2', { text: title }),
      iconButton('x', t('dialog.close'), () => dialog.close(), 'Esc'),
    ),
    h('div', { class: 'dialog-body' }, ...content),
  );
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
