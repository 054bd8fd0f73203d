/**
 * The field for a game or a player, such as `SimpleNim:21`: a field for the class, and one for each of its arguments.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { hasText, t } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../generated/two-player.js').Choice} Choice */

/** Splits a text into the class before the colon and the arguments behind it. The class itself may contain a colon, as in `file.py:Class:20`, and follow a name, as in `Ann=`. @param {string} text */
export function splitSpec(text) {
  const [, word, values] = /^((?:[^=]*=)?(?:.*?\.py:)?[^:]*)(?::([\s\S]*))?$/.exec(text.trim()) ?? [
    '',
    text.trim(),
    undefined,
  ];
  return { word, values };
}

/** @param {string} id @param {string} list id of the list of suggestions @param {Choice[]} choices @param {string} text */
export function createSpecField(id, list, choices, text) {
  const { word, values } = splitSpec(text);
  const fields = createArguments(id, choices);
  const input = h('input', {
    type: 'text',
    id,
    list,
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    maxlength: '200',
    value: known(choices, word) ? word : text,
  });
  fields.show(word, values);
  input.addEventListener('focus', () => input.select());
  input.addEventListener('input', () => {
    const typed = splitSpec(input.value);
    fields.show(typed.word, typed.values);
  });
  // Arguments that were typed behind the colon move to their fields.
  input.addEventListener('change', () => {
    const typed = splitSpec(input.value);
    if (typed.values !== undefined && known(choices, typed.word)) input.value = typed.word;
  });
  return {
    input,
    arguments: fields.element,
    /** @param {boolean} isOff */
    disable: (isOff) => {
      input.disabled = isOff;
      fields.disable(isOff);
    },
    value: () =>
      splitSpec(input.value).values === undefined ? fields.complete(input.value.trim()) : input.value.trim(),
  };
}

/** @param {Choice[]} choices @param {string} word */
function known(choices, word) {
  const plain = word.replace(/^[^=]*=/, '');
  return choices.find((choice) => choice.word === plain);
}

/** Returns fields for the arguments of a class. @param {string} id @param {Choice[]} choices */
export function createArguments(id, choices) {
  const element = h('div', { class: 'two-arguments', hidden: true });
  /** @type {HTMLInputElement[]} */
  let inputs = [];
  let shown = '';

  /** @param {string} word @param {string|undefined} values earlier arguments */
  function show(word, values) {
    const found = known(choices, word);
    const key = found ? found.word : '';
    if (key === shown && values === undefined) return;
    shown = key;
    const wanted = found?.arguments ?? [];
    const given = wanted.length === 1 ? [values] : (values?.split(',') ?? []);
    inputs = wanted.map(({ name, usual }, index) =>
      h('input', {
        type: 'text',
        id: `${id}-${name}`,
        autocomplete: 'off',
        spellcheck: 'false',
        maxlength: '80',
        required: true,
        value: given[index]?.trim() ?? usual ?? '',
      }),
    );
    fill(
      element,
      ...inputs.map((input, index) =>
        h('div', {}, h('label', { for: input.id, text: labelOf(wanted[index].name) }), input),
      ),
    );
    element.hidden = wanted.length === 0;
  }

  return {
    element,
    show,
    /** @param {boolean} isOff true to disable the fields, because hidden fields must not be required */
    disable: (isOff) => {
      for (const input of inputs) input.disabled = isOff;
    },
    /** @param {string} word */
    complete: (word) =>
      inputs.length > 0 ? `${word}:${inputs.map((input) => input.value.trim()).join(',')}` : word,
  };
}

/** @param {string} name */
function labelOf(name) {
  const key = `two.argument.${name}`;
  return hasText(key) ? t(key) : name;
}
