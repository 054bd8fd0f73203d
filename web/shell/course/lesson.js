/**
 * A lesson: its text, its goals and their check, hints and the solution; beside them the board and the match of the last check.
 */

import { api } from 'wag/shell/basics/api.js';
import { showConfirm } from 'wag/shell/basics/confirm.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, inLanguage, t } from 'wag/shell/basics/i18n.js';
import { drawBlocks } from 'wag/shell/help/draw.js';
import { parseMarkdown } from 'wag/shell/help/markdown.js';
import { noEndActions } from 'wag/shell/setup/next-matches.js';
import { MatchProblems } from 'wag/shell/editor/problems.js';
import { drawScene } from 'wag/shell/setup/preview.js';
import { drawProblem } from 'wag/shell/panels/problem.js';
import { errorText, Replay } from 'wag/shell/replay/replay.js';
import { httpSource } from 'wag/shell/replay/replay-source.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { textGame } from 'wag/shell/match/text-game.js';
import { themeChanged } from 'wag/shell/basics/theme.js';
import { createWatch } from 'wag/shell/match/watch.js';
import { textsOf } from 'wag/shell/course/texts.js';

/** @typedef {import('../../generated/server.js').ListedLesson} ListedLesson */
/** @typedef {import('../../generated/server.js').CheckResult} CheckResult */
/** @typedef {import('../../generated/course.js').GoalReport} GoalReport */

/** The learner's seat. */
const LEARNER = 1;

/**
 * @typedef {object} LessonHost
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(place: import('../help/reader.js').DocumentPlace) => void} openManual
 * @property {() => Promise<void>} again  begins the lesson again
 * @property {() => void} all             shows all lessons
 * @property {(by: number) => (() => void)|null} go  opens a lesson before or after this one
 */

/**
 * @param {import('../game.js').Game} game @param {ListedLesson} listed @param {import('../../generated/server.js').BegunLesson} begun
 * @param {import('./lesson-code.js').Workbench|null} bench the editor with the learner's file, if there is one
 * @param {LessonHost} host
 */
export function createLesson(game, listed, begun, bench, host) {
  const texts = textsOf(listed);
  const view = game.view ?? textGame(game.name);
  const stage = createStage(view, begun.scene, bench, host);
  const check = h('button', {
    type: 'button',
    class: 'primary',
    text: t('course.check'),
    onclick: () => void run(),
  });
  const goals = createGoals(texts.goals);
  const result = h('div', { class: 'course-result', role: 'status' });
  const heading = h('h1', { tabindex: '-1', text: `${listed.number}. ${texts.title}` });
  const file = h('p', {
    class: 'hint',
    text: t(bench ? 'course.fileHere' : 'course.file', { file: begun.file }),
  });
  let isChecking = false;

  async function run() {
    if (isChecking || (bench && !(await bench.save()))) return;
    isChecking = true;
    setText(check, t('course.checking'));
    try {
      const done = await api.checkLesson(game.name, listed.id);
      goals.show(done.goals);
      showResult(done);
      if (done.replay) await stage.open(done.replay);
    } catch (error) {
      fill(result, h('p', { class: 'failure', text: errorText(error) }));
    }
    isChecking = false;
    setText(check, t('course.check'));
  }

  /** @param {CheckResult} done */
  function showResult(done) {
    const next = host.go(1);
    const words = done.passed ? t(next ? 'course.isPassed' : 'course.finished') : t('course.notYet');
    fill(
      result,
      done.unstarted.length > 0 ? null : h('p', { class: done.passed ? 'good' : '', text: words }),
      ...problemsOf(done, host.openManual),
      done.passed &&
        next &&
        h('button', { type: 'button', class: 'primary', text: t('course.next'), onclick: next }),
    );
  }

  const element = h(
    'div',
    { class: 'lesson' },
    h(
      'div',
      { class: 'lesson-nav' },
      h('button', { type: 'button', text: t('course.all'), onclick: host.all }),
      h('span', { class: 'spread' }),
      step(t('course.previous'), host.go(-1)),
      step(t('course.following'), host.go(1)),
    ),
    h(
      'div',
      { class: 'lesson-columns' },
      h(
        'div',
        { class: 'lesson-text' },
        h(
          'article',
          { class: 'panel doc' },
          heading,
          ...drawBlocks(parseMarkdown(texts.text), (name, slug) => name && host.openManual({ name, slug })),
        ),
        h(
          'section',
          { class: 'panel course-goals', 'aria-label': t('course.goals') },
          h('h2', { text: t('course.goals') }),
          goals.element,
          file,
          h('div', { class: 'actions' }, check),
          result,
        ),
        createHelp(game, listed, {
          ...host,
          again: async () => {
            await bench?.save();
            await host.again();
          },
        }),
      ),
      bench?.element ?? stage.element,
    ),
  );
  if (bench) fill(bench.place, stage.element);
  return {
    element,
    check: run,
    save: async () => bench?.save(),
    filesChanged: (/** @type {string[]} */ names) => {
      bench?.filesChanged(names);
      stage.filesChanged();
    },
    focus: () => heading.focus({ preventScroll: true }),
    keys: stage.keys,
    stop: () => {
      bench?.stop();
      stage.stop();
    },
  };
}

