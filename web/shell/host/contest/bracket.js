/**
 * The stages of a final, one beside the other: who meets whom, and who leads in each meeting.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { formatFixed, t } from 'wag/shell/basics/i18n.js';
import { nameOf } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';

/** @typedef {import('../requests.js').Bracket} Bracket */

/** @param {string} id of the contest */
export function createBracket(id) {
  const place = h('div', {});
  const element = h(
    'section',
    { class: 'panel', 'aria-label': t('host.bracket'), hidden: true },
    h('h2', { text: t('host.bracket') }),
    place,
  );
  /** @param {import('../requests.js').Contest} contest */
  async function update(contest) {
    const isInStages = (contest.form ?? 'all') !== 'all' && (contest.progress?.all ?? 0) > 0;
    element.hidden = !isInStages;
    if (isInStages) fill(place, drawBracket(await requests.bracket(id)));
  }
  return {
    element,
    update: (/** @type {import('../requests.js').Contest} */ now) => void update(now).catch(() => {}),
  };
}

/** @param {Bracket} bracket */
export function drawBracket(bracket) {
  return h(
    'div',
    { class: 'bracket' },
    ...bracket.stages.map((stage) =>
      h(
        'ol',
        { class: 'bracket-stage', 'aria-label': t('host.stage', { n: stage.number }) },
        h('li', { class: 'hint', text: t('host.stage', { n: stage.number }) }),
        ...stage.meetings.map(drawMeeting),
      ),
    ),
  );
}

/** @param {Bracket['stages'][0]['meetings'][0]} meeting */
function drawMeeting({ players }) {
  const player = (/** @type {typeof players[0]} */ { name, score, leads }) =>
    h(
      'span',
      { class: leads ? 'leads' : '' },
      nameOf(name ?? t('host.formerPlayer')),
      score !== null && h('b', { text: formatFixed(score, score % 1 ? 1 : 0) }),
    );
  return h('li', { class: 'meeting' }, ...players.map(player));
}
