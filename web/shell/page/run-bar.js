/**
 * The bar with the state of a run: progress, remaining time, a button to cancel; afterwards its result, and "run again"
 * when an AI's file has changed.
 */

import { drawCode, fill, h } from 'wag/shell/basics/dom.js';
import { formatNumber, hasText, inLanguage, t } from 'wag/shell/basics/i18n.js';
import { drawProblem, sentenceOf } from 'wag/shell/panels/problem.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../generated/server.js').Run} Run */

/** Key of the result that the user has closed, or that was shown before the page was loaded; it is not shown. */
let closed = loadSetting('shown-result');

/** @param {{cancel: () => void, again: () => void, openManual: import('../panels/problem.js').OpenManual}} actions */
export function createRunBar(actions) {
  const bar = h('progress', { max: '1', value: '0', 'aria-label': t('run.progress') });
  const text = h('span', { class: 'run-text' });
  const cancel = h('button', { type: 'button', text: t('run.cancel'), onclick: actions.cancel });
  const progress = h('div', { class: 'run', hidden: true }, bar, text, cancel);
  const result = h('div', { class: 'result', role: 'status', hidden: true });
  const changed = h('div', { class: 'changed', role: 'status', hidden: true });
  const element = h('section', { class: 'runbar', 'aria-label': t('run.title') }, progress, result, changed);

  let started = '';
  /** The files of the offer to play again. @type {string[]} */
  let changedFiles = [];

  /** @param {Run|null} run @param {boolean} [isRevealed] true if its result may be shown: not while the user still watches the match */
  function update(run, isRevealed = true) {
    const running = run?.state === 'running';
    progress.hidden = !running;
    if (running) {
      bar.max = Math.max(1, run.rounds);
      bar.value = run.rounds > 0 ? run.round : 0;
      setSentence(text, progressText(run));
      // The server may be a new one, which numbers its runs like the last one.
      closed = '';
    }
    // A new run has read the files again; a change during a run must still be shown.
    if (run && run.id !== started) {
      started = run.id;
      changed.hidden = true;
    }
    if (!changed.hidden) offerRerun(changedFiles, run);
    showResult(isRevealed ? run : null);
  }

  /** @param {Run|null} run */
  function showResult(run) {
    const resultText = run && run.state !== 'running' ? resultOf(run) : null;
    const key = resultText && run ? `${run.id} ${run.seed ?? ''} ${run.state}` : null;
    result.hidden = !resultText || key === closed;
    if (!resultText || !key || result.hidden) return;
    saveSetting('shown-result', key);
    result.className = `result ${resultText.tone}`;
    if (result.dataset.key === key) return;
    result.dataset.key = key;
    const close = h('button', {
      type: 'button',
      class: 'link',
      text: t('dialog.close'),
      onclick: () => {
        closed = key;
        result.hidden = true;
      },
    });
    const unstarted = run?.unstarted ?? [];
    const words =
      unstarted.length > 0 ? drawUnstarted(unstarted, actions.openManual) : drawCode(resultText.text);
    fill(result, h('div', { class: 'words' }, ...words), close);
    // The button that starts a match stays in sight, this bar does not.
    if (resultText.tone === 'bad') result.scrollIntoView({ block: 'nearest' });
  }

  /** Offers to play again after files have changed. The file that a challenge gave as a prize is none of them. @param {string[]} all @param {Run|null} run */
  function offerRerun(all, run) {
    const prize = run?.verdict?.source;
    const files = all.filter((file) => file !== prize && !prize?.endsWith(`/${file}`));
    changedFiles = files;
    changed.hidden = files.length === 0;
    fill(
      changed,
      h('span', { text: t('run.changed', { files: singleLine(files.join(', '), 80) }) }),
      h(
        'button',
        { type: 'button', class: 'primary', onclick: actions.again },
        t('run.again'),
        ' ',
        h('kbd', { text: 'R' }),
      ),
    );
  }

  return { element, update, offerRerun };
}

/**
 * Changes a sentence only if it differs, so that screen readers do not read it twice.
 * @param {HTMLElement} element @param {string} sentence
 */
function setSentence(element, sentence) {
  if (element.dataset.sentence === sentence) return;
  element.dataset.sentence = sentence;
  fill(element, ...drawCode(sentence));
}

