/**
 * The large ranking of a tournament for a projector: a podium, then places, names and points, as large as they fit. It
 * fills the screen in presentation mode, or covers the page for a while between two matches.
 */

import { fill, h, iconButton, setText } from 'wag/shell/basics/dom.js';
import { formatFixed, formatNumber, t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../generated/server.js').TournamentTable} Details */

/** The number of places on the podium. */
const PODIUM = 3;
/** With more rows than this, the list has several columns. */
const ROWS_MAX = 8;
const COLUMNS_MAX = 4;
/** The maximum length of a name, which wraps. */
const NAME_MAX = 60;
/** Duration for which the ranking is shown between two matches, in milliseconds. */
const INTERLUDE = 8000;

/** @param {() => void} close */
export function createProjector(close) {
  const heading = h('h1');
  const podium = h('ol', { class: 'podium' });
  const list = h('ol', { class: 'others', start: PODIUM + 1 });
  const progress = h('p');
  const element = h(
    'section',
    { class: 'projector', 'aria-label': t('tour.projector') },
    h('header', {}, heading, progress, iconButton('x', t('present.end'), close, 'F')),
    podium,
    list,
  );

  /** @param {Details} table */
  function draw(table) {
    progress.textContent = t('tour.progress', { played: table.matches, planned: table.matches_planned });
    const [first] = table.players;
    const isDecided = first && table.matches >= table.matches_planned && table.players[1]?.place !== 1;
    setText(
      heading,
      isDecided ? t('tour.wins', { name: singleLine(first.name, NAME_MAX) }) : t('tour.ranking'),
    );
    const others = table.players.slice(PODIUM);
    const columns = Math.min(COLUMNS_MAX, Math.max(1, Math.ceil(others.length / ROWS_MAX)));
    const rows = Math.max(4, Math.ceil(others.length / columns));
    list.style.setProperty('--columns', String(columns));
    list.style.setProperty('--rows', String(rows));
    fill(podium, ...table.players.slice(0, PODIUM).map(line));
    fill(list, ...others.slice(0, rows * columns).map(line));
  }
  return { element, draw };
}

/** @param {import('../../generated/tournament.js').TournamentRow} row */
function line(row) {
  return h(
    'li',
    { class: `place-${row.place}` },
    h('span', { class: 'place', text: formatNumber(row.place) }),
    h('bdi', { text: singleLine(row.name, NAME_MAX) }),
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
