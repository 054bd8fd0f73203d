/**
 * The goals of a lesson: as a list with what was measured, and as a row of signs for when the list has no place.
 */

import { fill, h, icon } from 'wag/shell/basics/dom.js';
import { formatNumber, inLanguage, t } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../../generated/course.js').GoalReport} GoalReport */

/** Icons of goals that were checked. */
const ICONS = { reached: 'circle-check', missed: 'circle-x' };

/** @param {string[]} sentences */
export function createGoals(sentences) {
  const list = h('ul', { class: 'goals', 'aria-label': t('course.goals') });
  const summary = h('span', { class: 'goal-signs' });

  /** @param {GoalReport[]} reports */
  function show(reports) {
    // The last goal may have no sentence of its own, no errors: it is worth a line only if it is missed.
    const isMissed = reports.length > sentences.length && !reports[sentences.length].reached;
    const all = isMissed ? [...sentences, t('course.noErrors')] : sentences;
    const reached = reports.slice(0, all.length).filter((one) => one.reached).length;
    fill(list, ...all.map((sentence, index) => goal(sentence, reports[index])));
    fill(
      summary,
      ...all.map((_, index) => sign(stateOf(reports[index]))),
      h('span', { class: 'hint', text: t('course.goalsOf', { reached, all: all.length }) }),
    );
  }
  show([]);
  return { list, summary, show };
}

/** @param {GoalReport|undefined} report */
const stateOf = (report) => (report ? (report.reached ? 'reached' : 'missed') : 'open');

/** @param {'reached'|'missed'|'open'} state */
function sign(state) {
  const drawing = state === 'open' ? null : icon(ICONS[state]);
  return h('span', { class: `goal-sign ${state}`, 'aria-hidden': 'true' }, drawing);
}

/** @param {string} sentence @param {GoalReport|undefined} report */
function goal(sentence, report) {
  const state = stateOf(report);
  return h(
    'li',
    { class: state },
    sign(state),
    h(
      'span',
      {},
      report && h('span', { class: 'unseen', text: `${t(`course.${state}`)}: ` }),
      sentence,
      report && h('small', { text: ` ${measured(report)}` }),
    ),
    report && Object.keys(report.measured).length > 0 && h('p', { text: inLanguage(report.measured) }),
  );
}

/** Returns what was measured as text. @param {GoalReport} report */
function measured({ reached, count, at_least: least, at_most: most, void: isVoid }) {
  if (isVoid) return t('course.countVoid');
  const values = {
    count: formatNumber(count),
    least: formatNumber(least ?? 0),
    most: formatNumber(most ?? 0),
  };
  if (least !== null && most === null) return reached ? values.count : t('course.countLeast', values);
  if (reached) return least === null ? '' : values.count;
  if (least !== null) return t(least === most ? 'course.countExact' : 'course.countRange', values);
  return t('course.countMost', values);
}
