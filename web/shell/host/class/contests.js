/**
 * The contests of a class, and the form that makes one.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t, textOr, translator } from 'wag/shell/basics/i18n.js';
import { createForm, field, tag } from 'wag/shell/host/parts.js';
import { placeLink } from 'wag/shell/host/place-link.js';
import { requests } from 'wag/shell/host/requests.js';
import { fromField, toField } from 'wag/shell/host/time.js';
import { serverNow } from 'wag/shell/page/me.js';

/** @typedef {import('../requests.js').Class} Class */

const WEEK = 7 * 24 * 3_600_000;

/** @param {Class} found @param {import('./page.js').ClassHost} host @returns {import('./page.js').Part} */
export function createContests(found, host) {
  const list = h('ul', { class: 'host-list' });
  const element = h(
    'div',
    { class: 'host-column' },
    list,
    h(
      'section',
      { class: 'panel', 'aria-label': t('host.newContest') },
      h('h2', { text: t('host.newContest') }),
      contestForm(found, host),
    ),
  );
  return {
    element,
    update: (now) =>
      fill(
        list,
        ...now.contests.map((one) =>
          h('li', {}, placeLink(one.name, { contest: one.id }), tag(t(`host.state.${one.state}`))),
        ),
      ),
  };
}

/** Returns the title of a game. @param {import('../../game.js').Game} game */
export function titleOf(game) {
  return textOr(translator(game.view?.texts ?? {}), 'game.title', game.title || game.name);
}

/** @param {Class} found @param {import('./page.js').ClassHost} host */
function contestForm(found, host) {
  const allowed = found.settings?.games ?? [];
  const games = host.games.filter(
    (game) => game.title && (allowed.length === 0 || allowed.includes(game.name)),
  );
  const name = h('input', { type: 'text', required: true, maxlength: '60', autocomplete: 'off' });
  const game = h('select', {}, ...games.map((one) => h('option', { value: one.name, text: titleOf(one) })));
  const deadline = h('input', { type: 'datetime-local', value: toField(serverNow() + WEEK) });
  const pairs = h('input', { type: 'number', min: '1', max: '100', value: '2' });
  const seconds = h('input', { type: 'number', min: '0.1', max: '10', step: '0.1', value: '0.5' });
  const seenBy = h(
    'select',
    {},
    h('option', { value: 'class', text: t('host.seenByClass') }),
    h('option', { value: 'everyone', text: t('host.seenByEveryone') }),
  );
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
        field(t('host.seenBy'), seenBy),
      ),
    ],
    t('host.makeContest'),
    async () => {
      const contest = await requests.makeContest(found.id, {
        name: name.value.trim(),
        game: game.value,
        options: {},
        opens_at: null,
        deadline_at: fromField(deadline.value),
        seen_by: seenBy.value,
        final_rule: { matches_per_pair: Number(pairs.value) },
        turn_seconds: Number(seconds.value),
      });
      await requests.stepContest(contest.id, 'open');
      await host.reloadMe();
      host.go({ contest: contest.id });
    },
  );
}
