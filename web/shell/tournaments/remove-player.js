/**
 * A dialog to choose the player to remove from a tournament.
 */

import { showDialog } from 'wag/shell/basics/dialog.js';
import { h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';

/** @param {import('../../generated/server.js').TournamentTable} table @returns {Promise<string|null>} the player's name, or null if cancelled */
export function choosePlayerToRemove({ players, cannot_play: refused }) {
  const playing = players.filter((row) => row.current !== false && !row.filler);
  const names = [...playing, ...refused].map((row) => row.name);
  return new Promise((resolve) => {
    const choice = h(
      'select',
      { id: 'tour-leaves', 'aria-label': t('score.player') },
      ...names.map((name) => h('option', { value: name, text: name })),
    );
    const remove = () => {
      resolve(choice.value);
      dialog.close();
    };
    const dialog = showDialog(
      t('tour.remove'),
      h('p', { text: t('tour.removeHint') }),
      choice,
      h(
        'div',
        { class: 'actions' },
        h('button', { type: 'button', class: 'primary', text: t('tour.remove.yes'), onclick: remove }),
        h('button', { type: 'button', text: t('ask.no'), onclick: () => dialog.close() }),
      ),
    );
    dialog.addEventListener('close', () => resolve(null));
    choice.focus();
  });
}
