/**
 * Form fields for the options of a game: numbers, choices, flags, files. All data come from the game.
 */

import { h } from 'wag/shell/basics/dom.js';
import { inLanguage, t, textOr } from 'wag/shell/basics/i18n.js';
import { createPreview } from 'wag/shell/setup/preview.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** Maximum length of a text. */
const OPTION_MAX = 200;

/** @typedef {import('../../generated/server.js').Opt} Option */
/** @typedef {import('../basics/i18n.js').Translate} Translate */

/**
 * A field of the form. `value` returns null if nothing is chosen; `lock` shows a fixed value, or the default, until it
 * is called with null.
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {HTMLElement} element
 * @property {boolean} isLarge                     true if the field is a panel
 * @property {() => string|null} value
 * @property {(to: {value: string|undefined}|null) => void} lock
 * @property {() => void} [show]                   called when the field is on the page
 * @property {() => void} [stop]
 */

/**
 * @param {Option} option @param {string|undefined} chosen @param {Translate} translate
 * @param {{name: string, view: import('../game.js').GameDisplay|null}} game
 * @returns {Field}
 */
export function optionField(option, chosen, translate, game) {
  const about = {
    name: option.name,
    id: `option-${option.name}`,
    label: textOr(translate, `option.${option.name}`, option.name),
    help: textOr(translate, `option.${option.name}.help`, translateMessage(option.help)),
    isLarge: false,
  };
  switch (option.kind) {
    case 'number':
      return numberField(option, chosen, about);
    case 'choice':
      return choiceField(option, chosen, about, translate);
    case 'text':
      return textField(option.usual, chosen, about);
    case 'flag':
      return flagField(chosen, about);
    case 'file':
      return fileField(option, chosen, about, translate, game);
    // A kind of option of a newer program, which this page does not know.
    default:
      return { ...about, element: h('div', { hidden: true }), value: () => chosen ?? null, lock: () => {} };
  }
}

/** @typedef {{name: string, element: HTMLElement, value: () => number|null, lock: (isLocked: boolean) => void}} LimitField */

/** Returns the limits of each player, folded. @param {LimitField[]} limits */
export function limitsSection(limits) {
  return h(
    'details',
    { class: 'setup-limits' },
    h('summary', { text: t('setup.limits') }),
    h('div', { class: 'options' }, ...limits.map((field) => field.element)),
  );
}

/** Returns the values of the fields that have one, by name. @template V @param {{name: string, value: () => V|null}[]} fields @returns {Record<string, V>} */
export function chosenValues(fields) {
  /** @type {Record<string, V>} */
  const values = {};
  for (const field of fields) {
    const value = field.value();
    if (value !== null) values[field.name] = value;
  }
  return values;
}

/** Returns the field of a limit of each player; empty means the default. @param {import('../../generated/server.js').LimitChoice} limit @param {number|undefined} chosen @returns {LimitField} */
export function limitField(limit, chosen) {
  const id = `limit-${limit.name}`;
  const input = h('input', {
    type: 'number',
    id,
    min: limit.least,
    max: limit.most,
    step: limit.is_whole ? '1' : 'any',
    placeholder: t('setup.usual'),
    value: chosen ?? '',
  });
  const help = inLanguage(limit.help);
  const about = { name: limit.name, id, label: t(`limit.${limit.name}`), help, isLarge: false };
  return {
    name: limit.name,
    element: labeled(about, input),
    value: () => (input.value.trim() ? Number(input.value) : null),
    /** @param {boolean} isLocked */
    lock: (isLocked) => lockInput(input, isLocked ? '' : null),
  };
}

/** @typedef {{name: string, id: string, label: string, help: string, isLarge: boolean}} About */

/** Shows `to` instead of the user's choice, and disables the field; null restores it. @param {HTMLInputElement|HTMLSelectElement} input @param {string|null} to */
export function lockInput(input, to) {
  if (!input.disabled) input.dataset.own = input.value;
  input.disabled = to !== null;
  input.value = to ?? input.dataset.own ?? '';
}

/** Returns a label, the field, and its description below. @param {About} about @param {HTMLElement} input @param {...import('../basics/dom.js').Child} more */
function labeled(about, input, ...more) {
  return h('div', { class: 'option' }, labelOf(about), input, ...more, hintOf(about, input));
}

/** @param {About} about */
function labelOf({ id, label }) {
  return h('label', { for: id, text: singleLine(label, 60) });
}

/** @param {About} about @param {HTMLElement} input */
function hintOf({ id, help }, input) {
  if (!help) return null;
  input.setAttribute('aria-describedby', `${id}-help`);
  return h('p', { class: 'hint', id: `${id}-help`, text: singleLine(help, 300) });
}

