/**
 * Dialogs: a title, a content, and a way out by key and button. The browser keeps the focus inside and gives it back.
 */

import { h, iconButton } from 'wag/shell/dom.js';
import { t } from 'wag/shell/i18n.js';

/** @param {string} title @param {...import('./dom.js').Child} content @returns {HTMLDialogElement} */
export function showDialog(title, ...content) {
  const dialog = h('dialog', { 'aria-label': title },
    h('header', {}, h('h2', { text: title }), iconButton('close', t('dialog.close'), () => dialog.close(), 'Esc')),
    h('div', { class: 'dialog-body' }, ...content));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
