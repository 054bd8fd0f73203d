/**
 * The table of a contest: places as far as the results allow, points, matches and faults.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatFixed, formatNumber, t } from 'wag/shell/basics/i18n.js';
import { nameOf, placesText, plainName, table } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';

/** @typedef {import('../requests.js').TableRow} TableRow */

/** @param {string} id of the contest @param {((row: TableRow) => void)|null} onChoose */
export function createContestTable(id, onChoose) {
  const place = h('div', {});
  const title = h('h2', { text: t('host.table') });
  const hint = h('p', { class: 'hint' });
  const about = h('p', { class: 'hint' });
  const element = h('section', { class: 'panel', 'aria-label': t('host.table') }, title, hint, place, about);

  async function draw() {
    const { stage, rows, hidden_until_release: isHidden, entries } = await requests.table(id);
    const isCovered = isHidden && rows.length < (entries ?? rows.length + 1);
    setText(title, t(stage === 'final' ? 'host.tableFinal' : 'host.tablePractice'));
    setText(hint, isCovered ? t('host.hiddenUntil') : rows.length === 0 ? t('host.tableEmpty') : '');
    setText(about, rows.length === 0 ? '' : t(stage === 'final' ? 'host.aboutFinal' : 'host.aboutPractice'));
    fill(
      place,
      rows.length > 0 &&
        table(
          t('host.table'),
          HEADS(),
          rows.map((row) => cells(row, onChoose)),
          'ranking',
        ),
    );
  }
  return {
    element,
    update: () => void draw().catch((error) => setText(hint, error.message)),
  };
}

const HEADS = () =>
  ['player', 'placeHead', 'points', 'strength', 'matches', 'won', 'drawn', 'lost', 'faults'].map((key) =>
    t(`host.${key}`),
  );

/** @param {TableRow} row @param {((row: TableRow) => void)|null} onChoose */
function cells(row, onChoose) {
  const { score, points, low, high } = row;
  const title = t('tour.matchesOf', { name: plainName(row.name) });
  return [
    onChoose
      ? h('button', { type: 'button', class: 'link', title, onclick: () => onChoose(row) }, nameOf(row.name))
      : nameOf(row.name),
    placesText(row),
    formatFixed(score, score % 1 ? 1 : 0),
    points === null
      ? '–'
      : h(
          'span',
          {},
          formatFixed(points, 1),
          low !== null &&
            high !== null &&
            h('small', { class: 'hint', text: ` (${formatFixed(low, 1)} – ${formatFixed(high, 1)})` }),
        ),
    ...[row.matches, row.won, row.drawn, row.lost, row.faults].map((value) => formatNumber(value)),
  ];
}
