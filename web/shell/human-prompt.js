/**
 * The prompt for a human player during a match: a strip with all legal moves. Players can also move by selecting pieces
 * on the board.
 */

import { fill, h } from 'wag/shell/dom.js';
import { seatBadge } from 'wag/shell/badge.js';
import { gameOf } from 'wag/shell/games.js';
import { number, t } from 'wag/shell/i18n.js';
import { retold } from 'wag/shell/retold.js';

/** @typedef {import('./api.js').Run} Run */
/** @typedef {import('./replay.js').Replay} Replay */

/** @param {(run: string, question: number, answer: string) => void} send @param {(replay: string) => void} open opens another game of the match */
export function createAsked(send, open) {
  const element = h('section', { class: 'asked panel', 'aria-label': t('asked.title'), hidden: true });
  /** @type {{run: string, number: number, choices: string[]}|null} */
  let asked = null;
  /** @type {string|null} */
  let before = null;
  /** @type {ReturnType<import('./game.js').Compose>|null} */
  let composed = null;

  /** @param {Run|null} run @param {Replay|null} replay the match that is shown */
  function update(run, replay) {
    if (run && replay && gameOf(run, replay) >= 0) replay.eyes = run.state === 'running' ? run.question?.seat ?? replay.eyes : null;
    const question = run?.state === 'running' && gameOf(run, replay) >= 0 ? run.question : null;
    if (!run || !question || !replay) {
      asked = composed = null;
      element.hidden = true;
      return;
    }
    if (replay.id !== run.replay) return lead(run, replay, question);
    if (asked?.run === run.id && asked.number === question.number) return composed?.refresh();
    asked = { run: run.id, number: question.number, choices: question.choices };
    before = null;
    composed = composer(replay, question);
    delete element.dataset.next;
    const name = replay.game.choiceName ?? ((/** @type {string} */ choice) => choice);
    fill(element,
      h('div', { role: 'status' }, h('h2', {}, seatBadge(question.seat), h('bdi', { text: t('asked.turn', { name: replay.name(question.seat) }) }))),
      question.fault ? h('p', { class: 'fault', role: 'alert', text: retold(question.fault) }) : null,
      h('p', { class: 'hint', text: replay.talk.t('asked.hint') }),
      composed?.element ?? h('div', { class: 'choices' }, ...question.choices.map((choice) =>
        h('button', { type: 'button', text: name(choice), onclick: () => answer(choice) }))));
    element.hidden = false;
  }

  /** Returns the game's editor for answers, if it has one. @param {Replay} replay @param {import('./api.js').Question} question */
  function composer(replay, question) {
    if (!question.composes || !replay.game.compose) return null;
    const state = () => replay.stepAt(replay.playback.last)?.after ?? null;
    return replay.game.compose({ seat: question.seat, scene: replay.header.scene, state, talk: replay.talk }, answer);
  }

  /** Prompts the player to go to the next game, which the question is about; the end of the current one may be watched first. @param {Run} run @param {Replay} replay @param {import('./api.js').Question} question */
  function lead(run, replay, question) {
    asked = null;
    if (!element.hidden && element.dataset.next === run.replay) return;
    element.dataset.next = run.replay;
    const next = (run.games ?? []).findIndex((game) => game.replay === run.replay) + 1;
    fill(element,
      h('div', { role: 'status' }, h('h2', {}, seatBadge(question.seat), h('bdi', { text: t('games.next', { name: replay.name(question.seat) }) }))),
      h('div', { class: 'choices' }, h('button', { type: 'button', class: 'primary', text: t('games.go', { n: number(next) }), onclick: () => open(run.replay) })));
    element.hidden = false;
  }

  /** @param {string} choice */
  function answer(choice) {
    if (!asked) return;
    const { run, number } = asked;
    // Prevents a second answer.
    for (const button of element.querySelectorAll('button')) button.disabled = true;
    send(run, number, choice);
  }

  /** Handles a selection on the board. @param {Replay} replay */
  function selected(replay) {
    const now = replay.selection;
    if (asked && composed) {
      // Selecting the same thing again adds one more.
      if (composed.selected(now)) replay.select(null);
      return;
    }
    const choice = asked && before && now && replay.game.choiceOf?.(asked.choices, before, now);
    before = now;
    if (!choice) return;
    before = null;
    answer(choice);
    replay.select(null);
  }

  /** Enables the buttons again after an answer failed to arrive. */
  function again() {
    for (const button of element.querySelectorAll('button')) button.disabled = false;
    composed?.show();
  }

  /** Redraws after more of the match was loaded. */
  function moved() {
    composed?.refresh();
  }

  return { element, update, selected, again, moved };
}
