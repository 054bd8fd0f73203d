/**
 * The form to set up a tournament: players, places, number of matches; and the list of existing tournaments.
 */

import { h, setText } from 'wag/shell/basics/dom.js';
import { locale, t, textOr, translator } from 'wag/shell/basics/i18n.js';
import { chosenValues, limitField, limitsSection, optionField } from 'wag/shell/setup/options.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';
import { readSeed } from 'wag/shell/setup/setup.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { createIntake } from 'wag/shell/tournaments/intake.js';
import { NEW } from 'wag/shell/tournaments/open-tournament.js';

/** @typedef {import('../../generated/server.js').Start} Start */
/** @typedef {Partial<import('../../generated/server.js').TournamentForm> & { game: string }} Request */
/** @typedef {import('../../generated/server.js').TournamentList} List */

/** Default and maximum number of matches per player. */
const GAMES = { usual: 20, most: 10000 };

/** @param {Start} start @param {List} listed @param {import('../game.js').Game} game @param {(wish: Request) => Promise<void>} onStart @param {(file: string) => void} onOpen */
export function createForm(start, listed, game, onStart, onOpen) {
  const players = playersField(start);
  const settings = settingsFields(start, game);
  const games = numberField('games', 1, GAMES.most, GAMES.usual, true);
  const intake = createIntake(game.name, () => showClass());
  const file = fileField(listed);
  const failure = h('p', { class: 'failure', role: 'alert' });
  const run = h('button', { type: 'submit', class: 'primary' });
  const showStart = () => {
    const count = intake.count();
    if (file.value !== NEW) setText(run, t('tour.goOn'));
    else setText(run, count > 0 ? t('intake.start', { n: count }) : t('tour.start'));
  };
  // An existing tournament keeps its settings.
  file.addEventListener('change', () => {
    const isNew = file.value === NEW;
    settings.disable(!isNew);
    games.input.required = isNew;
    games.input.value = isNew ? String(GAMES.usual) : '';
    showStart();
  });
  showStart();

  const rules = h('button', {
    type: 'button',
    text: t('tour.rules'),
    'aria-expanded': 'false',
    hidden: true,
    onclick: () => showRules(form.classList.contains('of-class')),
  });

  /** Shows the settings below the submissions, or only the submissions, all of them at once. @param {boolean} isOn */
  function showRules(isOn) {
    form.classList.toggle('of-class', !isOn);
    rules.setAttribute('aria-expanded', String(isOn));
    if (isOn) details.scrollIntoView({ block: 'center' });
  }

  /** Shows the submissions of a class, and what to do with them in the foot. */
  function showClass() {
    showStart();
    rules.hidden = false;
    foot.append(h('span', { class: 'spread' }), rules, intake.pickers);
    showRules(false);
  }

  /** @returns {Request} */
  const request = () => ({
    game: game.name,
    players: players.value(),
    games: games.input.value === '' ? undefined : Number(games.input.value),
    ...intake.value(),
    ...(file.value === NEW ? settings.value() : { file: file.value }),
  });

  const details = h(
    'fieldset',
    { class: 'panel' },
    h('legend', { text: t('setup.details') }),
    h(
      'div',
      { class: 'options' },
      games.element,
      h('div', { class: 'option' }, h('label', { for: file.id, text: t('tour.into') }), file),
    ),
    settings.element,
  );
  const foot = h('div', { class: 'setup-foot' }, failure, run);
  const form = h(
    'form',
    { class: 'setup tour-form' },
    h(
      'div',
      { class: 'setup-head' },
      h('h1', { text: t('tour.new') }),
      h('p', { class: 'hint', text: t('tour.hint') }),
    ),
    intake.element,
    h(
      'div',
      { class: 'setup-columns' },
      h('div', { class: 'setup-column' }, players.element),
      h('div', { class: 'setup-column' }, details, settings.places),
    ),
    foot,
    existingTournaments(listed, onOpen),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    run.disabled = true;
    setText(failure, '');
    await onStart(request()).catch((error) => setText(failure, errorText(error)));
    run.disabled = false;
  });
  return { element: form };
}