/** @param {string} label @param {(() => void)|null} act */
function step(label, act) {
  return h('button', { type: 'button', text: label, disabled: !act, onclick: act });
}

/** Returns what went wrong in a check, apart from the goals. @param {CheckResult} done @param {import('../panels/problem.js').OpenManual} openManual */
function problemsOf({ unstarted, error, errors, uncalled }, openManual) {
  const draw = (/** @type {import('../panels/problem.js').Problem} */ problem) =>
    drawProblem(problem, openManual);
  return [
    unstarted.length > 0 ? h('p', { text: t('course.cannotStart') }) : null,
    ...unstarted.map(({ problem }) => draw(problem)),
    error ? h('p', { text: t('course.error', { round: error.round ?? 1, n: errors }) }) : null,
    error ? draw(error) : null,
    ...uncalled.map(draw),
  ];
}

/** The goals as a list, with a sign for each as soon as they have been checked. @param {string[]} sentences */
function createGoals(sentences) {
  const element = h('ul', { class: 'goals' });
  /** @param {GoalReport[]} reports */
  function show(reports) {
    // The last goal may have no sentence of its own: no errors.
    const all = reports.length > sentences.length ? [...sentences, t('course.noErrors')] : sentences;
    fill(element, ...all.map((sentence, index) => goal(sentence, reports[index])));
  }
  show([]);
  return { element, show };
}

/** @param {string} sentence @param {GoalReport|undefined} report */
function goal(sentence, report) {
  const state = report ? (report.reached ? 'reached' : 'missed') : 'open';
  return h(
    'li',
    { class: state },
    h('span', {
      class: 'sign',
      'aria-hidden': 'true',
      text: { reached: '✓', missed: '✗', open: '○' }[state],
    }),
    h(
      'span',
      {},
      report && h('span', { class: 'unseen', text: `${t(`course.${state}`)}: ` }),
      sentence,
      report && h('small', { class: 'hint', text: countText(report) }),
    ),
  );
}

/** Returns the count of a goal as text; empty if the sentence says everything. @param {GoalReport} report */
function countText({ reached, count, at_least: least, at_most: most }) {
  const values = {
    count: formatNumber(count),
    least: formatNumber(least ?? 0),
    most: formatNumber(most ?? 0),
  };
  if (least !== null && most !== null)
    return ` ${t(least === most ? 'course.countExact' : 'course.countRange', values)}`;
  if (least !== null) return least > 1 ? ` ${t('course.countLeast', values)}` : '';
  return reached ? '' : ` ${t('course.countMost', values)}`;
}

