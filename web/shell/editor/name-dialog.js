/**
 * Asks for the name of a file.
 */

import { showDialog } from 'wag/shell/basics/dialog.js';
import { h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';

/**
 * @param {string} title @param {string} button @param {string} name the suggestion
 * @param {(name: string) => Promise<void>} act its error is shown below the field
 */
export function askName(title, button, name, act) {
  const field = h('input', {
    type: 'text',
    id: 'file-name',
    required: true,
    maxlength: '100',
    spellcheck: 'false',
    autocomplete: 'off',
    value: name,
  });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const form = h(
    'form',
    { class: 'name-form' },
    h('label', { for: 'file-name', text: t('edit.name') }),
    field,
    failure,
    h('div', { class: 'actions' }, h('button', { type: 'submit', class: 'primary', text: button })),
  );
  const dialog = showDialog(title, form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const typed = field.value.trim();
    setText(failure, '');
    try {
      await act(typed.includes('.') ? typed : `${typed}.py`);
      dialog.close();
    } catch (error) {
      setText(failure, errorText(error));
    }
  });
  field.focus();
  field.setSelectionRange(0, name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length);
}