/** Returns the checkboxes of known players, and a field for others. @param {Start} start */
function playersField(start) {
  const known = checkboxes('player', playersOf(start), t('setup.players'));
  const others = h('input', {
    type: 'text',
    id: 'tour-more',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'tour-more-help',
  });
  known.element.append(
    h(
      'div',
      { class: 'option' },
      h('label', { for: others.id, text: t('tour.more') }),
      others,
      h('p', { class: 'hint', id: 'tour-more-help', text: t('tour.moreHelp') }),
    ),
  );
  return {
    element: known.element,
    value: () => [
      ...known.value(),
      ...others.value
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    ],
  };
}

/** Returns the fields for the settings of a new tournament: places, options of the game, seed. @param {Start} start @param {import('../game.js').Game} game */
function settingsFields(start, game) {
  const translate = translator(game.view?.texts ?? {});
  const isPlace = (/** @type {import('../../generated/server.js').Opt} */ option) =>
    option.kind === 'file' && option.preview === true;
  const place = /** @type {import('../../generated/server.js').Opt & { kind: 'file' }|undefined} */ (
    start.options.find(isPlace)
  );
  const places =
    place &&
    checkboxes('place', placesOf(place, translate), textOr(translate, `option.${place.name}`, place.name));
  const options = start.options
    .filter((option) => option !== place)
    .map((option) => optionField(option, undefined, translate, { name: game.name, view: null }));
  const seats =
    start.seats.least < start.seats.most
      ? numberField('seats', Math.max(2, start.seats.least), start.seats.most, null, false)
      : null;
  const limits = start.limits.map((limit) => limitField(limit, undefined));
  const seed = h('input', {
    type: 'text',
    id: 'tour-seed',
    inputmode: 'numeric',
    pattern: '[0-9]{0,20}',
    placeholder: t('setup.seedHint'),
  });
  const element = h(
    'fieldset',
    { class: 'tour-own' },
    h('legend', { class: 'unseen', text: t('tour.new') }),
    h(
      'div',
      { class: 'options' },
      seats?.element,
      ...options.map((field) => field.element),
      h('div', { class: 'option' }, h('label', { for: seed.id, text: t('setup.seed') }), seed),
    ),
    limitsSection(limits),
  );
  return {
    element,
    places: places?.element,
    disable: (/** @type {boolean} */ isOff) => {
      element.disabled = isOff;
      if (places) places.element.disabled = isOff;
    },
    value: () => ({
      places: places?.value() ?? [],
      options: chosenValues(options),
      seats: seats?.input.value ? Number(seats.input.value) : null,
      limits: chosenValues(limits),
      seed: readSeed(seed.value),
    }),
  };
}

/** An item with a checkbox; `locked` says why it is disabled. @typedef {{word: string, name: string, about: string, locked: string|null, checked: boolean}} CheckItem */

/** Returns the files of the folder by their players' names, and the built-in players. @param {Start} start @returns {CheckItem[]} */
function playersOf(start) {
  const files = start.files.map((word, index) => ({
    word,
    name: start.names?.[index] ?? word,
    about: word,
    locked: null,
    checked: false,
  }));
  const builtIn = start.built_in.map(({ name, about, locked }) => ({
    word: name,
    name,
    about: [t('setup.builtIn'), translateMessage(about)].filter(Boolean).join(': '),
    locked,
    checked: false,
  }));
  return [...files, ...builtIn];
}

/** @param {import('../../generated/server.js').Opt & { kind: 'file' }} option @param {import('../basics/i18n.js').Translate} translate @returns {CheckItem[]} */
function placesOf(option, translate) {
  return option.files.map((file) => ({
    word: file.name,
    name: textOr(translate, `option.${option.name}=${file.name}`, file.title || file.name),
    about: file.size?.join('×') ?? '',
    locked: file.locked ?? null,
    checked: file.name === option.usual,
  }));
}

