/**
 * The ranking of a tournament and the head-to-head table, whose cells open the matches behind them.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { formatFixed, formatNumber, hasText, inLanguage, t } from 'wag/shell/basics/i18n.js';
import { messageOf, sentenceOf } from 'wag/shell/panels/problem.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../generated/server.js').TournamentTable} Details */
/** @typedef {import('../../generated/tournament.js').TournamentRow} Row */
/** @typedef {(between: import('./open-tournament.js').MatchFilter) => void} Open */

const COLUMNS = ['possible', 'points', 'rating', 'games', 'mean', 'wins', 'errors', 'time'];

/** @param {HTMLElement} place @param {Details} details @param {Open} open */
export function drawRanking(place, details, open) {
  const digits = details.method === 'Glicko-2' ? 0 : 1;
  const line = (/** @type {Row} */ row) =>
    h(
      'tr',
      {},
      h('td', { class: 'place', text: formatNumber(row.place) }),
      h(
        'th',
        { scope: 'row' },
        h(
          'button',
          {
            type: 'button',
            class: 'link',
            'data-key': JSON.stringify([row.name]),
            title: t('tour.matchesOf', { name: singleLine(row.name, 60) }),
            onclick: () => open({ player: row.name }),
          },
          h('bdi', { text: singleLine(row.name, 40) }),
        ),
        row.status === 'withdrawn' ? h('span', { class: 'state', text: ` ${t('tour.withdrawn')}` }) : '',
        row.games > 0 && row.forfeits === row.games
          ? h('span', { class: 'state', text: ` ${t('forfeit')}` })
          : '',
      ),
      ...cellsOf(row, digits).map((text) => h('td', { text })),
    );
  fill(
    place,
    h(
      'table',
      { class: 'tour-table' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col', text: t('end.place') }),
          h('th', { scope: 'col', text: t('score.player') }),
          ...COLUMNS.map((name) => h('th', { scope: 'col', text: t(`tour.column.${name}`) })),
        ),
      ),
      h('tbody', {}, ...details.players.map(line), ...details.cannot_play.map(refusedLine)),
    ),
  );
}

/** Returns the row of a submission that cannot play. @param {import('../../generated/tournament.js').CannotPlayRow} row */
function refusedLine(row) {
  const why = sanitize(inLanguage(row.reason_texts ?? row.reason).slice(0, 400));
  return h(
    'tr',
    { class: 'cannot-play' },
    h('td', { class: 'place', text: '–' }),
    h('th', { scope: 'row' }, h('bdi', { text: singleLine(row.name, 40) })),
    h('td', { colspan: COLUMNS.length, text: t('tour.cannotPlay', { why }) }),
  );
}

/** Returns the cells of a row, in the order of the columns. @param {Row} row @param {number} digits number of decimals of ratings */
function cellsOf(row, digits) {
  return [
    row.place_best === row.place_worst
      ? formatNumber(row.place_best)
      : `${formatNumber(row.place_best)}–${formatNumber(row.place_worst)}`,
    `${formatFixed(row.points, 1)} / ${formatNumber(row.points_most)}`,
    `${formatFixed(row.rating, digits)} ± ${formatFixed(row.rating_ci95, digits)}`,
    formatNumber(row.games),
    row.mean_place === null ? '–' : formatFixed(row.mean_place, 2),
    formatNumber(row.wins),
    formatNumber(row.faults),
    row.games === 0 ? '–' : formatFixed(row.turn_ms_mean, 2),
  ];
}

/** @param {HTMLElement} place @param {Details} details @param {Open} open */
export function drawHeadToHead(place, details, open) {
  // If there are many players, the server sends only the best ones.
  const { versus } = details;
  const players = details.players.slice(0, versus.length);
  const names = players.map(({ name }) => singleLine(name, 24));
  const cell = (/** @type {number} */ one, /** @type {number} */ other) => {
    const matches = versus[one]?.[other];
    if (!matches) return h('td', { class: 'none', text: '–' });
    const share = `${formatNumber(100 * matches[0])} %`;
    return h(
      'td',
      {},
      h('button', {
        type: 'button',
        class: `versus h${Math.round(10 * matches[0])}`,
        text: share,
        'data-key': JSON.stringify([players[one].name, players[other].name]),
        'aria-label': t('tour.cell', { one: names[one], other: names[other], share, n: matches[1] }),
        onclick: () => open({ player: players[one].name, against: players[other].name }),
      }),
    );
  };
  fill(
    place,
    h(
      'table',
      { class: 'tour-table tour-versus' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col', text: t('score.player') }),
          ...names.map((text) => h('th', { scope: 'col' }, h('bdi', { text }))),
        ),
      ),
      h(
        'tbody',
        {},
        ...players.map((_, one) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, h('bdi', { text: names[one] })),
            ...players.map((__, other) => cell(one, other)),
          ),
        ),
      ),
    ),
  );
}

/** Returns a sentence per player with faults: their number, and the first one. @param {Details} details */
export function failuresOf({ players }) {
  return players
    .filter((row) => row.first_problem !== null)
    .map((row) => {
      const { faults: n, first_fault_round: round, first_fault_match: match } = row;
      const problem = row.first_problem ?? { kind: '', message: '' };
      const { kind } = problem;
      const words = hasText(`fault.${kind}`) ? t(`fault.${kind}`) : t('tour.noStart');
      const at =
        round === null
          ? t('tour.inMatch', { match: match ?? 0 })
          : t('tour.inRound', { round, match: match ?? 0 });
      return t('tour.failure', {
        name: singleLine(row.name, 40),
        n,
        at,
        kind: words,
        message: [messageOf(problem), sentenceOf(problem)].filter(Boolean).join(' · '),
      });
    });
}
