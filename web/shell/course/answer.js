/**
 * The answer to a check: one sentence with what follows from it, and beside it what the player printed.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { writeLink } from 'wag/shell/page/link.js';
import { drawProblem } from 'wag/shell/panels/problem.js';

/** @typedef {import('../../generated/server.js').CheckResult} CheckResult */
/** @typedef {import('../panels/problem.js').OpenManual} OpenManual */

/** @param {ReturnType<typeof import('./goals.js').createGoals>} goals @param {OpenManual} openManual */
export function createAnswer(goals, openManual) {
  const heading = h('h2', {});
  const body = h('div', { class: 'answer-body' });
  const sentence = h(
    'section',
    { class: 'answer', role: 'status', tabindex: '0', 'aria-label': t('course.answer') },
    heading,
    body,
  );
  const printedHeading = h('h2', { text: t('course.output') });
  const report = h('a', { class: 'note', text: t('course.report'), hidden: true });
  const printed = h('div', { class: 'printed' });
  const element = h(
    'div',
    { class: 'answers' },
    sentence,
    h(
      'section',
      { class: 'out', 'aria-label': t('course.output') },
      h('div', { class: 'out-heading' }, printedHeading, report),
      printed,
    ),
  );

  /** @param {''|'good'|'bad'} kind @param {string} words @param {...import('../basics/dom.js').Child} parts */
  function show(kind, words, ...parts) {
    sentence.className = `answer ${kind}`;
    heading.hidden = words === '';
    setText(heading, words);
    fill(body, ...parts);
    goals.summary.hidden = parts.includes(goals.list);
    sentence.scrollTop = 0;
  }

  /** Says that nothing was printed, and why. @param {string} words */
  function printedNothing(words) {
    setText(printedHeading, t('course.output'));
    fill(printed, h('p', { class: 'hint', text: words }));
  }

  /** @param {CheckResult} done @param {boolean} isLast */
  function showCheck(done, isLast) {
    const draw = (/** @type {import('../panels/problem.js').Problem} */ problem) =>
      drawProblem(problem, openManual);
    const { unstarted, error, errors, uncalled, passed } = done;
    if (unstarted.length > 0) {
      const [{ problem }, ...others] = unstarted;
      const { place } = problem;
      const words = place ? t('course.errorLine', { line: place.line }) : t('course.cannotStart');
      printedNothing(t('course.noRun'));
      return show('bad', words, draw(problem), ...others.map((one) => draw(one.problem)));
    }
    if (error)
      return show(
        'bad',
        t('course.error', { round: error.round ?? 1, n: errors }),
        draw(error),
        ...uncalled.map(draw),
      );
    const words = passed ? t(isLast ? 'course.finished' : 'course.isPassed') : t('course.notYet');
    return show(passed ? 'good' : '', words, goals.list, ...uncalled.map(draw));
  }

  show('', '', goals.list);
  printedNothing(t('course.noOutput'));
  return {
    element,
    show,
    showCheck,
    /** Shows the output of a match, which changes by itself. @param {HTMLElement} text @param {string} replay */
    showOutput: (text, replay) => {
      fill(printed, text);
      report.href = writeLink({ replay, round: 0 });
      report.hidden = false;
    },
    /** @param {number} round */
    setRound: (round) => setText(printedHeading, t('course.outputOf', { round })),
  };
}
