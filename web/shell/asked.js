/**
 * What a person is asked during a match: a strip with all moves there are. The same moves can be made on the board, by
 * selecting what is to be moved.
 */

import { fill, h } from 'wag/shell/dom.js';
import { seatBadge } from 'wag/shell/badge.js';
import { t } from 'wag/shell/i18n.js';

/** @typedef {import('./api.js').Run} Run */
/** @typedef {import('./replay.js').Replay} Replay */

/** @param {(run: string, question: number, answer: string) => void} send */
export function createAsked(send) {
  const element = h('section', { class: 'asked panel', 'aria-label': t('asked.title'), hidden: true });
  /** @type {{run: string, number: number, choices: string[]}|null} */
  let open = null;
  /** @type {string|null} */
  let before = null;

  /** @param {Run|null} run @param {Replay|null} replay the match that is shown */
  function update(run, replay) {
    const question = run?.state === 'running' && replay?.id === run.replay ? run.question : null;
    if (!run || !question || !replay) {
      open = null;
      element.hidden = true;
      return;
    }
    if (open?.run === run.id && open.number === question.number) return;
    open = { run: run.id, number: question.number, choices: question.choices };
    before = null;
    const name = replay.game.choiceName ?? ((/** @type {string} */ choice) => choice);
    fill(element,
      h('div', { role: 'status' }, h('h2', {}, seatBadge(question.seat), h('bdi', { text: t('asked.turn', { name: replay.name(question.seat) }) }))),
      h('p', { class: 'hint', text: replay.talk.t('asked.hint') }),
      h('div', { class: 'choices' }, ...question.choices.map((choice) =>
        h('button', { type: 'button', text: name(choice), onclick: () => answer(choice) }))));
    element.hidden = false;
  }

  /** @param {string} choice */
  function answer(choice) {
    if (!open) return;
    const { run, number } = open;
    // Twice would be once too often.
    for (const button of element.querySelectorAll('button')) button.disabled = true;
    send(run, number, choice);
  }

  /** Something has been selected on the board. @param {Replay} replay */
  function selected(replay) {
    const now = replay.selection;
    const choice = open && before && now && replay.game.choiceOf?.(open.choices, before, now);
    before = now;
    if (!choice) return;
    before = null;
    answer(choice);
    replay.select(null);
  }

  /** The last answer has not arrived. */
  function again() {
    for (const button of element.querySelectorAll('button')) button.disabled = false;
  }

  return { element, update, selected, again };
}
