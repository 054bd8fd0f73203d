/**
 * The chips at the edge of the board: one per player in order of rank, with its figure, its share of the leader's figure, and
 * its other figures. Pressing one shows the player's output.
 */

import { h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { seatColor } from 'wag/shell/basics/seats.js';
import { prefersReducedMotion } from 'wag/shell/basics/theme.js';
import { isAtEnd, ownSeat, ranked } from 'wag/shell/match/lead.js';
import { createPortrait } from 'wag/shell/match/portrait.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../game.js').Step} Step */

/** With more players than this, a chip is one line. */
const TALL_MAX = 6;
/** Number of figures below the first one; the tab with the figures shows all. */
const MORE_FIGURES = 1;
/** Duration of a change of places, in milliseconds. */
const MOVE_MS = 200;

/** @param {Replay} replay @param {string} [label] if the page has several groups of chips */
export function createChips(replay, label = t('score.title')) {
  const { players } = replay.header;
  const own = ownSeat(replay);
  const chips = new Map(players.map(({ seat }) => [seat, createChip(replay, seat, seat === own)]));
  const list = h('ol', { class: 'player-chips' });
  const element = h('section', { class: 'chips', 'aria-label': label }, list);
  element.classList.toggle('many', players.length > TALL_MAX);
  let order = '';

  /** @param {Step} step */
  function update(step) {
    const ranks = ranked(replay, step);
    const most = Math.max(1, ...ranks.map(({ value }) => value));
    for (const one of ranks) chips.get(one.seat)?.update(step, one, Math.max(0, one.value) / most);
    const next = ranks.map(({ seat }) => seat).join();
    if (next === order) return;
    const isFirst = order === '';
    order = next;
    arrange(
      ranks.flatMap(({ seat }) => chips.get(seat)?.element ?? []),
      isFirst,
    );
  }

  /** Puts the chips in a new order, in which each moves from its old place. @param {HTMLElement[]} sorted @param {boolean} isFirst */
  function arrange(sorted, isFirst) {
    const before = new Map(sorted.map((chip) => [chip, chip.getBoundingClientRect()]));
    const focused = document.activeElement;
    list.replaceChildren(...sorted);
    if (focused instanceof HTMLElement && list.contains(focused)) focused.focus();
    if (isFirst || prefersReducedMotion()) return;
    for (const chip of sorted) {
      const from = before.get(chip);
      const to = chip.getBoundingClientRect();
      if (!from || (from.x === to.x && from.y === to.y)) continue;
      chip.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, {}], {
        duration: MOVE_MS,
        easing: 'ease-out',
      });
    }
  }

  return { element, update };
}

/** @param {Replay} replay @param {number} seat @param {boolean} isOwn */
function createChip(replay, seat, isOwn) {
  const columns = replay.game.columns;
  const portrait = createPortrait(replay.game, seat);
  const figure = h('strong', { class: 'figure' });
  const rank = h('small', { class: 'rank' });
  const state = h('span', { class: 'state' });
  const bar = h('i');
  const more = columns.slice(1, 1 + MORE_FIGURES).map((key) => ({
    value: h('b'),
    label: replay.localizer.t(key),
  }));
  const button = h(
    'button',
    { type: 'button', class: 'player-chip', title: t('score.choose'), onclick: () => replay.showSeat(seat) },
    h(
      'span',
      { class: 'name' },
      portrait.element,
      h('bdi', { text: replay.name(seat) }),
      isOwn && h('b', { class: 'you', text: t('score.you') }),
    ),
    h('span', { class: 'value' }, figure, state, rank),
    h('span', { class: 'lead', 'aria-hidden': 'true' }, bar),
    h(
      'span',
      { class: 'more' },
      ...more.map(({ value, label }) => h('span', { title: label }, `${label} `, value)),
    ),
  );
  button.style.setProperty('--light', seatColor(seat, false));
  button.style.setProperty('--dark', seatColor(seat, true));
  const element = h('li', {}, button);

  /** @param {Step} step @param {import('./lead.js').Ranked} ranked @param {number} share of the leader's value */
  function update(step, ranked, share) {
    const { cells, out } = replay.game.score(step.after, seat);
    portrait.update();
    setText(figure, cells.length > 0 ? formatNumber(cells[0], 1) : '');
    for (const [index, { value }] of more.entries()) setText(value, formatNumber(cells[index + 1] ?? 0, 1));
    const { forfeit } = replay.header.players.find((player) => player.seat === seat) ?? {};
    const won = isAtEnd(replay, step) && replay.header.winners?.includes(seat);
    const word = forfeit ? t('forfeit') : won ? t('score.winner') : out ? t('score.out') : '';
    setText(state, word);
    setText(rank, word ? '' : t('score.rank', { n: ranked.rank }));
    bar.style.width = `${share * 100}%`;
    button.classList.toggle('first', ranked.rank === 1);
    button.classList.toggle('out', out);
    button.setAttribute('aria-pressed', String(replay.seat === seat));
  }
  return { element, update };
}