/** @param {import('../../generated/server.js').Opt & { kind: 'number' }} option @param {string|undefined} chosen @param {About} about @returns {Field} */
function numberField(option, chosen, about) {
  const usual = option.usual === null ? '' : String(option.usual);
  const input = h('input', {
    type: 'number',
    id: about.id,
    min: option.least,
    max: option.most,
    step: '1',
    required: option.usual !== null,
    placeholder: t('setup.usual'),
    value: chosen ?? usual,
  });
  return {
    ...about,
    element: labeled(about, input),
    value: () => input.value.trim() || null,
    lock: (to) => lockInput(input, to && (to.value ?? usual)),
  };
}

/** @param {string} usual @param {string|undefined} chosen @param {About} about @returns {Field} */
function textField(usual, chosen, about) {
  const input = h('input', {
    type: 'text',
    id: about.id,
    maxlength: OPTION_MAX,
    spellcheck: 'false',
    placeholder: usual === '' ? undefined : singleLine(usual, 60),
    value: (chosen ?? usual).slice(0, OPTION_MAX),
  });
  return {
    ...about,
    element: labeled(about, input),
    value: () => input.value || null,
    lock: (to) => lockInput(input, to && (to.value ?? usual)),
  };
}

/** @param {import('../../generated/server.js').Opt & { kind: 'choice' }} option @param {string|undefined} chosen @param {About} about @param {Translate} translate @returns {Field} */
function choiceField(option, chosen, about, translate) {
  const input = h(
    'select',
    { id: about.id },
    ...option.of.map((word) =>
      h('option', { value: word, text: textOr(translate, `option.${option.name}=${word}`, word) }),
    ),
  );
  input.value = chosen !== undefined && option.of.includes(chosen) ? chosen : option.usual;
  return {
    ...about,
    element: labeled(about, input),
    value: () => input.value,
    lock: (to) => lockInput(input, to && (to.value ?? option.usual)),
  };
}

/** @param {string|undefined} chosen @param {About} about @returns {Field} */
function flagField(chosen, about) {
  const input = h('input', { type: 'checkbox', id: about.id });
  input.checked = chosen === 'yes';
  let own = input.checked;
  /** @param {{value: string|undefined}|null} to */
  const lock = (to) => {
    if (!input.disabled) own = input.checked;
    input.disabled = to !== null;
    input.checked = to ? to.value === 'yes' : own;
  };
  const element = labeled(about, input);
  element.classList.add('flag');
  return { ...about, element, value: () => (input.checked ? 'yes' : null), lock };
}

/**
 * @param {import('../../generated/server.js').Opt & { kind: 'file' }} option @param {string|undefined} chosen @param {About} about @param {Translate} translate
 * @param {{name: string, view: import('../game.js').GameDisplay|null}} game @returns {Field}
 */
function fileField(option, chosen, about, translate, game) {
  const input = h(
    'select',
    { id: about.id },
    ...option.files.map((file) => fileOption(option.name, file, translate)),
  );
  const isOpen = option.files.some((file) => file.name === chosen && !file.locked);
  input.value = (isOpen && chosen) || option.usual;
  const aboutFile = h('p', { class: 'hint about' });
  const preview = option.preview && game.view ? createPreview(game.view, option.name, about.label) : null;
  function show() {
    const file = option.files.find((one) => one.name === input.value);
    aboutFile.textContent = singleLine(translateMessage(file?.about), 200);
    aboutFile.hidden = !file?.about;
    // A small field has no space for it.
    input.title = preview ? '' : aboutFile.textContent;
    if (file) preview?.show(file.name, titleOf(option.name, file, translate));
  }
  input.addEventListener('change', show);
  return {
    ...about,
    isLarge: preview !== null,
    element: preview
      ? h(
          'fieldset',
          { class: 'panel' },
          h('legend', {}, labelOf(about)),
          input,
          aboutFile,
          preview.element,
          hintOf(about, input),
        )
      : labeled(about, input),
    value: () => input.value || null,
    lock: (to) => {
      lockInput(input, to && (to.value ?? option.usual));
      show();
    },
    show,
    stop: preview?.stop,
  };
}

/** @param {string} option @param {import('../../generated/server.js').File} file @param {Translate} translate */
function titleOf(option, file, translate) {
  return textOr(translate, `option.${option}=${file.name}`, file.title || file.name);
}

/** @param {string} option @param {import('../../generated/server.js').File} file @param {Translate} translate */
function fileOption(option, file, translate) {
  const size = file.size ? ` (${file.size.join('×')})` : '';
  const locked = file.locked ? ` · ${t('setup.locked')}` : '';
  return h('option', {
    value: file.name,
    disabled: Boolean(file.locked),
    title: file.locked ? translateMessage(file.locked) : undefined,
    text: `${singleLine(titleOf(option, file, translate))}${size}${locked}`,
  });
}
