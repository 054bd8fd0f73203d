/**
 * The form that makes a contest: its game with the options, deadline, and rule of the final.
 */

import { api } from 'wag/shell/basics/api.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { t, textOr, translator } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { createForm, field } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';
import { fromField, toField } from 'wag/shell/host/time.js';
import { serverNow, whoAmI } from 'wag/shell/page/me.js';
import { chosenValues, optionField } from 'wag/shell/setup/options.js';

/** @typedef {import('../requests.js').Class} Class */

const WEEK = 7 * 24 * 3_600_000;

/** Returns the title of a game. @param {import('../../game.js').Game} game */
export function titleOf(game) {
  return textOr(translator(game.view?.texts ?? {}), 'game.title', game.title || game.name);
}

/** Returns the games in Python that the owner of the server has installed. @returns {import('../../game.js').Game[]} */
function installedGames() {
  return (whoAmI().server.games ?? []).map(({ name, title }) => ({
    name,
    title: singleLine(title, 60),
    view: null,
  }));
}

/** @param {Class} found @param {import('./page.js').ClassHost} host */
export function contestForm(found, host) {
  const allowed = found.settings?.games ?? [];
  const games = [
    ...host.games.filter((game) => game.title && (allowed.length === 0 || allowed.includes(game.name))),
    ...installedGames(),
  ];
  const name = h('input', { type: 'text', required: true, maxlength: '60', autocomplete: 'off' });
  const game = h('select', {}, ...games.map((one) => h('option', { value: one.name, text: titleOf(one) })));
  const deadline = h('input', { type: 'datetime-local', value: toField(serverNow() + WEEK) });
  const pairs = h('input', { type: 'number', min: '1', max: '50', value: '2' });
  const seconds = h('input', { type: 'number', min: '0.1', max: '10', step: '0.1', value: '0.5' });
  const matchSeconds = h('input', { type: 'number', min: '1', max: '3600', step: '1', value: '60' });
  const seenBy = h(
    'select',
    {},
    h('option', { value: 'class', text: t('host.seenByClass') }),
    h('option', { value: 'everyone', text: t('host.seenByEveryone') }),
  );
  const rules = createRules(games);
  game.addEventListener('change', () => rules.show(game.value));
  rules.show(game.value);
  return createForm(
    [
      h(
        'div',
        { class: 'options host-options' },
        field(t('host.name'), name),
        field(t('host.game'), game),
        field(t('host.deadline'), deadline),
        field(t('host.perPair'), pairs),
        field(t('host.turnSeconds'), seconds),
        field(t('host.matchSeconds'), matchSeconds, t('host.matchSecondsHint')),
        field(t('host.seenBy'), seenBy),
      ),
      rules.element,
    ],
    t('host.makeContest'),
    async () => {
      const contest = await requests.makeContest(found.id, {
        name: name.value.trim(),
        game: game.value,
        options: rules.value(),
        opens_at: null,
        deadline_at: fromField(deadline.value),
        seen_by: seenBy.value,
        final_rule: { matches_per_pair: Number(pairs.value) },
        turn_seconds: Number(seconds.value),
        match_seconds: Number(matchSeconds.value),
      });
      await requests.stepContest(contest.id, 'open');
      await host.reloadMe();
      host.go({ contest: contest.id });
    },
  );
}

/** Returns the options of the game, folded: those of the standard are good for a start. @param {import('../../game.js').Game[]} games */
function createRules(games) {
  const place = h('div', { class: 'options host-options' });
  const element = h('details', {}, h('summary', { text: t('host.rules') }), place);
  /** @type {{name: string, value: () => string|null}[]} */
  let fields = [];

  /** @param {string} name of a game */
  async function show(name) {
    fields = [];
    fill(place);
    const start = await api.start(name).catch(() => null);
    const game = games.find((one) => one.name === name);
    if (!start || !game) return;
    const translate = translator(game.view?.texts ?? {});
    const made = start.options.map((option) =>
      option.kind === 'file'
        ? fileChoice(option, translate)
        : optionField(option, undefined, translate, { name, view: null }),
    );
    fields = made;
    fill(place, ...made.map((one) => one.element));
  }
  return {
    element,
    show: (/** @type {string} */ name) => void show(name),
    value: () => chosenValues(fields),
  };
}

/** Returns a choice among the files of the program, without a drawing. @param {import('../../../generated/server.js').Opt & {kind: 'file'}} option @param {import('../../basics/i18n.js').Translate} translate */
function fileChoice(option, translate) {
  const select = h(
    'select',
    {},
    h('option', { value: '', text: t('host.standard') }),
    ...option.files
      .filter((file) => !file.locked)
      .map((file) => {
        const title = textOr(translate, `option.${option.name}=${file.name}`, file.title || file.name);
        return h('option', { value: file.name, text: singleLine(title, 60) });
      }),
  );
  const label = textOr(translate, `option.${option.name}`, option.name);
  return { name: option.name, element: field(label, select), value: () => select.value || null };
}
