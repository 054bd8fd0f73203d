/**
 * Whether the shown file is saved, and what to do if it is not.
 */

import { h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';

/** @typedef {import('./edited-file.js').EditedFile} EditedFile */

/** Files of this state are marked in their tabs. @type {Record<import('./edited-file.js').SaveState, string>} */
const MARKS = {
  saved: '',
  changed: ' •',
  saving: ' •',
  slow: ' !',
  offline: ' !',
  failed: ' !',
  conflict: ' !',
};

/** Returns the sign of a file in its tab. @param {EditedFile} file */
export const markOf = ({ state }) => MARKS[state];

/** @param {{resolve: () => void, copy: () => void}} actions for a conflict, and for a text that is not saved */
export function createSaveState({ resolve, copy }) {
  const status = h('p', { class: 'save-state', role: 'status' });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const button = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    h('button', { type: 'button', class: 'link', text: t(name), hidden: true, onclick: act });
  const resolveButton = button('edit.resolve', resolve);
  const copyButton = button('edit.copy', copy);

  /** @param {EditedFile} file */
  function draw({ name, state, error, isKept }) {
    const isConflict = state === 'conflict';
    const isUnsaved = MARKS[state] === ' !';
    const key = isUnsaved && !isConflict && !isKept ? 'lost' : state;
    const words = t(`edit.state.${key}`, { file: name, error, port: location.port });
    setText(status, isUnsaved ? '' : words);
    setText(failure, isUnsaved ? words : '');
    resolveButton.hidden = !isConflict;
    copyButton.hidden = !isUnsaved || isConflict;
  }

  return { elements: [status, resolveButton, copyButton], failure, draw };
}
