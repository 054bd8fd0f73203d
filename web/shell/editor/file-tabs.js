/**
 * The open files as tabs, with a choice of the other files of the folder.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { stepInRing } from 'wag/shell/basics/ring.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** An open file. @typedef {{name: string, mark: string}} Tab */

/** @param {{show: (name: string) => void, open: (name: string) => void}} actions */
export function createFileTabs(actions) {
  const list = h('div', { role: 'tablist', 'aria-label': t('edit.files'), class: 'tabs file-tabs' });
  const others = h('select', { 'aria-label': t('edit.open'), class: 'open-file' });
  others.addEventListener('change', () => {
    const name = others.value;
    others.selectedIndex = 0;
    if (name) actions.open(name);
  });
  list.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const names = [...list.children].map((tab) => /** @type {HTMLElement} */ (tab).dataset.name ?? '');
    const next =
      by === 0 ? null : stepInRing(names, /** @type {HTMLElement} */ (event.target).dataset.name ?? null, by);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    actions.show(next);
    /** @type {HTMLElement|null} */ (list.querySelector('[aria-selected="true"]'))?.focus();
  });

  /** @param {Tab[]} tabs @param {string} current @param {string[]} files all files of the folder */
  function draw(tabs, current, files) {
    const hadFocus = list.contains(document.activeElement);
    fill(
      list,
      ...tabs.map(({ name, mark }) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            'data-name': name,
            'aria-selected': String(name === current),
            'aria-controls': 'edit-code',
            tabindex: name === current ? '0' : '-1',
            onclick: () => actions.show(name),
          },
          h('bdi', { text: singleLine(name, 40) }),
          mark,
        ),
      ),
    );
    if (hadFocus) /** @type {HTMLElement|null} */ (list.querySelector('[aria-selected="true"]'))?.focus();
    const closed = files.filter((name) => !tabs.some((tab) => tab.name === name));
    others.hidden = closed.length === 0;
    fill(
      others,
      h('option', { value: '', text: t('edit.open') }),
      ...closed.map((name) => h('option', { value: name, text: singleLine(name, 60) })),
    );
  }

  return { list, others, draw };
}
