/**
 * The match that a learner is offered in the middle of the course: their own file against a neighbour's; and the first
 * challenge of the game.
 */

import { api } from 'wag/shell/basics/api.js';
import { showDialog } from 'wag/shell/basics/dialog.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** @typedef {import('../../generated/server.js').Start} Start */
/** @typedef {import('../../generated/server.js').MatchRequest} MatchRequest */

/** The maximum size of a neighbour's file, in bytes. */
const FILE_MAX = 1_000_000;

/**
 * Returns a button that opens the offer of a match against a neighbour.
 * @param {string} game @param {string} lessonFile the file of the lesson that is open or was passed last @param {(settings: MatchRequest) => Promise<void>} run plays a match
 */
export function createNeighbourButton(game, lessonFile, run) {
  const open = () => {
    const dialog = showDialog(
      t('neighbour.title'),
      createNeighbourMatch(game, lessonFile, async (settings) => {
        await run(settings);
        dialog.close();
      }),
    );
  };
  return h('button', {
    type: 'button',
    class: 'neighbour-button',
    text: t('neighbour.title'),
    onclick: open,
  });
}

/** Returns the offer; it is empty until the files of the folder are known. @param {string} game @param {string} lessonFile @param {(settings: MatchRequest) => Promise<void>} run */
function createNeighbourMatch(game, lessonFile, run) {
  const failure = h('p', { class: 'error', role: 'alert', hidden: true });
  const fields = h('div', { class: 'actions' });
  const element = h(
    'div',
    { class: 'neighbour' },
    h('p', { class: 'hint', text: t('neighbour.about') }),
    fields,
    failure,
  );

  /** @param {() => Promise<void>} act */
  async function attempt(act) {
    failure.hidden = true;
    try {
      await act();
    } catch (error) {
      failure.hidden = false;
      setText(failure, errorText(error));
    }
  }

  /** @param {string} [theirs] the neighbour's file to select */
  async function draw(theirs) {
    const start = await api.start(game);
    const own = select(t('neighbour.own'), ownFiles(start, lessonFile));
    const other = select(t('neighbour.other'), otherFiles(start, own.value));
    if (theirs) other.value = theirs;
    const play = (/** @type {string|null} */ challenge) =>
      attempt(async () => {
        if (own.value === start.first) await api.createFirstAi(game);
        await run(request(start, own.value, other.value, challenge));
      });
    const match = h('button', {
      type: 'button',
      class: 'primary',
      text: t('neighbour.play'),
      onclick: () => play(null),
    });
    match.disabled = other.value === '';
    const stage = start.stages.find((one) => one.state === 'current');
    fill(
      fields,
      h('label', {}, t('neighbour.own'), ' ', own),
      h('label', {}, t('neighbour.other'), ' ', other),
      fileButton((file) => attempt(async () => draw(await copyFile(game, file, start.files)))),
      match,
      stage &&
        h('button', {
          type: 'button',
          text: t('neighbour.challenge', { stage: stage.name }),
          onclick: () => play(stage.name),
        }),
    );
  }
  void attempt(draw);
  return element;
}

/** @param {string} label @param {string[]} files */
function select(label, files) {
  return h(
    'select',
    { 'aria-label': label },
    ...files.map((file) => h('option', { value: file, text: file })),
  );
}

/** Returns the files that the learner can choose, the likeliest first. @param {Start} start @param {string} lessonFile */
function ownFiles({ first, files, settings }, lessonFile) {
  const likely = [first, settings.players[0], lessonFile].filter(
    (file) => file && [first, ...files].includes(file),
  );
  return [...new Set([.../** @type {string[]} */ (likely), ...files])];
}

/** Returns the files that may be a neighbour's. @param {Start} start @param {string} own */
function otherFiles({ files }, own) {
  const isLesson = (/** @type {string} */ file) => /^lesson\d+(-old\d+)?\.py$/.test(file);
  return files.filter((file) => file !== own && !isLesson(file));
}

/** @param {Start} start @param {string} own @param {string} other @param {string|null} challenge @returns {MatchRequest} */
function request({ game, seats, filler, settings }, own, other, challenge) {
  const empty = Array.from({ length: Math.max(0, seats.least - 2) }, () => filler ?? '');
  const players = challenge ? [own, ...settings.players.slice(1)] : [own, other, ...empty];
  return { game, players, options: settings.options, seed: null, challenge };
}

/** Returns a button that chooses a file outside the folder. @param {(file: File) => void} onFile */
function fileButton(onFile) {
  const input = h('input', {
    type: 'file',
    accept: '.py',
    class: 'unseen',
    tabindex: '-1',
    'aria-hidden': 'true',
  });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) onFile(file);
  });
  const button = h('button', { type: 'button', text: t('neighbour.file'), onclick: () => input.click() });
  return h('span', {}, button, input);
}

/** Copies a file into the folder, under a name that no file has, and returns the name. @param {string} game @param {File} file @param {string[]} files */
async function copyFile(game, file, files) {
  if (file.size > FILE_MAX) throw new Error(t('neighbour.tooLarge'));
  const stem = file.name.replace(/\.py$/, '').replace(/[^\w-]/g, '_') || 'neighbour';
  let name = `${stem}.py`;
  for (let number = 2; files.includes(name); number += 1) name = `${stem}-${number}.py`;
  await api.writeFile(game, name, await file.text(), null);
  return name;
}
