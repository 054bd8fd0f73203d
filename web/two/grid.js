/**
 * The drawn board: cells with pieces or letters, and buttons where a person may move.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { cellText } from 'wag/two/move-text.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./board.js').Cell} Cell */

/** The games whose symbols are discs. */
const WITH_DISCS = ['ConnectFour', 'Reversi'];

/** @param {(choice: number) => void} onChoose @param {() => HTMLElement} rest returns the element that has the focus while there is nothing to choose */
export function createGrid(onChoose, rest) {
  const element = h('table', { class: 'two-grid', hidden: true });
  let drawn = '';
  /** Cell that had the focus when there was last something to choose. @type {{x: number, y: number}|null} */
  let waiting = null;

  /**
   * @param {Board|null} board @param {string} family @param {number[]|null} last the cell of the last move
   * @param {number} choices number of moves of the person whose turn it is; 0 if there is no question @param {string[]} names
   */
  function show(board, family, last, choices, names) {
    element.hidden = !board;
    const key = JSON.stringify([board, family, last, choices, names]);
    if (!board || key === drawn) return;
    drawn = key;
    element.className = WITH_DISCS.includes(family) ? 'two-grid discs' : 'two-grid';
    element.style.setProperty('--columns', String(board.rows[0].length));
    element.setAttribute('aria-label', t('two.board'));
    const focused = cellWithFocus() ?? (document.activeElement === rest() ? waiting : null);
    const rows = board.rows.map((row, y) =>
      h(
        'tr',
        {},
        ...row.map((cell, x) => {
          const isLast = last !== null && last[0] === y && last[1] === x;
          const isOpen = cell.choice > 0 && cell.choice <= choices;
          return h(
            'td',
            { class: isLast ? 'last' : '' },
            isOpen ? button(board, cell, y, x) : mark(cell, isLast, names),
          );
        }),
      ),
    );
    fill(element, h('tbody', {}, ...rows));
    waiting = focused;
    if (focused) focusNear(focused);
  }

  /** Returns the cell that has the focus. */
  function cellWithFocus() {
    const cell = document.activeElement?.closest('td');
    if (!cell || !element.contains(cell)) return null;
    const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
    return { x: cell.cellIndex, y: row.rowIndex };
  }

  /** @param {{x: number, y: number}} place */
  function focusNear({ x, y }) {
    const buttons = [...element.querySelectorAll('button')];
    const far = (/** @type {HTMLButtonElement} */ one) => {
      const cell = /** @type {HTMLTableCellElement} */ (one.closest('td'));
      return (
        Math.abs(cell.cellIndex - x) +
        Math.abs(/** @type {HTMLTableRowElement} */ (cell.parentElement).rowIndex - y)
      );
    };
    (buttons.sort((a, b) => far(a) - far(b))[0] ?? rest()).focus();
  }

  /** @param {Board} board @param {Cell} cell @param {number} y @param {number} x */
  function button(board, cell, y, x) {
    const name = board.byColumn
      ? t('two.columnRow', { column: String(x + 1), row: String(y + 1) })
      : cellText(y, x);
    return h(
      'button',
      {
        type: 'button',
        class: 'open',
        'aria-label': name,
        title: name,
        onclick: () => onChoose(cell.choice),
      },
      h('span', { class: 'dot' }),
    );
  }

  return { element, show };
}

/** Draws the content of a cell. @param {Cell} cell @param {boolean} isLast @param {string[]} names */
function mark(cell, isLast, names) {
  const owner = ['X', 'O'].indexOf(cell.sign);
  if (owner < 0) return h('span', { class: 'free' }, h('span', { class: 'unseen', text: t('two.free') }));
  return h(
    'span',
    { class: `sign ${cell.sign === 'X' ? 'first' : 'second'}`, title: names[owner] ?? '' },
    h('span', { class: 'letter', text: cell.sign }),
    isLast && h('span', { class: 'unseen', text: t('two.latest') }),
  );
}
