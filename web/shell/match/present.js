/**
 * Presentation mode: the board fills the screen, with large names and figures of all players beside or above it, and no panels.
 */

import { seatBadge } from 'wag/shell/basics/badge.js';
import { h, iconButton, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** Number of figures per player that can be read from afar. */
const FIGURES = 2;

const root = document.documentElement;

export const isPresenting = () => root.dataset.presenting !== undefined;

/** Turns presentation mode on or off. If the browser does not allow full screen, the mode fills only the page. @param {boolean} isOn */
export function present(isOn) {
  if (isOn === isPresenting()) return;
  if (isOn) {
    root.dataset.presenting = '';
    root.requestFullscreen?.().catch(() => {});
  } else {
    delete root.dataset.presenting;
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }
}

// The browser has its own ways to leave full screen.
document.addEventListener('fullscreenchange', () => {
  if (!document.fullscreenElement) present(false);
});

/** @param {import('../replay/replay.js').Replay} replay */
export function createPresentation(replay) {
  const columns = replay.game.columns.slice(0, FIGURES);
  const players = replay.header.players.map(({ seat }) => {
    const figures = columns.map((key) => ({
      value: h('b'),
      label: h('small', { text: replay.localizer.t(key) }),
    }));
    const element = h(
      'li',
      {},
      seatBadge(seat),
      h('bdi', { text: singleLine(replay.name(seat), 40) }),
      h('span', { class: 'figures' }, ...figures.flatMap(({ value, label }) => [value, label])),
    );
    return { seat, element, figures };
  });
  const round = h('small', { class: 'round-shown' });
  const element = h(
    'section',
    { class: 'present', 'aria-label': t('present.title') },
    h('h1', { class: 'unseen', text: t('present.title') }),
    h('ul', {}, ...players.map((player) => player.element)),
    h(
      'div',
      { class: 'foot' },
      round,
      iconButton('x', t('present.end'), () => present(false), 'F'),
    ),
  );

  /** @param {import('../game.js').Step} step */
  function update(step) {
    if (!isPresenting()) return;
    setText(
      round,
      t('present.round', { n: formatNumber(step.round), all: formatNumber(replay.playback.last) }),
    );
    for (const { seat, element: player, figures } of players) {
      const score = replay.game.score(step.after, seat);
      for (const [index, { value }] of figures.entries()) setText(value, formatNumber(score.cells[index], 1));
      player.classList.toggle('out', score.out);
    }
  }
  return { element, update };
}
