/**
 * The form to set up a game for two, or a tournament.
 */

import { h, setText } from 'wag/shell/basics/dom.js';
import { hasText, t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { readSeed } from 'wag/shell/setup/setup.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { createArguments, createSpecField, splitSpec } from 'wag/two/arguments.js';

/** @typedef {import('../generated/server.js').TwoPlayerRequest} SessionSettings */
/** @typedef {import('../generated/server.js').TwoPlayerStart} Start */

/** @type {SessionSettings} */
const STANDARD = { game: 'TicTacToe', players: ['You', 'Perfect'], seed: null, time_limit: 10, rounds: null };
const STANDARD_ROUNDS = 5;
const ENTRANTS = ['Random', 'Perfect'];

/** @param {Start} start @param {SessionSettings|null} last @param {(wanted: SessionSettings) => Promise<void>} onStart @param {(() => void)|null} onBack */
export function createForm(start, last, onStart, onBack) {
  const settings = { ...STANDARD, ...last };
  const isTournament = settings.rounds !== null;
  const { choices } = start;
  const games = [...choices.own_games, ...choices.games];
  const game = createSpecField('two-game', 'two-games', games, settings.game);
  const players = [0, 1].map((index) =>
    playerField(start, index, (isTournament ? STANDARD : settings).players[index] ?? ''),
  );
  const entrants = entrantField(start, isTournament ? settings.players : ENTRANTS);
  const rounds = numberField('rounds', '1', '1000', '1', String(settings.rounds ?? STANDARD_ROUNDS));
  const limit = numberField('limit', '0.05', '3600', 'any', String(settings.time_limit));
  const seed = h('input', {
    type: 'text',
    id: 'two-seed',
    inputmode: 'numeric',
    pattern: '[0-9]{0,20}',
    placeholder: t('two.seedHint'),
    value: settings.seed ?? '',
  });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const run = h('button', { type: 'submit', class: 'primary', text: t('two.start') });
  const one = h(
    'fieldset',
    { class: 'panel' },
    h('legend', { text: t('two.players') }),
    ...players.map((field) => field.element),
    h('p', { class: 'hint', text: t('two.playersHint') }),
  );
  const kind = kindChoice(isTournament, choose);

  /** @param {boolean} tournament */
  function choose(tournament) {
    one.hidden = tournament;
    entrants.element.hidden = !tournament;
    rounds.element.hidden = !tournament;
    // Hidden fields must not be required.
    for (const field of players) field.disable(tournament);
    entrants.disable(!tournament);
    rounds.input.disabled = !tournament;
  }

  const form = h(
    'form',
    { class: 'setup' },
    h(
      'div',
      { class: 'setup-head two-head' },
      h(
        'div',
        {},
        h('h1', { text: t('two.heading') }),
        h('p', { class: 'hint', text: t('two.folder', { folder: singleLine(start.folder, 60) }) }),
      ),
      onBack && h('button', { type: 'button', text: t('two.back'), onclick: onBack }),
    ),
    kind.element,
    h(
      'div',
      { class: 'setup-columns' },
      h(
        'div',
        { class: 'setup-column' },
        h(
          'fieldset',
          { class: 'panel' },
          h('legend', { text: t('two.game') }),
          h('div', { class: 'two-field' }, h('label', { for: 'two-game', text: t('two.game') }), game.input),
          game.arguments,
          h('p', { class: 'hint', text: t('two.gameHint') }),
        ),
        h(
          'fieldset',
          { class: 'panel' },
          h('legend', { text: t('two.details') }),
          h(
            'div',
            { class: 'two-details' },
            rounds.element,
            h('div', {}, h('label', { for: 'two-seed', text: t('two.seed') }), seed),
            limit.element,
          ),
        ),
      ),
      one,
      entrants.element,
    ),
    datalist('two-games', games),
    datalist('two-players', [...choices.own_players, ...choices.players]),
    h('div', { class: 'setup-foot' }, failure, h('span', { class: 'hint', text: t('two.return') }), run),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    run.disabled = true;
    setText(failure, '');
    const tournament = kind.isTournament();
    try {
      await onStart({
        game: game.value(),
        players: tournament ? entrants.value() : players.map((field) => field.value()),
        seed: readSeed(seed.value),
        time_limit: Number(limit.input.value),
        rounds: tournament ? Number(rounds.input.value) : null,
      });
    } catch (error) {
      setText(failure, errorText(error));
    }
    run.disabled = false;
  });
  choose(isTournament);
  return { element: form, run: () => form.requestSubmit() };
}

