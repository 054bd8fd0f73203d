/**
 * The standings panel: all players and their figures after the current round. Selecting a player shows its output.
 */

import { h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { seatBadge } from 'wag/shell/basics/badge.js';

/** With more columns than this, a name has its own line above its figures, so that it fits. */
const BESIDE_NAME = 3;

/** @param {import('../replay/replay.js').Replay} replay @param {string} [label] if the page has several panels */
export function createScore(replay, label = t('tabs.figures')) {
  const isTall = replay.game.columns.length > BESIDE_NAME;
  const head = h(
    'tr',
    {},
    !isTall && h('th', { scope: 'col', text: t('score.player') }),
    ...replay.game.columns.map((key) => h('th', { scope: 'col', text: replay.localizer.t(key) })),
  );
  const rows = replay.header.players.map(({ seat }) => scoreRow(replay, seat, isTall));
  const bodies = isTall
    ? rows.map((row) => h('tbody', {}, ...row.elements))
    : [h('tbody', {}, ...rows.flatMap((row) => row.elements))];
  const element = h(
    'section',
    { class: isTall ? 'panel score tall' : 'panel score', 'aria-label': label },
    h('table', {}, h('thead', {}, head), ...bodies),
  );

  /** @param {import('../game.js').Step} step */
  function update(step) {
    for (const row of rows) row.update(step);
  }
  return { element, update };
}

/** @param {import('../replay/replay.js').Replay} replay @param {number} seat @param {boolean} isTall */
function scoreRow(replay, seat, isTall) {
  const cells = replay.game.columns.map(() => h('td'));
  const state = h('span', { class: 'state' });
  const button = h(
    'button',
    { type: 'button', class: 'player', onclick: () => replay.showSeat(seat), title: t('score.choose') },
    seatBadge(seat),
    h('bdi', { text: replay.name(seat) }),
  );
  const who = h('div', { class: 'who' }, button, state);
  const elements = isTall
    ? [
        h('tr', {}, h('th', { scope: 'rowgroup', colspan: cells.length }, who)),
        h('tr', { class: 'figures' }, ...cells),
      ]
    : [h('tr', {}, h('th', { scope: 'row' }, who), ...cells)];

  /** @param {import('../game.js').Step} step */
  function update(step) {
    const score = replay.game.score(step.after, seat);
    for (const [index, cell] of cells.entries()) setText(cell, formatNumber(score.cells[index], 1));
    const won =
      replay.header.complete && replay.header.winners?.includes(seat) && step.round === replay.playback.last;
    const { forfeit } = replay.header.players[seat - 1] ?? {};
    setText(state, forfeit ? t('forfeit') : won ? t('score.winner') : score.out ? t('score.out') : '');
    for (const element of elements) element.classList.toggle('out', score.out);
    button.setAttribute('aria-pressed', String(replay.seat === seat));
  }
  return { elements, update };
}
