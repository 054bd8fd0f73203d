/**
 * The list of moves so far, the latest at the end; a click shows the position after a move.
 */

import { h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { playerName } from 'wag/two/results.js';
import { moveText } from 'wag/two/move-text.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { LISTED } from 'wag/two/limits.js';

/** @param {import('./session.js').Session} session @param {(number: number) => void} onChoose */
export function createMoves(session, onChoose) {
  const list = h('ol', { class: 'two-moves' });
  const hint = h('p', { class: 'hint', text: t('two.noMoves') });
  const element = h(
    'section',
    { class: 'panel two-list', 'aria-label': t('two.moves') },
    h('h2', { text: t('two.moves') }),
    hint,
    list,
  );
  /** @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  let last = -1;
  /** @type {HTMLButtonElement|undefined} */
  let chosen;

  /** Adds new moves. */
  function update() {
    for (
      let number = Math.max(last + 1, session.first, session.last - LISTED + 1);
      number <= session.last;
      number += 1
    )
      add(number);
    last = session.last;
    for (const [number, button] of buttons) {
      if (buttons.size <= LISTED) break;
      button.parentElement?.remove();
      buttons.delete(number);
    }
    const isCut = session.last >= LISTED;
    hint.hidden = session.last > 0 && !isCut;
    if (isCut) hint.textContent = t(session.first > 0 ? 'two.forget' : 'two.earlier');
  }

  /** @param {number} number */
  function add(number) {
    const position = session.position(number);
    if (!position) return;
    const text =
      position.move === null
        ? t('two.begin')
        : t('two.move', {
            n: String(number),
            name: singleLine(playerName(session, position.by), 30),
            move: singleLine(moveText(position.move, session.family), 60),
          });
    const button = h('button', { type: 'button', class: 'two-move', text, onclick: () => onChoose(number) });
    buttons.set(number, button);
    list.append(h('li', {}, button));
  }

  /** @param {number} number */
  function choose(number) {
    const button = buttons.get(number);
    if (button === chosen) return;
    chosen?.removeAttribute('aria-current');
    chosen = button;
    if (!button) return;
    button.setAttribute('aria-current', 'step');
    // Scrolls only the list, not the page.
    const { offsetTop, offsetHeight } = button;
    if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
  }

  return { element, update, choose };
}