/** @param {Run} run */
function progressText(run) {
  const left = run.seconds_left === null ? '' : ` · ${t('run.left', { time: duration(run.seconds_left) })}`;
  const pace = run.rounds_per_s ? ` · ${t('run.pace', { n: Math.round(run.rounds_per_s) })}` : '';
  const rounds =
    run.rounds > 0
      ? t('run.round', { round: run.round, rounds: run.rounds })
      : t('run.roundAlone', { round: run.round });
  const games = run.games ?? [];
  const game =
    games.length > 1
      ? `${t('games.of', { n: formatNumber(games.findIndex((one) => one.replay === run.replay) + 1), all: games.length })} · `
      : '';
  const turn = run.turn
    ? ` · ${t('run.turn', { name: singleLine(run.turn.player, 40), time: duration(run.turn.seconds ?? 0) })}`
    : '';
  const lost = run.lost ? ` · ${lostText(run.lost)}` : '';
  return run.turn ? `${game}${rounds}${turn}${lost}` : `${game}${rounds}${left}${pace}${lost}`;
}

/** Returns a sentence about a lost turn and the reason. @param {import('../../generated/server.js').Turn} turn */
function lostText({ player, round, words, problem }) {
  const why = [singleLine(inLanguage(words), 200), sentenceOf(problem)].filter(Boolean).join(' · ');
  return t('run.lost', { name: singleLine(player, 40), round, why });
}

/** Returns a sentence that names the player in whose turn the match was cancelled, and the place in its code. @param {import('../../generated/server.js').Turn} turn */
function cutText({ player, round, seconds, place }) {
  return t(place ? 'run.cutAt' : 'run.cut', {
    name: singleLine(player, 40),
    round,
    time: duration(seconds ?? 0),
    place: place ? `${sanitize(place.file)}:${place.line}` : '',
  });
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 60) return `${formatNumber(Math.max(0, seconds), seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns the players because of which a match is not played, and why they cannot play. @param {Run['unstarted']} unstarted @param {import('../panels/problem.js').OpenManual} openManual */
function drawUnstarted(unstarted, openManual) {
  return unstarted.flatMap(({ player, problem }) => [
    h('p', { text: t('run.cannotStart', { name: singleLine(player, 40) }) }),
    drawProblem(problem, openManual),
  ]);
}

/** Returns the result of a challenge, in the language of the page. @param {import('../../generated/server.js').Verdict} verdict */
export function verdictText(verdict) {
  const { stage, result, why_not_counted: idle } = verdict;
  // A result that is new to this page is shown in the program's own words.
  if (!stage || !result || !hasText(`verdict.${result}`) || (idle && !hasText(`verdict.${idle}`)))
    return translateMessage(verdict.text);
  const sentences = [t(`verdict.${result}`, { stage })];
  if (idle) sentences.push(t(`verdict.${idle}`));
  else
    sentences.push(
      t('verdict.wins', {
        wins: formatNumber(verdict.wins ?? 0),
        needed: formatNumber(verdict.wins_needed ?? 0),
      }),
    );
  if (verdict.mastered) sentences.push(t('verdict.mastered', { stage }));
  if (verdict.source) sentences.push(t('verdict.source', { file: sanitize(verdict.source) }));
  return sentences.join(' ');
}

/** @param {Run} run @returns {{text: string, tone: string}|null} */
function resultOf(run) {
  if (run.state === 'failed')
    return {
      text: t('run.failed', { error: sanitize(translateMessage(run.error).slice(0, 2000)) }),
      tone: 'bad',
    };
  if (run.state === 'cancelled')
    return {
      text: [t('run.cancelled', { round: run.round }), run.cut && cutText(run.cut)].filter(Boolean).join(' '),
      tone: '',
    };
  const { verdict } = run;
  if (!verdict) return run.lost ? { text: lostText(run.lost), tone: '' } : null;
  const unlocked = verdict.unlocked?.length
    ? ` ${t('run.unlocked', { names: verdict.unlocked.join(', ') })}`
    : '';
  return { text: singleLine(`${verdictText(verdict)}${unlocked}`, 400), tone: verdict.won ? 'good' : '' };
}
