/**
 * The answer to a check: one sentence with what follows from it, and beside it what the player printed.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { writeLink } from 'wag/shell/page/link.js';
import { drawProblem } from 'wag/shell/panels/problem.js';

/** @typedef {import('../../generated/server.js').CheckResult} CheckResult */
/** @typedef {import('../panels/problem.js').OpenManual} OpenManual */
/** @typedef {import('../panels/problem.js').Problem} Problem */

/** Names the match in which a goal was missed, if the check has several. @param {CheckResult} done */
function failedMatch({ passed, matches, all_matches: all, seed }) {
  if (passed || all < 2) return [];
  return [
    h('p', { class: 'hint', text: t('course.failedMatch', { number: matches, all, seed: seed ?? 0 }) }),
  ];
}

/** @param {ReturnType<typeof import('./goals.js').createGoals>} goals @param {string} file the learner's file @param {OpenManual} openManual */
export function createAnswer(goals, file, openManual) {
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
    h('div', { class: 'out' }, h('div', { class: 'out-heading' }, printedHeading, report), printed),
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
  function printNothing(words) {
    setText(printedHeading, t('course.output'));
    fill(printed, h('p', { class: 'hint', text: words }));
  }

  /** @param {CheckResult} done */
  function showCheck(done) {
    // A line of the learner's own file is named by the heading.
    const draw = (/** @type {Problem} */ problem, isNamed = false) =>
      drawProblem(isNamed ? { ...problem, place: null } : problem, openManual);
    const { unstarted, error, errors, uncalled, passed } = done;
    if (unstarted.length > 0) {
      const [{ problem }, ...others] = unstarted;
      const line = problem.place?.file === file ? problem.place.line : null;
      const words = line ? t('course.errorLine', { line }) : t('course.cannotStart');
      printNothing(t('course.noRun'));
      return show('bad', words, draw(problem, line !== null), ...others.map((one) => draw(one.problem)));
    }
    const more = uncalled.map((one) => draw(one));
    if (error)
      return show('bad', t('course.error', { round: error.round ?? 1, n: errors }), draw(error), ...more);
    const words = t(passed ? 'course.isPassed' : 'course.notYet');
    const finished = passed && done.finished && h('p', { text: t('course.finished') });
    return show(passed ? 'good' : '', words, goals.list, ...failedMatch(done), finished, ...more);
  }

  show('', '', goals.list);
  printNothing(t('course.noOutput'));
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
