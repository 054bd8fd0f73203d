/**
 * The tab of the course: the list of lessons with the learner's progress, or one lesson.
 */

import { api } from 'wag/shell/basics/api.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import {
  FIRST,
  openLinkedLesson,
  setLinkedLesson,
  takeWantedLesson,
} from 'wag/shell/course/linked-lesson.js';
import { createLesson } from 'wag/shell/course/lesson.js';
import { openLessonCode } from 'wag/shell/course/lesson-code.js';
import { createCertificate } from 'wag/shell/course/certificate.js';
import { createNeighbourButton } from 'wag/shell/course/neighbour.js';
import { textsOf } from 'wag/shell/course/texts.js';
import { can } from 'wag/shell/page/me.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';

/** @typedef {import('../../generated/server.js').CourseList} CourseList */
/** @typedef {import('../../generated/server.js').ListedLesson} ListedLesson */

/** The setting that keeps the open lesson; it is empty while the list is shown. */
const OPEN = 'lesson';
/** Returns the entry of the course of the first game. @param {import('../game.js').Game[]} games @returns {import('../setup/setups.js').Entry} */
export function courseEntry(games) {
  return {
    id: 'course',
    title: () => t('course.title'),
    runs: false,
    hasLessons: true,
    open: async (host) => {
      const tab = createCourseTab(games[0], host);
      await tab.show();
      return tab;
    },
  };
}

/** @param {import('../game.js').Game} game @param {import('../setup/setups.js').SetupHost} host */
function createCourseTab(game, host) {
  const element = h('div', { class: 'course' });
  /** @type {ReturnType<typeof createLesson>|null} */
  let lesson = null;
  let isStopped = false;
  const removeListener = host.onFiles((files) => lesson?.filesChanged(files));

  function leave() {
    lesson?.stop();
    lesson = null;
  }

  async function show() {
    const list = await api.course(game.name);
    if (isStopped) return;
    const wanted = takeWantedLesson();
    // Neither a link nor a reload begins a lesson, which writes a file: the address may be of another folder.
    const id = wanted ?? loadSetting(OPEN);
    const index = wanted === FIRST ? 0 : list.lessons.findIndex((one) => one.begun && one.id === id);
    if (list.lessons[index]) await openLesson(list, index);
    else showList(list);
  }

  /** @param {CourseList} list */
  function showList(list) {
    leave();
    host.showTitle(null);
    saveSetting(OPEN, '');
    setLinkedLesson(undefined);
    host.updateLink();
    const passed = list.lessons.filter((one) => one.progress.passed).length;
    const next = list.lessons.findIndex((one) => !one.progress.passed);
    const offeredMatch = list.lessons.find((one) => one.offers_match && one.progress.passed);
    const minutes = list.lessons.reduce((sum, one) => sum + one.minutes, 0);
    fill(
      element,
      h(
        'div',
        { class: 'setup' },
        h(
          'div',
          { class: 'setup-head' },
          h('h1', { tabindex: '-1', text: t('course.heading') }),
          h('p', {
            class: 'hint about',
            text: t('course.about', { n: list.lessons.length, hours: Math.round(minutes / 60) }),
          }),
        ),
        h(
          'div',
          { class: 'course-progress' },
          h('progress', { max: list.lessons.length, value: passed, 'aria-label': t('course.progress') }),
          h('span', { text: t('course.passedOf', { passed, all: list.lessons.length }) }),
          next >= 0 &&
            h('button', {
              type: 'button',
              class: 'primary',
              text: t(passed > 0 ? 'course.continue' : 'course.begin', { number: next + 1 }),
              onclick: () => go(list, next),
            }),
        ),
        next < 0 && h('p', { class: 'goal', role: 'status', text: t('course.finished') }),
        next < 0 && createCertificate(list.lessons),
        h(
          'ol',
          { class: 'course-list' },
          ...list.lessons.map((one, index) => item(one, () => go(list, index))),
        ),
        offeredMatch && createNeighbourButton(game.name, offeredMatch.file, host.run),
        ...(can('server') ? forTerminal(list) : []),
      ),
    );
  }

  /** @param {CourseList} list @param {number} index */
  const go = (list, index) => openLesson(list, index).catch((error) => host.notify(errorText(error), true));

  /** @param {CourseList} list @param {number} index */
  async function openLesson(list, index) {
    const { id } = list.lessons[index];
    const begun = await api.beginLesson(game.name, id, false);
    // The text of the lesson before is saved before its file may be opened again.
    await lesson?.save();
    const bench = await openLessonCode(game.name, begun.file, {
      notify: host.notify,
      check: () => lesson?.check(),
      openManual: host.openManual,
    });
    if (isStopped) return bench?.stop();
    leave();
    saveSetting(OPEN, id);
    setLinkedLesson(id);
    host.updateLink();
    lesson = createLesson(game, list.lessons[index], begun, bench, {
      notify: host.notify,
      openManual: host.openManual,
      again: async () => {
        const { old } = await api.beginLesson(game.name, id, true);
        openLinkedLesson(id);
        await show();
        if (old) host.notify(t('course.restarted', { old }));
      },
      all: () => void showCurrent(list),
      run: host.run,
      count: list.lessons.length,
      go: (by) => (list.lessons[index + by] ? () => void go(list, index + by) : null),
    });
    fill(element, lesson.element);
    host.showTitle(lesson.title);
    lesson.focus();
  }

  /** Shows the list again, with the current progress. @param {CourseList} list */
  async function showCurrent(list) {
    showList(await api.course(game.name).catch(() => list));
    element.querySelector('h1')?.focus();
  }

  return {
    element,
    show,
    /** @returns {import('../page/keys.js').Keys} */
    keys: () => lesson?.keys() ?? {},
    stop: () => {
      isStopped = true;
      removeListener();
      leave();
    },
  };
}

/** Returns the commands of the course, which a class server does not have. @param {CourseList} list */
const forTerminal = (list) => [
  h('p', { class: 'hint' }, t('course.terminal'), ' ', h('code', { text: list.command })),
  forTeachers(list),
];

/** Returns what teachers need to know. @param {CourseList} list */
function forTeachers({ command, unlock }) {
  const line = (/** @type {string} */ text, /** @type {string} */ code) =>
    h('p', {}, text, ' ', h('code', { text: code }));
  return h(
    'details',
    { class: 'teachers' },
    h('summary', { text: t('teachers.title') }),
    line(t('teachers.unlock'), unlock),
    line(t('teachers.solution'), `${command} 1 --solution`),
    line(t('teachers.own'), 'wag help lessons'),
    line(t('teachers.class'), 'wag help class'),
  );
}

/** Returns a lesson of the list. @param {ListedLesson} lesson @param {() => void} open */
function item(lesson, open) {
  const { progress } = lesson;
  const state = progress.passed ? 'passed' : progress.checks > 0 ? 'begun' : '';
  return h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: `course-item ${state}`, onclick: open },
      h('span', { class: 'number', text: String(lesson.number) }),
      h('strong', { text: textsOf(lesson).title }),
      h('span', { class: 'hint', text: t('course.minutes', { n: lesson.minutes }) }),
      state && h('span', { class: 'state', text: t(`course.${state}`) }),
    ),
  );
}
