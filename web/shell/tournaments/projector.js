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

/** A place of the ranking; `name` is null while it is not shown yet. @typedef {{place: number, shown: string, name: string|null, points: number, most?: number, isFresh?: boolean}} RankedLine */
/** @typedef {{heading: string, progress: string, lines: RankedLine[]}} Ranking */

/** Returns a ranking for a projector; `end` closes it. @param {HTMLElement|null} end */
export function createRanking(end) {
  const heading = h('h1');
  const podium = h('ol', { class: 'podium' });
  const list = h('ol', { class: 'others', start: PODIUM + 1 });
  const progress = h('p');
  const element = h(
    'section',
    { class: 'projector', 'aria-label': t('tour.projector') },
    h('header', {}, heading, progress, end),
    podium,
    list,
  );

  /** @param {Ranking} ranking */
  function draw(ranking) {
    setText(progress, ranking.progress);
    setText(heading, ranking.heading);
    const others = ranking.lines.slice(PODIUM);
    const columns = Math.min(COLUMNS_MAX, Math.max(1, Math.ceil(others.length / ROWS_MAX)));
    const rows = Math.max(4, Math.ceil(others.length / columns));
    list.style.setProperty('--columns', String(columns));
    list.style.setProperty('--rows', String(rows));
    fill(podium, ...ranking.lines.slice(0, PODIUM).map(line));
    fill(list, ...others.slice(0, rows * columns).map(line));
  }
  return { element, draw };
}

/** @param {RankedLine} row */
function line({ place, shown, name, points, most, isFresh }) {
  return h(
    'li',
    { class: `place-${place} ${name === null ? 'covered' : ''} ${isFresh ? 'fresh' : ''}` },
    h('span', { class: 'place', text: shown }),
    h('bdi', { text: name === null ? '?' : singleLine(name, NAME_MAX) }),
    // A covered place is as high as a shown one.
    h('b', { text: name === null ? '\u00a0' : formatFixed(points, points % 1 ? 1 : 0) }),
    name !== null && most !== undefined && h('small', { text: t('tour.pointsOf', { n: most }) }),
  );
}

/** @param {() => void} close */
export function createProjector(close) {
  const ranking = createRanking(iconButton('x', t('present.end'), close, 'F'));

  /** @param {Details} table */
  function draw(table) {
    const [first] = table.players;
    const isDecided = first && table.matches >= table.matches_planned && table.players[1]?.place !== 1;
    ranking.draw({
      heading: isDecided ? t('tour.wins', { name: singleLine(first.name, NAME_MAX) }) : t('tour.ranking'),
      progress: t('tour.progress', { played: table.matches, planned: table.matches_planned }),
      lines: table.players.map(({ place, name, points, points_most: most }) => ({
        place,
        shown: formatNumber(place),
        name,
        points,
        most,
      })),
    });
  }
  return { element: ranking.element, draw };
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
