/**
 * The button that wraps long lines; the browser remembers it.
 */

import { iconButton } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';

/** @param {(isOn: boolean) => void} act */
export function createWrapButton(act) {
  let isWrapped = loadSetting('wrap') === 'true';
  const button = iconButton('wrap-text', t('edit.wrap'), () => {
    isWrapped = !isWrapped;
    saveSetting('wrap', String(isWrapped));
    show();
  });
  function show() {
    button.setAttribute('aria-pressed', String(isWrapped));
    act(isWrapped);
  }
  show();
  return button;
}
