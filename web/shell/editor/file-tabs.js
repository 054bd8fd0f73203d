/**
 * The open files as tabs, and the choice of another file of the folder.
 */

import { showDialog } from 'wag/shell/basics/dialog.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { stepInRing } from 'wag/shell/basics/ring.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** An open file. @typedef {{name: string, mark: string}} Tab */

/** @param {{show: (name: string) => void, close: (name: string) => void}} actions */
export function createFileTabs(actions) {
  const list = h('div', { role: 'tablist', 'aria-label': t('edit.files'), class: 'tabs file-tabs' });
  const nameOf = (/** @type {Event} */ { target }) =>
    /** @type {HTMLElement} */ (target).closest('[role=tab]')?.getAttribute('data-name') ?? null;
  list.addEventListener('auxclick', (event) => {
    const name = nameOf(event);
    if (name && event.button === 1) actions.close(name);
  });
  list.addEventListener('keydown', (event) => {
    const name = nameOf(event);
    if (name && event.key === 'Delete') return actions.close(name);
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const names = [...list.children].map((tab) => /** @type {HTMLElement} */ (tab).dataset.name ?? '');
    const next = by === 0 ? null : stepInRing(names, name, by);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    actions.show(next);
    /** @type {HTMLElement|null} */ (list.querySelector('[aria-selected="true"]'))?.focus();
  });

  /** @param {Tab[]} tabs @param {string} current */
  function draw(tabs, current) {
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
  }

  return { list, draw };
}

/** Asks for a file of the folder, from the files that it has now. @param {() => Promise<string[]>} files those that are not open @param {(name: string) => void} open */
export async function chooseFile(files, open) {
  const body = h('div', { class: 'open-file' });
  const dialog = showDialog(t('edit.open'), body);
  /** @param {string} name */
  const choose = (name) => {
    dialog.close();
    open(name);
  };
  try {
    const names = await files();
    fill(
      body,
      ...names.map((name) =>
        h(
          'button',
          { type: 'button', onclick: () => choose(name) },
          h('bdi', { text: singleLine(name, 60) }),
        ),
      ),
      names.length === 0 && h('p', { text: t('edit.open.none') }),
    );
    body.querySelector('button')?.focus();
  } catch (error) {
    setText(body, errorText(error));
  }
}
