/**
 * The moves that a person can choose from: a button for each, and a text field.
 */

import { fill, h, say } from 'wag/shell/dom.js';
import { t } from 'wag/shell/i18n.js';
import { short } from 'wag/shell/text.js';
import { BUTTONS } from 'wag/two/limits.js';
import { inWords } from 'wag/two/move-text.js';
import { choice } from 'wag/two/session.js';

/** @typedef {import('./session.js').Question} Question */

/** @param {(answer: string) => Promise<boolean>} onAnswer resolves to true if the answer has arrived @param {() => void} onLeave moves the focus away while there is no question */
export function createChoices(onAnswer, onLeave) {
  const buttons = h('div', { class: 'two-buttons' });
  const more = h('p', { class: 'hint' });
  const typed = h('input', { type: 'text', id: 'two-choice', autocomplete: 'off', spellcheck: 'false', maxlength: '120' });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const element = h('form', { class: 'two-choices', hidden: true, 'aria-label': t('two.choose') },
    h('h2', { text: t('two.choose') }), buttons, more,
    h('div', { class: 'two-type' }, h('label', { for: 'two-choice', text: t('two.choice') }), typed, h('button', { type: 'submit', text: t('two.go') }),
      h('button', { type: 'button', class: 'two-resign', text: t('two.resign'), onclick: () => answer('resign') })), failure);
  /** @type {Question|null} */
  let asked = null;
  /** The class of the course's game. */
  let family = '';
  /** Where the focus was when the last question was answered. @type {'buttons'|'field'|null} */
  let came = null;

  /** @param {string} words */
  async function answer(words) {
    const question = asked;
    came = document.activeElement === typed ? 'field' : element.contains(document.activeElement) ? 'buttons' : null;
    if (came) onLeave();
    element.hidden = true;
    if (!(await onAnswer(words)) && asked === question) again();
  }

  /** Shows the question again, because the answer has not arrived. */
  function again() {
    element.hidden = !asked;
    focus();
  }

  /** Restores the focus to where it was when the last question was answered. */
  function focus() {
    if (came === 'field') typed.focus();
    else if (came === 'buttons') buttons.querySelector('button')?.focus();
    came = null;
  }

  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!asked) return;
    const number = choice(asked, typed.value, (move) => inWords(move, family));
    if (number === null) return say(failure, t('two.noChoice', { n: asked.count }));
    answer(String(number));
  });

  /** @param {Question|null} question @param {string} name @param {string} game class of the course's game */
  function ask(question, name, game) {
    if (question?.question === asked?.question) return;
    asked = question;
    family = game;
    element.hidden = !question;
    if (!question) return;
    element.setAttribute('aria-label', `${short(name, 40)}: ${t('two.choose')}`);
    typed.value = '';
    say(failure, '');
    const shown = question.moves.slice(0, BUTTONS);
    const left = question.count - shown.length;
    fill(buttons, ...shown.map((move, index) => button(index + 1, move)));
    more.hidden = left <= 0;
    say(more, left > 0 ? t('two.moreMoves', { n: left, all: question.count }) : '');
    focus();
  }

  /** @param {number} number @param {string} move */
  function button(number, move) {
    return h('button', { type: 'button', onclick: () => answer(String(number)) }, h('span', { class: 'number', text: `${number}` }), h('bdi', { text: short(inWords(move, family), 60) }));
  }

  /** Chooses a move from elsewhere, such as the board. @param {number} number */
  const choose = (number) => asked && !element.hidden && answer(String(number));
  return { element, ask, choose };
}
