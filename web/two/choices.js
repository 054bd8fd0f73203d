/**
 * The moves that a person can choose from: a button for each, and a text field.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { BUTTONS } from 'wag/two/limits.js';
import { moveText } from 'wag/two/move-text.js';
import { choiceNumber } from 'wag/two/session.js';

/** @typedef {import('./session.js').Question} Question */

/** @param {(answer: string) => Promise<boolean>} onAnswer resolves to true if the answer has arrived @param {() => void} onLeave moves the focus away while there is no question */
export function createChoices(onAnswer, onLeave) {
  const buttons = h('div', { class: 'two-buttons' });
  const more = h('p', { class: 'hint' });
  const typed = h('input', {
    type: 'text',
    id: 'two-choice',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '120',
  });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const element = h(
    'form',
    { class: 'two-choices', hidden: true, 'aria-label': t('two.choose') },
    h('h2', { text: t('two.choose') }),
    buttons,
    more,
    h(
      'div',
      { class: 'two-type' },
      h('label', { for: 'two-choice', text: t('two.choice') }),
      typed,
      h('button', { type: 'submit', text: t('two.go') }),
      h('button', {
        type: 'button',
        class: 'two-resign',
        text: t('two.resign'),
        onclick: () => answer('resign'),
      }),
    ),
    failure,
  );
  /** @type {Question|null} */
  let pending = null;
  /** The class of the course's game. */
  let family = '';
  /** Where the focus was when the last question was answered. @type {'buttons'|'field'|null} */
  let focusOrigin = null;

  /** @param {string} words */
  async function answer(words) {
    const question = pending;
    focusOrigin =
      document.activeElement === typed
        ? 'field'
        : element.contains(document.activeElement)
          ? 'buttons'
          : null;
    if (focusOrigin) onLeave();
    element.hidden = true;
    if (!(await onAnswer(words)) && pending === question) reopen();
  }

  /** Shows the question again, because the answer has not arrived. */
  function reopen() {
    element.hidden = !pending;
    focus();
  }

  /** Restores the focus to where it was when the last question was answered. */
  function focus() {
    if (focusOrigin === 'field') typed.focus();
    else if (focusOrigin === 'buttons') buttons.querySelector('button')?.focus();
    focusOrigin = null;
  }

  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!pending) return;
    const number = choiceNumber(pending, typed.value, (move) => moveText(move, family));
    if (number === null) return setText(failure, t('two.noChoice', { n: pending.count }));
    answer(String(number));
  });

  /** @param {Question|null} question @param {string} name @param {string} game class of the course's game */
  function ask(question, name, game) {
    if (question?.question === pending?.question) return;
    pending = question;
    family = game;
    element.hidden = !question;
    if (!question) return;
    element.setAttribute('aria-label', `${singleLine(name, 40)}: ${t('two.choose')}`);
    typed.value = '';
    setText(failure, '');
    const shown = question.moves.slice(0, BUTTONS);
    const left = question.count - shown.length;
    fill(buttons, ...shown.map((move, index) => button(index + 1, move)));
    more.hidden = left <= 0;
    setText(more, left > 0 ? t('two.moreMoves', { n: left, all: question.count }) : '');
    focus();
  }

  /** @param {number} number @param {string} move */
  function button(number, move) {
    return h(
      'button',
      { type: 'button', onclick: () => answer(String(number)) },
      h('span', { class: 'number', text: `${number}` }),
      h('bdi', { text: singleLine(moveText(move, family), 60) }),
    );
  }

  /** Chooses a move from elsewhere, such as the board. @param {number} number */
  const choose = (number) => pending && !element.hidden && answer(String(number));
  return { element, ask, choose };
}
