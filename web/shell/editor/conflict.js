/**
 * The question when a file was changed here and elsewhere: keep one of the texts, or merge them side by side.
 */

import { showDialog } from 'wag/shell/basics/dialog.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../../editor/src/code-view.js')} Code */

/**
 * @param {Code} code @param {import('../../editor/src/code-view.js').Page} page
 * @param {{name: string, mine: string, theirs: string|null}} file `theirs` is null if the file was deleted
 * @param {(text: string) => void} resolve
 */
export function askConflict(code, page, { name, mine, theirs }, resolve) {
  const body = h('div', { class: 'conflict' });
  const dialog = showDialog(t('edit.conflict'), body);
  /** @param {string} label @param {() => void} act @param {string} [kind] */
  const button = (label, act, kind) =>
    h('button', { type: 'button', class: kind ?? '', text: label, onclick: act });
  const choose = (/** @type {string} */ text) => {
    dialog.close();
    resolve(text);
  };
  const keep = button(t('edit.conflict.mine'), () => choose(mine), 'primary');
  fill(
    body,
    h('p', { text: t(theirs === null ? 'edit.conflict.deleted' : 'edit.conflict.both', { file: name }) }),
    h(
      'div',
      { class: 'actions' },
      keep,
      theirs !== null && button(t('edit.conflict.theirs'), () => choose(theirs)),
      theirs !== null && button(t('edit.conflict.merge'), () => merge(theirs)),
      button(t('edit.conflict.later'), () => dialog.close()),
    ),
  );
  keep.focus();

  /** @param {string} other */
  function merge(other) {
    const view = code.createMergeView(page, mine, other);
    dialog.classList.add('wide');
    dialog.addEventListener('close', view.destroy);
    fill(
      body,
      h('p', { text: t('edit.merge.hint') }),
      h(
        'div',
        { class: 'merge-heads' },
        h('strong', { text: t('code.My text') }),
        h('strong', { text: t('code.Their text') }),
      ),
      view.element,
      h(
        'div',
        { class: 'actions' },
        button(t('edit.merge.save'), () => choose(view.text()), 'primary'),
        button(t('ask.no'), () => dialog.close()),
      ),
    );
  }
}