/** @param {boolean} isTournament @param {(tournament: boolean) => void} onChange */
function kindChoice(isTournament, onChange) {
  /** @param {string} id @param {boolean} tournament */
  const card = (id, tournament) => {
    const input = h('input', { type: 'radio', name: 'two-kind', id: `two-${id}` });
    input.checked = tournament === isTournament;
    input.addEventListener('change', () => onChange(tournament));
    return {
      input,
      element: h(
        'label',
        { class: 'card', for: `two-${id}` },
        input,
        h('strong', { text: t(`two.${id}`) }),
        h('span', { text: t(`two.${id}Hint`) }),
      ),
    };
  };
  const one = card('one', false);
  const tournament = card('tournament', true);
  return {
    element: h(
      'fieldset',
      { class: 'stages two-kinds' },
      h('legend', { text: t('two.kind') }),
      one.element,
      tournament.element,
    ),
    isTournament: () => tournament.input.checked,
  };
}

/** @param {Start} start @param {number} index @param {string} value */
function playerField({ choices }, index, value) {
  const id = `two-player-${index + 1}`;
  const word = createSpecField(id, 'two-players', [...choices.own_players, ...choices.players], value);
  const label = h('label', { for: id, text: t(index === 0 ? 'two.first' : 'two.second') });
  return {
    ...word,
    element: h('div', {}, h('div', { class: 'two-field' }, label, word.input), word.arguments),
  };
}

/** @param {string} name @param {string} min @param {string} max @param {string} step @param {string} value */
function numberField(name, min, max, step, value) {
  const input = h('input', { type: 'number', id: `two-${name}`, min, max, step, required: true, value });
  return { input, element: h('div', {}, h('label', { for: `two-${name}`, text: t(`two.${name}`) }), input) };
}

/** Returns the field for the players of a tournament: checkboxes for known ones, and a field for others. @param {Start} start @param {string[]} chosen */
function entrantField(start, chosen) {
  const known = [...start.choices.own_players, ...start.choices.players.filter(({ word }) => word !== 'You')];
  const boxes = known.map((choice, index) =>
    entrantBox(
      choice,
      `two-entrant-${index + 1}`,
      chosen.find((text) => splitSpec(text).word === choice.word),
    ),
  );
  const others = chosen
    .filter((text) => !known.some(({ word }) => word === splitSpec(text).word) && text !== 'You')
    .join(' ');
  const more = h('input', {
    type: 'text',
    id: 'two-more',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: t('two.moreHint'),
    value: others,
  });
  const element = h(
    'fieldset',
    { class: 'panel' },
    h('legend', { text: t('two.entrants') }),
    h('div', { class: 'two-entrants' }, ...boxes.map((box) => box.element)),
    h('div', { class: 'two-more' }, h('label', { for: 'two-more', text: t('two.more') }), more),
  );
  const value = () => [...boxes.flatMap((box) => box.value()), ...more.value.split(/\s+/).filter(Boolean)];
  /** @param {boolean} isOff */
  const disable = (isOff) => {
    for (const box of boxes) box.disable(isOff);
  };
  return { element, value, disable };
}

/** Returns a checkbox for a player and, if it is checked, fields for its arguments. @param {import('../generated/two-player.js').Choice} choice @param {string} id @param {string|undefined} chosen */
function entrantBox(choice, id, chosen) {
  const box = h('input', { type: 'checkbox', value: choice.word });
  box.checked = chosen !== undefined;
  const fields = createArguments(id, [choice]);
  const show = () => fields.show(box.checked ? choice.word : '', chosen && splitSpec(chosen).values);
  box.addEventListener('change', show);
  show();
  return {
    element: h(
      'div',
      {},
      h('label', { class: 'two-check' }, box, h('bdi', { text: singleLine(choice.word, 60) })),
      fields.element,
    ),
    value: () => (box.checked ? [fields.complete(choice.word)] : []),
    disable: fields.disable,
  };
}

/** @param {string} id @param {import('../generated/two-player.js').Choice[]} choices */
function datalist(id, choices) {
  return h(
    'datalist',
    { id },
    ...choices.map(({ word }) =>
      h('option', { value: word, label: hasText(`two.name.${word}`) ? t(`two.name.${word}`) : undefined }),
    ),
  );
}
