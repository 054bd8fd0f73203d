/**
 * The first contact: what to do in a folder without AIs.
 */

import { h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';

/** The ways to begin; `isNew` if no lesson has been begun. @typedef {{isNew: boolean, learn: (() => void)|null, watch: () => void, others: {title: string, open: () => void}[]}} Beginnings */

/** @param {Beginnings} beginnings */
export function createWelcome({ isNew, learn, watch, others }) {
  const title = t(isNew ? 'welcome.title' : 'welcome.titleAgain');
  const list = h(
    'div',
    { class: 'actions', hidden: true, role: 'group', 'aria-label': t('welcome.games') },
    ...others.map(({ title, open }) => h('button', { type: 'button', text: title, onclick: open })),
  );
  const more = card(t('welcome.other'), t('welcome.otherHint'), () => {
    list.hidden = false;
    more.setAttribute('aria-expanded', 'true');
    list.querySelector('button')?.focus();
  });
  more.setAttribute('aria-expanded', 'false');
  return h(
    'section',
    { class: 'welcome', 'aria-label': title },
    h('h1', { text: title }),
    h(
      'div',
      { class: 'welcome-cards' },
      learn &&
        (isNew
          ? card(t('welcome.learn'), t('welcome.learnHint'), learn, 'primary')
          : card(t('welcome.goOn'), t('welcome.goOnHint'), learn, 'primary')),
      card(t('welcome.watch'), t('welcome.watchHint'), watch),
      others.length > 0 && more,
    ),
    list,
  );
}

/** @param {string} title @param {string} text @param {() => void} act @param {string} [kind] */
function card(title, text, act, kind = '') {
  return h(
    'button',
    { type: 'button', class: `welcome-card ${kind}`, onclick: act },
    h('strong', { text: title }),
    h('span', { text }),
  );
}
