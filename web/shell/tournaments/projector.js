/**
 * The large ranking of a tournament for a projector: places, names and points, as large as they fit. It fills the
 * screen in presentation mode, or covers the page for a while between two matches.
 */

import { fill, h, iconButton } from 'wag/shell/basics/dom.js';
import { formatFixed, formatNumber, t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../generated/server.js').TournamentTable} Details */

/** With more rows than this, the list has several columns. */
const ROWS_MAX = 12;
const COLUMNS_MAX = 4;
/** Duration for which the ranking is shown between two matches, in milliseconds. */
const INTERLUDE = 8000;

/** @param {() => void} close */
export function createProjector(close) {
  const list = h('ol');
  const progress = h('p');
  const element = h(
    'section',
    { class: 'projector', 'aria-label': t('tour.projector') },
    h(
      'header',
      {},
      h('h1', { text: t('tour.ranking') }),
      progress,
      iconButton('x', t('present.end'), close, 'F'),
    ),
    list,
  );

  /** @param {Details} table */
  function draw(table) {
    progress.textContent = t('tour.progress', { played: table.matches, planned: table.matches_planned });
    const columns = Math.min(COLUMNS_MAX, Math.max(1, Math.ceil(table.players.length / ROWS_MAX)));
    const rows = Math.max(4, Math.ceil(table.players.length / columns));
    list.style.setProperty('--columns', String(columns));
    list.style.setProperty('--rows', String(rows));
    fill(list, ...table.players.slice(0, rows * columns).map(line));
  }
  return { element, draw };
}

/** @param {import('../../generated/tournament.js').TournamentRow} row */
function line(row) {
  return h(
    'li',
    {},
    h('span', { class: 'place', text: formatNumber(row.place) }),
    h('bdi', { text: singleLine(row.name, 40) }),
    h('b', { text: formatFixed(row.points, row.points % 1 ? 1 : 0) }),
    h('small', { text: t('tour.pointsOf', { n: row.points_most }) }),
  );
}

/** Shows the ranking over the page for a while, then continues; closing it continues at once. @param {Details} table @param {() => void} proceed */
export function showInterlude(table, proceed) {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    window.clearTimeout(timer);
    projector.element.remove();
    proceed();
  };
  const projector = createProjector(end);
  projector.element.classList.add('interlude');
  projector.draw(table);
  document.body.append(projector.element);
  const timer = window.setTimeout(end, INTERLUDE);
}
