/**
 * The bar at the top: the current match and the page's actions.
 */

import { fill, h, iconButton } from 'wag/shell/basics/dom.js';
import { language, LANGUAGES, t } from 'wag/shell/basics/i18n.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { toggleTheme } from 'wag/shell/basics/theme.js';
import { tournamentOfReplay } from 'wag/shell/tournaments/open-tournament.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** The actions of the buttons. @typedef {{setup: () => void, tournament: () => void, watch: () => void, edit: () => void, load: () => void, save: () => void, link: () => void, changeLanguage: (language: string) => void, help: () => void, stop: () => void}} TopActions */

/**
 * @param {HTMLElement} bar @param {TopActions} actions
 * @param {{served: boolean, watching: boolean, comparing: boolean, editing: boolean, canEdit: boolean, replay: Replay|null, isPartial: boolean, heading: HTMLElement|null}} state
 */
export function drawTopBar(
  bar,
  actions,
  { served, watching, comparing, editing, canEdit, replay, isPartial, heading },
) {
  const languages = h(
    'select',
    { 'aria-label': t('top.language'), class: 'language' },
    ...LANGUAGES.map((name) =>
      h('option', {
        value: name,
        text: name.toUpperCase(),
        title: t(`language.${name}`),
        selected: name === language(),
      }),
    ),
  );
  languages.addEventListener('change', () => actions.changeLanguage(languages.value));
  fill(
    bar,
    h('span', { class: 'brand', text: 'Wag' }),
    watching && replay ? title(replay, isPartial) : (heading ?? h('span', { class: 'match' })),
    h(
      'nav',
      { 'aria-label': t('top.actions') },
      served &&
        labeledButton('sliders-horizontal', t('top.new'), actions.setup, watching || comparing || editing),
      served &&
        labeledButton(
          'table',
          t('top.tournament'),
          actions.tournament,
          watching && tournamentOfReplay(replay?.id) !== undefined,
        ),
      served && replay && labeledButton('monitor-play', t('top.watch'), actions.watch, !watching || editing),
      served && labeledButton('code', t('top.edit'), actions.edit, canEdit && !editing),
      served && labeledButton('folder-open', t('top.load'), actions.load, true),
      served && labeledButton('download', t('top.save'), actions.save, watching),
      labeledButton('link', t('top.link'), actions.link, watching || comparing),
      languages,
      iconButton('contrast', t('top.theme'), () => toggleTheme()),
      iconButton('circle-help', t('top.help'), actions.help, '?'),
      served && iconButton('power', t('top.stop'), actions.stop),
    ),
  );
}

/** Returns a link that skips the bar, for keyboard users. @param {HTMLElement} main */
export function skipLink(main) {
  const skip = (/** @type {Event} */ event) => {
    event.preventDefault();
    main.tabIndex = -1;
    main.focus();
  };
  return h('a', { class: 'skip', href: '#main', text: t('top.skip'), onclick: skip });
}

/** @param {string} name @param {string} text @param {() => void} act @param {boolean} shown */
function labeledButton(name, text, act, shown) {
  if (!shown) return null;
  const button = iconButton(name, text, act);
  button.className = 'labelled';
  button.append(h('span', { text }));
  return button;
}

/** @param {Replay} replay @param {boolean} isPartial */
function title({ header }, isPartial) {
  const names = header.players.map((player) => singleLine(player.name, 24)).join(' · ');
  const about = `${header.map ? `${singleLine(header.map, 30)} · ` : ''}${t('top.seed', { seed: String(header.seed) })}${isPartial ? ` · ${t('top.partial')}` : ''}`;
  document.title = `${names} – Wag`;
  return h(
    'h1',
    { class: 'match', title: sanitize(names) },
    h('bdi', { text: names }),
    h('small', { text: about }),
  );
}
