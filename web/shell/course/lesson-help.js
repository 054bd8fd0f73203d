/**
 * Help with a lesson: the hints, one after the other, the solution behind a question, and a new beginning.
 */

import { api } from 'wag/shell/basics/api.js';
import { showConfirm } from 'wag/shell/basics/confirm.js';
import { fill, h, icon } from 'wag/shell/basics/dom.js';
import { inLanguage, t } from 'wag/shell/basics/i18n.js';
import { textsOf } from 'wag/shell/course/texts.js';
import { drawBlocks } from 'wag/shell/help/draw.js';
import { parseMarkdown } from 'wag/shell/help/markdown.js';
import { can } from 'wag/shell/page/me.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../generated/server.js').ListedLesson} ListedLesson */

/** Draws a hint. @param {string} hint */
export const drawHintText = (hint) => drawBlocks(parseMarkdown(hint), () => {});

/**
 * @param {import('../game.js').Game} game @param {ListedLesson} listed
 * @param {{notify: (text: string, bad?: boolean) => void, again: () => Promise<void>, onHint: (number: number, text: string) => void}} host `onHint` shows a hint that was asked for
 */
export function createHelp(game, listed, host) {
  const hints = h('ol', { class: 'course-hints', 'aria-label': t('course.hints') });
  const more = h('button', {
    type: 'button',
    class: 'hints',
    onclick: () =>
      attempt(async () => {
        const lesson = await api.nextHint(game.name, listed.id);
        showHints(lesson);
        const seen = textsOf(lesson).hints;
        host.onHint(seen.length, seen[seen.length - 1]);
      }),
  });
  const solution = h('div', {});

  /** @param {() => Promise<void>} act */
  async function attempt(act) {
    try {
      await act();
    } catch (error) {
      host.notify(errorText(error), true);
    }
  }

  /** @param {ListedLesson} lesson */
  function showHints(lesson) {
    const seen = textsOf(lesson).hints;
    fill(hints, ...seen.map((hint) => h('li', {}, ...drawHintText(hint))));
    hints.hidden = seen.length === 0;
    more.hidden = seen.length >= listed.hints;
    fill(
      more,
      icon('lightbulb'),
      t('course.hint', { number: Math.min(seen.length + 1, listed.hints), all: listed.hints }),
    );
  }

  const showSolution = () =>
    attempt(async () => {
      const code = inLanguage(await api.lessonSolution(game.name, listed.id));
      fill(
        solution,
        h(
          'pre',
          { class: 'doc-code', tabindex: '0', 'aria-label': t('course.solution') },
          h('code', { text: code }),
        ),
      );
      solution.scrollIntoView({ block: 'nearest' });
    });
  const askForSolution = () =>
    showConfirm(t('course.solution'), t('course.solutionAsk'), [
      { label: t('course.solutionShow'), act: showSolution },
    ]);
  const askAgain = () =>
    showConfirm(t('course.again'), t('course.againAsk', { file: singleLine(listed.file, 40) }), [
      { label: t('course.again'), act: () => attempt(host.again) },
    ]);
  showHints(listed);
  return {
    /** The button that shows the next hint. */
    more,
    element: h(
      'section',
      { class: 'course-help', 'aria-label': t('course.help') },
      hints,
      h(
        'div',
        { class: 'actions' },
        can('solutions') &&
          h('button', { type: 'button', text: t('course.solutionTeacher'), onclick: askForSolution }),
        h('button', { type: 'button', text: t('course.again'), onclick: askAgain }),
      ),
      solution,
    ),
  };
}
