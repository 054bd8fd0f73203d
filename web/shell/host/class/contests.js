/**
 * The contests of a class, and the form that makes one.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { contestForm } from 'wag/shell/host/class/contest-form.js';
import { tag } from 'wag/shell/host/parts.js';
import { placeLink } from 'wag/shell/host/place-link.js';

/** @typedef {import('../requests.js').Class} Class */

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
