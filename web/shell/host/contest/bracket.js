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
    ...bracket.stages.map((stage) => {
      const name = stageName(bracket, stage);
      return h(
        'ol',
        { class: 'bracket-stage', 'aria-label': name },
        h('li', { class: 'hint', text: name }),
        ...stage.meetings.map(drawMeeting),
      );
    }),
  );
}

/** Returns what a stage is called. Groups come before the knockout; a meeting without a winner is played again in a stage of its own. @param {Bracket} bracket @param {Bracket['stages'][0]} stage */
function stageName({ form, stages }, stage) {
  if (form !== 'bracket') return t('host.stage', { n: stage.number });
  const knockout = stages.slice(hasGroups(stages) ? 1 : 0);
  const at = knockout.indexOf(stage);
  if (at < 0) return t('host.groups');
  if (at > 0 && isReplay(stage, knockout[at - 1])) return t('host.playedAgain');
  if (stage.meetings.length === 1 && stages[0] !== stage) return t('host.finalStage');
  const rounds = knockout.slice(0, at + 1).filter((one, index) => !isReplay(one, knockout[index - 1]));
  return t('host.knockout', { n: rounds.length });
}

/** Returns the players of a meeting, as text. @param {Bracket['stages'][0]['meetings'][0]} meeting */
const pairOf = ({ players }) =>
  players
    .map(({ entry, name }) => entry ?? name ?? '')
    .sort()
    .join(' ');

/** @param {Bracket['stages'][0]} stage @param {Bracket['stages'][0]|undefined} before */
const isReplay = (stage, before) =>
  before !== undefined &&
  stage.meetings.every((one) => before.meetings.some((other) => pairOf(one) === pairOf(other)));

/** Returns whether somebody meets two others in the first stage. @param {Bracket['stages']} stages */
function hasGroups([first]) {
  const all = (first?.meetings ?? []).flatMap((one) => one.players.map(({ entry }) => entry));
  const known = all.filter((entry) => entry !== null);
  return new Set(known).size < known.length;
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