/** The hints, one after the other, and the solution behind a question. @param {import('../game.js').Game} game @param {ListedLesson} listed @param {LessonHost} host */
function createHelp(game, listed, host) {
  const hints = h('ol', { class: 'course-hints' });
  const more = h('button', {
    type: 'button',
    onclick: () => attempt(host, async () => showHints(await api.nextHint(game.name, listed.id))),
  });
  const solution = h('div', {});

  /** @param {ListedLesson} lesson */
  function showHints(lesson) {
    const seen = textsOf(lesson).hints;
    fill(
      hints,
      ...seen.map((hint) => h('li', { class: 'doc' }, ...drawBlocks(parseMarkdown(hint), () => {}))),
    );
    hints.hidden = seen.length === 0;
    more.hidden = seen.length >= listed.hints;
    setText(more, t('course.hint', { number: seen.length + 1, all: listed.hints }));
  }

  const showSolution = () =>
    attempt(host, async () => {
      const code = inLanguage(await api.lessonSolution(game.name, listed.id));
      fill(
        solution,
        h(
          'pre',
          { class: 'doc-code', tabindex: '0', 'aria-label': t('course.solution') },
          h('code', { text: code }),
        ),
      );
    });
  const askForSolution = () =>
    showConfirm(t('course.solution'), t('course.solutionAsk'), [
      { label: t('course.solutionShow'), act: showSolution },
    ]);
  const askAgain = () =>
    showConfirm(t('course.again'), t('course.againAsk', { file: singleLine(listed.file, 40) }), [
      { label: t('course.again'), act: () => attempt(host, host.again) },
    ]);
  showHints(listed);
  return h(
    'section',
    { class: 'panel course-help', 'aria-label': t('course.help') },
    h('h2', { text: t('course.help') }),
    hints,
    h(
      'div',
      { class: 'actions' },
      more,
      h('button', { type: 'button', text: t('course.solutionTeacher'), onclick: askForSolution }),
      h('button', { type: 'button', text: t('course.again'), onclick: askAgain }),
    ),
    solution,
  );
}

/** @param {LessonHost} host @param {() => Promise<void>} act */
async function attempt(host, act) {
  try {
    await act();
  } catch (error) {
    host.notify(errorText(error), true);
  }
}

/** The board of the lesson, and after a check its match. @param {import('../game.js').GameDisplay} view @param {any} scene @param {import('./lesson-code.js').Workbench|null} bench @param {LessonHost} host */
function createStage(view, scene, bench, host) {
  const canvas = h('canvas', { class: 'lesson-board', role: 'img', 'aria-label': t('course.board') });
  const element = h(
    'section',
    { class: 'lesson-stage', 'aria-label': t('course.board') },
    canvas,
    h('p', { class: 'hint', text: t('course.boardHint') }),
  );
  /** @type {ReturnType<typeof createWatch>|null} */
  let watch = null;
  const paint = () => drawScene(canvas, view, scene);
  const observer = new ResizeObserver(paint);
  observer.observe(canvas);
  const unlisten = themeChanged.on(paint);

  /** Shows a match. @param {string} id of its replay */
  async function open(id) {
    const source = httpSource(id);
    const replay = new Replay(view, source, await source.header(), id);
    watch?.stop();
    // The errors of the shown rounds are marked in the code.
    const problems = new MatchProblems();
    bench?.showMatchProblems(problems);
    watch = createWatch(replay, {
      onLink: () => {},
      onEnd: () => {},
      end: noEndActions,
      openManual: host.openManual,
      goToSource,
      onStep: (step) => problems.add(step.turns, LEARNER) && bench?.drawProblems(),
    });
    fill(element, watch.element);
    replay.playback.playing = true;
    replay.loadOverview();
    replay.grew.emit();
    replay.moved.emit();
  }

  /** Goes to a line of the learner's code. @param {number|null} seat @param {string} at such as `lesson1.py:12` */
  function goToSource(seat, at) {
    const [, name, line] = /^(.*):(\d+)$/.exec(at) ?? [];
    if (!bench || seat !== LEARNER || !name || !bench.has(name)) return false;
    void bench.openFile(name).then(() => bench.goTo(Number(line)));
    return true;
  }

  return {
    element,
    open,
    filesChanged: () => watch?.onFiles?.(),
    /** @returns {import('../page/keys.js').Keys} without the presentation, which needs the whole page */
    keys: () => {
      const { f, ...keys } = watch?.keys() ?? {};
      return keys;
    },
    stop: () => {
      watch?.stop();
      observer.disconnect();
      unlisten();
    },
  };
}
