/**
 * The task of a lesson: one line above the code, which unfolds to the whole text, the hints that were seen, and the
 * actions that are rarely needed.
 */

import { h, icon } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { drawBlocks } from 'wag/shell/help/draw.js';
import { parseMarkdown } from 'wag/shell/help/markdown.js';

/**
 * @param {{title: string, task: string, text: string, rounds: string}} texts `rounds` says how long a match is; it may be empty @param {HTMLElement} help what stands below the text
 * @param {{openManual: (place: import('../help/reader.js').DocumentPlace) => void, begin: (() => void)|null, isOpen: boolean}} host `begin` goes to the code; null if the code is not in the page
 */
export function createTask(texts, help, { openManual, begin, isOpen }) {
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'small',
      'aria-controls': 'task-text',
      onclick: () => show(body.hidden),
    },
    icon('chevron-down'),
    t('course.task'),
  );
  const [line] = drawBlocks(parseMarkdown(texts.task), () => {});
  const body = h(
    'article',
    { id: 'task-text', class: 'task-text doc', tabindex: '0', 'aria-label': t('course.task') },
    ...drawBlocks(parseMarkdown(texts.text), (topic, slug) => topic && openManual({ topic, slug })),
    texts.rounds !== '' && h('p', { text: texts.rounds }),
    begin &&
      h('button', {
        type: 'button',
        class: 'primary',
        text: t('course.toCode'),
        onclick: () => {
          show(false);
          begin();
        },
      }),
    help,
  );

  /** @param {boolean} whole */
  function show(whole) {
    body.hidden = !whole;
    toggle.setAttribute('aria-expanded', String(whole));
  }
  show(isOpen || !begin);
  return {
    elements: [
      h(
        'div',
        { class: 'task' },
        h('strong', { text: t('course.goal') }),
        h('span', { class: 'task-line' }, ...(line?.childNodes ?? [])),
        begin && toggle,
      ),
      body,
    ],
    /** Shows one line only. */
    fold: () => begin && show(false),
  };
}
