/**
 * Setting up a game for two, or a tournament.
 */

import { h, say } from 'wag/shell/dom.js';
import { t } from 'wag/shell/i18n.js';
import { message } from 'wag/shell/replay.js';
import { readSeed } from 'wag/shell/setup.js';
import { short } from 'wag/shell/text.js';

/** @typedef {import('./table.js').Wanted} Wanted */
/** @typedef {import('./api.js').Start} Start */

/** @type {Wanted} */
const STANDARD = { game: 'TicTacToe', players: ['You', 'Perfect'], seed: null, time_limit: 10, rounds: null };
const STANDARD_ROUNDS = 5;
const ENTRANTS = ['Random', 'Perfect'];

/** @param {Start} start @param {Wanted|null} last @param {(wanted: Wanted) => Promise<void>} onStart @param {(() => void)|null} onBack */
export function createForm(start, last, onStart, onBack) {
  const wanted = { ...STANDARD, ...last };
  const isTournament = wanted.rounds !== null;
  const game = h('input', { type: 'text', id: 'two-game', list: 'two-games', autocomplete: 'off', spellcheck: 'false', required: true, maxlength: '200', value: wanted.game });
  const players = [0, 1].map((index) => playerField(index, (isTournament ? STANDARD : wanted).players[index] ?? ''));
  const entrants = entrantField(start, isTournament ? wanted.players : ENTRANTS);
  const rounds = numberField('rounds', '1', '1000', '1', String(wanted.rounds ?? STANDARD_ROUNDS));
  const limit = numberField('limit', '0.05', '3600', 'any', String(wanted.time_limit));
  const seed = h('input', { type: 'text', id: 'two-seed', inputmode: 'numeric', pattern: '[0-9]{0,20}', placeholder: t('two.seedHint'), value: wanted.seed ?? '' });
  const failure = h('p', { class: 'failure', role: 'alert' });
  const run = h('button', { type: 'submit', class: 'primary', text: t('two.start') });
  const one = h('fieldset', { class: 'panel' }, h('legend', { text: t('two.players') }), ...players.map((field) => field.element), h('p', { class: 'hint', text: t('two.playersHint') }));
  const kind = kindChoice(isTournament, choose);

  /** @param {boolean} tournament */
  function choose(tournament) {
    one.hidden = tournament;
    entrants.element.hidden = !tournament;
    rounds.element.hidden = !tournament;
    // What is not shown is not asked for.
    for (const field of players) field.input.disabled = tournament;
    rounds.input.disabled = !tournament;
  }

  const form = h('form', { class: 'setup' },
    h('div', { class: 'setup-head two-head' },
      h('div', {}, h('h1', { text: t('two.heading') }), h('p', { class: 'hint', text: t('two.folder', { folder: short(start.folder, 60) }) })),
      onBack && h('button', { type: 'button', text: t('two.back'), onclick: onBack })),
    kind.element,
    h('div', { class: 'setup-columns' },
      h('div', { class: 'setup-column' },
        h('fieldset', { class: 'panel' }, h('legend', { text: t('two.game') }), h('div', { class: 'two-field' }, h('label', { for: 'two-game', text: t('two.game') }), game), h('p', { class: 'hint', text: t('two.gameHint') })),
        h('fieldset', { class: 'panel' }, h('legend', { text: t('two.details') }), h('div', { class: 'two-details' },
          rounds.element, h('div', {}, h('label', { for: 'two-seed', text: t('two.seed') }), seed), limit.element))),
      one, entrants.element),
    datalist('two-games', [...start.choices.own_games, ...start.choices.games]),
    datalist('two-players', [...start.choices.own_players, ...start.choices.players]),
    h('div', { class: 'setup-foot' }, failure, h('span', { class: 'hint', text: t('two.return') }), run));
  for (const input of [game, ...players.map((field) => field.input)]) input.addEventListener('focus', () => input.select());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    run.disabled = true;
    say(failure, '');
    const tournament = kind.isTournament();
    try {
      await onStart({
        game: game.value.trim(), players: tournament ? entrants.value() : players.map((field) => field.input.value.trim()),
        seed: readSeed(seed.value), time_limit: Number(limit.input.value), rounds: tournament ? Number(rounds.input.value) : null,
      });
    } catch (error) {
      say(failure, message(error));
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
    return { input, element: h('label', { class: 'card', for: `two-${id}` }, input, h('strong', { text: t(`two.${id}`) }), h('span', { text: t(`two.${id}Hint`) })) };
  };
  const one = card('one', false);
  const tournament = card('tournament', true);
  return {
    element: h('fieldset', { class: 'stages two-kinds' }, h('legend', { text: t('two.kind') }), one.element, tournament.element),
    isTournament: () => tournament.input.checked,
  };
}

/** @param {number} index @param {string} value */
function playerField(index, value) {
  const id = `two-player-${index + 1}`;
  const input = h('input', { type: 'text', id, list: 'two-players', autocomplete: 'off', spellcheck: 'false', required: true, maxlength: '200', value });
  return { input, element: h('div', { class: 'two-field' }, h('label', { for: id, text: t(index === 0 ? 'two.first' : 'two.second') }), input) };
}

/** @param {string} name @param {string} min @param {string} max @param {string} step @param {string} value */
function numberField(name, min, max, step, value) {
  const input = h('input', { type: 'number', id: `two-${name}`, min, max, step, required: true, value });
  return { input, element: h('div', {}, h('label', { for: `two-${name}`, text: t(`two.${name}`) }), input) };
}

/** Who takes part in a tournament: those there are, and others. @param {Start} start @param {string[]} chosen */
function entrantField(start, chosen) {
  const known = [...start.choices.own_players, ...start.choices.players.filter((name) => name !== 'You')];
  const boxes = known.map((name) => {
    const box = h('input', { type: 'checkbox', value: name });
    box.checked = chosen.includes(name);
    return box;
  });
  const others = chosen.filter((name) => !known.includes(name) && name !== 'You').join(' ');
  const more = h('input', { type: 'text', id: 'two-more', autocomplete: 'off', spellcheck: 'false', placeholder: t('two.moreHint'), value: others });
  const element = h('fieldset', { class: 'panel' }, h('legend', { text: t('two.entrants') }),
    h('div', { class: 'two-entrants' }, ...boxes.map((box) => h('label', { class: 'two-check' }, box, h('bdi', { text: short(box.value, 60) })))),
    h('div', { class: 'two-more' }, h('label', { for: 'two-more', text: t('two.more') }), more));
  const value = () => [...boxes.filter((box) => box.checked).map((box) => box.value), ...more.value.split(/\s+/).filter(Boolean)];
  return { element, value };
}

/** @param {string} id @param {string[]} words */
function datalist(id, words) {
  return h('datalist', { id }, ...words.map((word) => h('option', { value: word })));
}
