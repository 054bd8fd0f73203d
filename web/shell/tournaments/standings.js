/**
 * The ranking of a tournament and the head-to-head table, whose cells open the matches behind them.
 */

import { fill, h } from 'wag/shell/dom.js';
import { fixed, hasWords, number, t } from 'wag/shell/i18n.js';
import { faultText } from 'wag/shell/retold.js';
import { clean, short } from 'wag/shell/text.js';

/** @typedef {import('../api.js').TournamentTable} Told */
/** @typedef {import('../api.js').TournamentRow} Row */
/** @typedef {(between: import('./open-tournament.js').Between) => void} Open */

const COLUMNS = ['possible', 'points', 'rating', 'games', 'mean', 'wins', 'errors', 'time'];

/** @param {HTMLElement} place @param {Told} told @param {Open} open */
export function drawRanking(place, told, open) {
  const digits = told.method === 'Glicko-2' ? 0 : 1;
  const line = (/** @type {Row} */ row) => h('tr', {},
    h('td', { class: 'place', text: number(row.place) }),
    h('th', { scope: 'row' }, h('button', { type: 'button', class: 'link', 'data-key': JSON.stringify([row.name]), title: t('tour.matchesOf', { name: short(row.name, 60) }), onclick: () => open({ player: row.name }) }, h('bdi', { text: short(row.name, 40) })), row.games > 0 && row.forfeits === row.games ? h('span', { class: 'state', text: ` ${t('forfeit')}` }) : ''),
    ...cellsOf(row, digits).map((text) => h('td', { text })));
  fill(place, h('table', { class: 'tour-table' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col', text: t('end.place') }), h('th', { scope: 'col', text: t('score.player') }), ...COLUMNS.map((name) => h('th', { scope: 'col', text: t(`tour.column.${name}`) })))),
    h('tbody', {}, ...told.players.map(line))));
}

/** Returns the cells of a row, in the order of the columns. @param {Row} row @param {number} digits number of decimals of ratings */
function cellsOf(row, digits) {
  return [
    row.place_best === row.place_worst ? number(row.place_best) : `${number(row.place_best)}–${number(row.place_worst)}`,
    `${fixed(row.points, 1)} / ${number(row.points_most)}`,
    `${fixed(row.rating, digits)} ± ${fixed(row.rating_ci95, digits)}`,
    number(row.games),
    row.mean_place === null ? '–' : fixed(row.mean_place, 2),
    number(row.wins),
    number(row.faults),
    row.games === 0 ? '–' : fixed(row.turn_ms_mean, 2),
  ];
}

/** @param {HTMLElement} place @param {Told} told @param {Open} open */
export function drawVersus(place, told, open) {
  // If there are many players, the server sends only the best ones.
  const { versus } = told;
  const players = told.players.slice(0, versus.length);
  const names = players.map(({ name }) => short(name, 24));
  const cell = (/** @type {number} */ one, /** @type {number} */ other) => {
    const met = versus[one]?.[other];
    if (!met) return h('td', { class: 'none', text: '–' });
    const share = `${number(100 * met[0])} %`;
    return h('td', {}, h('button', {
      type: 'button', class: `versus h${Math.round(10 * met[0])}`, text: share, 'data-key': JSON.stringify([players[one].name, players[other].name]),
      'aria-label': t('tour.cell', { one: names[one], other: names[other], share, n: met[1] }), onclick: () => open({ player: players[one].name, against: players[other].name }),
    }));
  };
  fill(place, h('table', { class: 'tour-table tour-versus' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col', text: t('score.player') }), ...names.map((text) => h('th', { scope: 'col' }, h('bdi', { text }))))),
    h('tbody', {}, ...players.map((_, one) => h('tr', {}, h('th', { scope: 'row' }, h('bdi', { text: names[one] })), ...players.map((__, other) => cell(one, other)))))));
}

/** Returns a sentence per player with faults: their number, and the first one. @param {Told} told */
export function failuresOf({ players }) {
  return players.filter((row) => row.first_fault !== null).map((row) => {
    const { faults: n, first_fault_kind: kind, first_fault_round: round, first_fault_match: match } = row;
    const words = hasWords(`fault.${kind}`) ? t(`fault.${kind}`) : t('tour.noStart');
    const at = round === null ? t('tour.inMatch', { match: match ?? 0 }) : t('tour.inRound', { round, match: match ?? 0 });
    return t('tour.failure', { name: short(row.name, 40), n, at, kind: words, message: clean(faultText({ kind, message: row.first_fault }).slice(0, 400)) });
  });
}
