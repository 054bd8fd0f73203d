/**
 * The frame of the pages without an account: name of the server, language, theme.
 */

import { h } from 'wag/shell/basics/dom.js';
import { language, LANGUAGES, locale, setLanguage, t } from 'wag/shell/basics/i18n.js';
import { toggleTheme } from 'wag/shell/basics/theme.js';
import { createNotices } from 'wag/shell/host/notices.js';

export function applyLanguage() {
  document.documentElement.lang = locale();
}

/** @param {import('../page/me.js').Me} me @param {HTMLElement} main @param {() => void} redraw */
export function frameOf(me, main, redraw) {
  const languages = h(
    'select',
    { 'aria-label': t('top.language'), class: 'language' },
    ...LANGUAGES.map((name) =>
      h('option', { value: name, text: name.toUpperCase(), selected: name === language() }),
    ),
  );
  languages.addEventListener('change', () => {
    setLanguage(languages.value);
    applyLanguage();
    redraw();
  });
  return h(
    'div',
    { class: 'visitor-frame' },
    h(
      'header',
      { class: 'top' },
      h('a', { class: 'brand', href: '/', title: t('top.home'), text: 'Wag' }),
      h('span', { class: 'where-am-i' }, h('bdi', { text: me.server.name })),
      languages,
      h('button', { type: 'button', class: 'labelled-plain', text: t('top.theme'), onclick: toggleTheme }),
    ),
    createNotices(me),
    main,
  );
}
