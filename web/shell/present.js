/**
 * Presentation mode: the board fills the screen, with large names and figures of all players beside or above it, and no panels.
 */

import { seatBadge } from 'wag/shell/badge.js';
import { h, iconButton, say } from 'wag/shell/dom.js';
import { number, t } from 'wag/shell/i18n.js';
import { short } from 'wag/shell/text.js';

/** Number of figures per player that can be read from afar. */
const FIGURES = 2;

const root = document.documentElement;

export const isPresenting = () => root.dataset.presenting !== undefined;

/** Turns presentation mode on or off. If the browser does not allow full screen, the mode fills only the page. @param {boolean} wanted */
export function present(wanted) {
  if (wanted === isPresenting()) return;
  if (wanted) {
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

/** @param {import('./replay.js').Replay} replay */
export function createPresentation(replay) {
  const columns = replay.game.columns.slice(0, FIGURES);
  const players = replay.header.players.map(({ seat }) => {
    const figures = columns.map((key) => ({ value: h('b'), label: h('small', { text: replay.talk.t(key) }) }));
    const element = h('li', {}, seatBadge(seat), h('bdi', { text: short(replay.name(seat), 40) }),
      h('span', { class: 'figures' }, ...figures.flatMap(({ value, label }) => [value, label])));
    return { seat, element, figures };
  });
  const round = h('small', { class: 'round-shown' });
  const element = h('section', { class: 'present', 'aria-label': t('present.title') },
    h('h1', { class: 'unseen', text: t('present.title') }), h('ul', {}, ...players.map((player) => player.element)),
    h('div', { class: 'foot' }, round, iconButton('close', t('present.end'), () => present(false), 'F')));

  /** @param {import('./game.js').Step} step */
  function update(step) {
    if (!isPresenting()) return;
    say(round, t('present.round', { n: number(step.round), all: number(replay.playback.last) }));
    for (const { seat, element: player, figures } of players) {
      const score = replay.game.score(step.after, seat);
      for (const [index, { value }] of figures.entries()) say(value, number(score.cells[index], 1));
      player.classList.toggle('out', score.out);
    }
  }
  return { element, update };
}
