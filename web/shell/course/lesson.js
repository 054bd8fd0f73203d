/**
 * A lesson: at the left its task, the code, the answer to a check, and a footer; at the right the board, and the match of
 * the last check.
 */

import { api } from 'wag/shell/basics/api.js';
import { fill, h, iconButton, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { createAnswer } from 'wag/shell/course/answer.js';
import { createNeighbourButton } from 'wag/shell/course/neighbour.js';
import { createGoals } from 'wag/shell/course/goals.js';
import { createHelp, drawHintText } from 'wag/shell/course/lesson-help.js';
import { createTask } from 'wag/shell/course/task.js';
import { textsOf } from 'wag/shell/course/texts.js';
import { noEndActions } from 'wag/shell/setup/next-matches.js';
import { MatchProblems } from 'wag/shell/editor/problems.js';
import { drawScene } from 'wag/shell/setup/preview.js';
import { createOutput } from 'wag/shell/panels/output.js';
import { errorText, Replay } from 'wag/shell/replay/replay.js';
import { httpSource } from 'wag/shell/replay/replay-source.js';
import { textGame } from 'wag/shell/match/text-game.js';
import { themeChanged } from 'wag/shell/basics/theme.js';
import { createWatch } from 'wag/shell/match/watch.js';

/** @typedef {import('../../generated/server.js').ListedLesson} ListedLesson */
/** @typedef {import('../../generated/server.js').CheckResult} CheckResult */
/** @typedef {ReturnType<typeof createAnswer>} Answer */

/** The learner's seat. */
const LEARNER = 1;

/**
 * @typedef {object} LessonHost
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(place: import('../help/reader.js').DocumentPlace) => void} openManual
 * @property {() => Promise<void>} again  begins the lesson again
 * @property {() => void} all             shows all lessons
 * @property {(settings: import('../../generated/server.js').MatchRequest) => Promise<void>} run  plays a match outside the course
 * @property {(by: number) => (() => void)|null} go  opens a lesson before or after this one
 * @property {number} count               the number of lessons
 */

/**
 * @param {import('../game.js').Game} game @param {ListedLesson} listed @param {import('../../generated/server.js').BegunLesson} begun
 * @param {import('./lesson-code.js').Workbench|null} bench the editor with the learner's file, if there is one
 * @param {LessonHost} host
 */
export function createLesson(game, listed, begun, bench, host) {
  const texts = textsOf(listed);
  const goals = createGoals(texts.goals);
  const answer = createAnswer(goals, begun.file, host.openManual);
  const stage = createStage(game.view ?? textGame(game.name), begun.scene, bench, answer, host);
  const help = createHelp(game, listed, {
    notify: host.notify,
    again: async () => {
      await bench?.save();
      await host.again();
    },
    onHint: (number, text) =>
      answer.show('', t('course.hint', { number, all: listed.hints }), ...drawHintText(text)),
  });
  const task = createTask(
    { ...texts, task: texts.task || texts.goals[0], rounds: matchText(listed) },
    help.element,
    {
      openManual: host.openManual,
      begin: bench && (() => bench.focus()),
      isOpen: listed.progress.checks === 0,
    },
  );
  const label = h('span', { text: t('course.check') });
  const check = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => void run() },
    label,
    bench && h('kbd', { text: t('edit.run.key') }),
  );
  const next = host.go(1);
  const following = h('button', {
    type: 'button',
    class: 'primary next',
    text: t('course.next'),
    onclick: next,
    hidden: true,
  });
  const neighbour = createNeighbourButton(game.name, begun.file, host.run);
  neighbour.hidden = true;
  let isChecking = false;

  async function run() {
    if (isChecking || (bench && !(await bench.prepare()))) return;
    isChecking = true;
    task.fold();
    setText(label, t('course.checking'));
    try {
      const done = await api.checkLesson(game.name, listed.id);
      showResult(done);
      if (done.replay) await stage.open(done.replay);
    } catch (error) {
      answer.show('bad', errorText(error));
    }
    isChecking = false;
    setText(label, t('course.check'));
  }

  /** @param {CheckResult} done */
  function showResult(done) {
    goals.show(done.goals);
    answer.showCheck(done);
    neighbour.hidden = !done.passed || !listed.offers_match;
    following.hidden = !done.passed || !next;
    // The page has one button to press next.
    check.className = following.hidden ? 'primary' : '';
  }

  const element = h(
    'div',
    { class: bench ? 'lesson' : 'lesson without-code' },
    ...task.elements,
    bench?.element ?? h('p', { class: 'hint own-editor', text: t('course.file', { file: begun.file }) }),
    answer.element,
    h(
      'div',
      { class: 'go' },
      following,
      neighbour,
      check,
      help.more,
      h('span', { class: 'spread' }),
      goals.summary,
      bench?.state,
    ),
    stage.element,
  );
  const heading = h('h1', { tabindex: '-1', text: `${listed.number}. ${texts.title}` });
  element.addEventListener('input', task.fold);
  return {
    element,
    /** What stands in the bar instead of a match. */
    title: h(
      'div',
      { class: 'where-am-i lesson-title' },
      iconButton('chevron-left', t('course.all'), host.all),
      heading,
      h('small', {
        text: t('course.place', { number: listed.number, all: host.count, n: listed.minutes }),
      }),
      step('skip-back', t('course.previous'), host.go(-1)),
      step('skip-forward', t('course.following'), next),
    ),
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

/** Returns the number and the length of the matches of a check as text. @param {ListedLesson} listed */
function matchText({ rounds, matches }) {
  if (rounds === null) return '';
  return matches > 1 ? t('course.matches', { n: matches, rounds }) : t('course.rounds', { n: rounds });
}

/** @param {string} name of an icon @param {string} label @param {(() => void)|null} act */
function step(name, label, act) {
  const button = iconButton(name, label, act ?? (() => {}));
  button.disabled = !act;
  return button;
}

/** The board of the lesson, and after a check its match. @param {import('../game.js').GameDisplay} view @param {any} scene @param {import('./lesson-code.js').Workbench|null} bench @param {Answer} answer @param {LessonHost} host */
function createStage(view, scene, bench, answer, host) {
  const canvas = h('canvas', { class: 'lesson-board', role: 'img', 'aria-label': t('course.board') });
  const element = h(
    'div',
    { class: 'lesson-stage' },
    h('section', { class: 'stage', 'aria-label': t('course.board') }, canvas),
    h('p', { class: 'transport hint', text: t('course.boardHint') }),
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
    const output = createOutput(replay, host.openManual, t('course.output'));
    answer.showOutput(output.text, id);
    watch = createWatch(replay, {
      onLink: () => {},
      onEnd: () => {},
      end: noEndActions,
      openManual: host.openManual,
      goToSource,
      onStep: (step) => {
        answer.setRound(step.round);
        output.update(step);
        if (problems.add(step.turns, LEARNER)) bench?.drawProblems();
      },
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