/** @param {string} name @param {CheckItem[]} all @param {string} title */
function checkboxes(name, all, title) {
  const boxes = all.map((tick, index) => {
    const box = h('input', {
      type: 'checkbox',
      id: `tour-${name}-${index + 1}`,
      value: tick.word,
      disabled: Boolean(tick.locked),
      'aria-describedby': tick.about ? `tour-${name}-${index + 1}-about` : undefined,
    });
    box.checked = tick.checked;
    return box;
  });
  const item = (/** @type {CheckItem} */ tick, /** @type {number} */ index) =>
    h(
      'div',
      { class: 'tour-tick', title: tick.locked ?? undefined },
      h('label', { class: 'tour-check' }, boxes[index], h('bdi', { text: singleLine(tick.name, 60) })),
      tick.about &&
        h('p', {
          class: 'hint',
          id: `tour-${name}-${index + 1}-about`,
          text: singleLine(tick.locked ? `${t('setup.locked')} · ${tick.about}` : tick.about, 90),
        }),
    );
  const counted = h('span', { class: 'hint', role: 'status' });
  const free = () => boxes.filter((box) => !box.disabled);
  const count = () =>
    setText(counted, t('tour.ticked', { n: boxes.filter((box) => box.checked).length, all: free().length }));
  const set = (/** @type {boolean} */ to) => () => {
    for (const box of free()) box.checked = to;
    count();
  };
  const element = h(
    'fieldset',
    { class: 'panel' },
    h('legend', { text: title }),
    h('div', { class: 'tour-ticks' }, ...all.map(item)),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', text: t('tour.tickAll'), onclick: set(true) }),
      h('button', { type: 'button', text: t('tour.tickNone'), onclick: set(false) }),
      counted,
    ),
  );
  element.addEventListener('change', count);
  count();
  return {
    element,
    value: () => boxes.filter((box) => box.checked && !box.disabled).map((box) => box.value),
  };
}

/** @param {'games'|'seats'} name @param {number} least @param {number} most @param {number|null} usual @param {boolean} required */
function numberField(name, least, most, usual, required) {
  const id = `tour-${name}`;
  const input = h('input', {
    type: 'number',
    id,
    min: least,
    max: most,
    step: '1',
    required,
    value: usual ?? '',
    placeholder: usual === null ? String(most) : '',
    'aria-describedby': `${id}-help`,
  });
  const element = h(
    'div',
    { class: 'option' },
    h('label', { for: id, text: t(`tour.${name}`) }),
    input,
    h('p', { class: 'hint', id: `${id}-help`, text: t(`tour.${name}Help`) }),
  );
  return { input, element };
}

/** Returns a field to choose a new file or an existing one. @param {List} listed */
function fileField({ files, now }) {
  const isFree = (/** @type {import('../../generated/server.js').ListedTournament} */ one) =>
    !one.error && !(now?.file === one.file && now.state === 'running');
  return h(
    'select',
    { id: 'tour-into' },
    h('option', { value: NEW, text: t('tour.newFile') }),
    ...files.filter(isFree).map(({ file }) => h('option', { value: file, text: singleLine(file) })),
  );
}

/** @param {List} listed @param {(file: string) => void} onOpen */
function existingTournaments({ files, now }, onOpen) {
  const item = (/** @type {import('../../generated/server.js').ListedTournament} */ one) => {
    const isRunning = now?.file === one.file && now.state === 'running';
    const date = new Date(one.changed);
    const when = Number.isNaN(date.getTime())
      ? ''
      : date.toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
    const detail =
      one.error ??
      [
        isRunning ? t('tour.running') : '',
        t('tour.progress', { played: one.played, planned: one.planned }),
        when,
      ]
        .filter(Boolean)
        .join(' · ');
    return h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'save', disabled: Boolean(one.error), onclick: () => onOpen(one.file) },
        h('strong', {}, h('bdi', { text: singleLine(one.file) })),
        isRunning && h('span', { class: 'tag', text: t('tour.running') }),
        one.players.length > 0 &&
          h('span', { class: 'save-players', text: singleLine(one.players.join(', '), 200) }),
        h('span', { class: 'hint', text: singleLine(detail, 300) }),
      ),
    );
  };
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'tour-earlier' },
    h('h2', { id: 'tour-earlier', text: t('tour.earlier') }),
    files.length > 0
      ? h('ul', { class: 'saves' }, ...files.map(item))
      : h('p', { class: 'hint', text: t('tour.none') }),
  );
}
