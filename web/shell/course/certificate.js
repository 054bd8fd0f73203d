/**
 * The page to print at the end of the course: the learner's name, the lessons and the day.
 */

import { h } from 'wag/shell/basics/dom.js';
import { language, t } from 'wag/shell/basics/i18n.js';
import { textsOf } from 'wag/shell/course/texts.js';

/** @param {import('../../generated/server.js').ListedLesson[]} lessons all lessons of the course, which are passed */
export function createCertificate(lessons) {
  const name = h('input', {
    type: 'text',
    maxlength: '60',
    autocomplete: 'off',
    'aria-label': t('certificate.name'),
  });
  const day = new Date().toLocaleDateString(language(), { year: 'numeric', month: 'long', day: 'numeric' });
  return h(
    'section',
    { class: 'certificate', 'aria-label': t('certificate.title') },
    h('h2', { text: t('certificate.title') }),
    h(
      'p',
      { class: 'certificate-name' },
      h('label', {}, h('span', { text: t('certificate.name') }), ' ', name),
    ),
    h('p', { text: t('certificate.text', { n: lessons.length, day }) }),
    h('ol', {}, ...lessons.map((lesson) => h('li', { text: textsOf(lesson).title }))),
    h('button', {
      type: 'button',
      class: 'primary',
      text: t('certificate.print'),
      onclick: () => window.print(),
    }),
  );
}
