/**
 * The prompt for a human player during a match: a strip with all legal moves. Players can also move by selecting pieces
 * on the board.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { gameIndex } from 'wag/shell/match/games.js';
import { formatNumber, inLanguage, t } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../../generated/server.js').Run} Run */
/** @typedef {import('../replay/replay.js').Replay} Replay */

/** @param {(run: string, question: number, answer: string) => void} send @param {(replay: string) => void} open opens another game of the match */
export function createHumanPrompt(send, open) {
  const element = h('section', { class: 'human-prompt panel', 'aria-label': t('asked.title'), hidden: true });
  /** @type {{run: string, number: number, choices: string[]}|null} */
  let pending = null;
  /** @type {string|null} */
  let previous = null;
  /** @type {ReturnType<import('../game.js').AnswerEditor>|null} */
  let editor = null;
  /** @type {Replay|null} The match whose selection waits until its newest state has arrived. */
  let waiting = null;

  /** @param {Run|null} run @param {Replay|null} replay the match that is shown */
  function update(run, replay) {
    if (run && replay && gameIndex(run, replay) >= 0)
      replay.viewerSeat = run.state === 'running' ? (run.question?.seat ?? replay.viewerSeat) : null;
    const question = run?.state === 'running' && gameIndex(run, replay) >= 0 ? run.question : null;
    if (!run || !question || !replay) {
      pending = editor = null;
      element.hidden = true;
      return;
    }
    if (replay.id !== run.replay) return showNextGame(run, replay, question);
    if (pending?.run === run.id && pending.number === question.number) return editor?.refresh();
    pending = { run: run.id, number: question.number, choices: question.choices };
    previous = null;
    editor = createEditor(replay, question);
    delete element.dataset.next;
    const name = replay.game.choiceLabel ?? ((/** @type {string} */ choice) => choice);
    fill(
      element,
      h(
        'div',
        { role: 'status' },
        h(
          'h2',
          {},
          seatBadge(question.seat),
          h('bdi', { text: t('asked.turn', { name: replay.name(question.seat) }) }),
        ),
      ),
      question.fault ? h('p', { class: 'fault', role: 'alert', text: inLanguage(question.fault) }) : null,
      h('p', { class: 'hint', text: replay.localizer.t('asked.hint') }),
      editor?.element ??
        h(
          'div',
          { class: 'choices' },
          ...question.choices.map((choice) =>
            h('button', { type: 'button', text: name(choice), onclick: () => answer(choice) }),
          ),
        ),
    );
    element.hidden = false;
  }

  /** Returns the game's editor for answers, if it has one. @param {Replay} replay @param {import('../../generated/server.js').Question} question */
  function createEditor(replay, question) {
    if (!question.composes || !replay.game.createAnswerEditor) return null;
    const state = () => replay.stepAt(replay.playback.last)?.after ?? null;
    return replay.game.createAnswerEditor(
      { seat: question.seat, scene: replay.header.scene, state, localizer: replay.localizer },
      answer,
    );
  }

  /** Prompts the player to go to the next game, which the question is about; the end of the current one may be watched first. @param {Run} run @param {Replay} replay @param {import('../../generated/server.js').Question} question */
  function showNextGame(run, replay, question) {
    pending = null;
    if (!element.hidden && element.dataset.next === run.replay) return;
    element.dataset.next = run.replay;
    const next = (run.games ?? []).findIndex((game) => game.replay === run.replay) + 1;
    fill(
      element,
      h(
        'div',
        { role: 'status' },
        h(
          'h2',
          {},
          seatBadge(question.seat),
          h('bdi', { text: t('games.next', { name: replay.name(question.seat) }) }),
        ),
      ),
      h(
        'div',
        { class: 'choices' },
        h('button', {
          type: 'button',
          class: 'primary',
          text: t('games.go', { n: formatNumber(next) }),
          onclick: () => open(run.replay),
        }),
      ),
    );
    element.hidden = false;
  }

  /** @param {string} choice */
  function answer(choice) {
    if (!pending) return;
    const { run, number } = pending;
    // Prevents a second answer.
    for (const button of element.querySelectorAll('button')) button.disabled = true;
    send(run, number, choice);
  }

  /** Handles a selection on the board. @param {Replay} replay */
  function onSelection(replay) {
    const now = replay.selection;
    if (pending && editor) {
      // Selecting the same thing again adds one more.
      if (editor.onSelection(now)) replay.select(null);
      return;
    }
    const choice = pending && now && choiceOf(replay, pending.choices, now);
    previous = now;
    if (!choice) return;
    previous = null;
    answer(choice);
    replay.select(null);
  }

  /**
   * Returns the move that the selection makes, alone or with the one before.
   * @param {Replay} replay @param {string[]} choices @param {string} now
   */
  function choiceOf(replay, choices, now) {
    const { game, playback } = replay;
    const state = replay.stepAt(playback.last)?.after;
    if (!state && game.choiceFromSelection) waiting = replay;
    const single = state && game.choiceFromSelection?.(choices, now, state);
    return single || (previous && game.choiceFromSelections?.(choices, previous, now)) || null;
  }

  /** Enables the buttons again after an answer failed to arrive. */
  function enable() {
    for (const button of element.querySelectorAll('button')) button.disabled = false;
    editor?.show();
  }

  /** Redraws after more of the match was loaded. */
  function refresh() {
    editor?.refresh();
    const replay = waiting;
    waiting = null;
    if (replay) onSelection(replay);
  }

  return { element, update, onSelection, enable, refresh };
}
