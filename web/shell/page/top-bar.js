/**
 * The bar at the top: the current match and the page's actions.
 */

import { fill, h, icon, iconButton } from 'wag/shell/basics/dom.js';
import { language, LANGUAGES, t, textOr } from 'wag/shell/basics/i18n.js';
import { createMenu } from 'wag/shell/basics/menu.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { showDigits, showsDigits, toggleTheme } from 'wag/shell/basics/theme.js';
import { tournamentOfReplay } from 'wag/shell/tournaments/open-tournament.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** The actions of the buttons. @typedef {{home: () => void, setup: () => void, tournament: () => void, watch: () => void, edit: () => void, load: () => void, save: () => void, link: () => void, changeLanguage: (language: string) => void, help: () => void, stop: () => void}} TopActions */

/**
 * @param {HTMLElement} bar @param {TopActions} actions
 * @param {{served: boolean, canStop: boolean, inPlace: boolean, hosted: HTMLElement[], watching: boolean, comparing: boolean, editing: boolean, canEdit: boolean, replay: Replay|null, isPartial: boolean, settings: HTMLElement[], heading: HTMLElement|null, name: string|undefined}} state `hosted` are what a class server adds, `settings` those of the view, `heading` is what stands there without a match, `name` the title of the view without a match
 */
export function drawTopBar(
  bar,
  actions,
  {
    served,
    canStop,
    inPlace,
    hosted,
    watching,
    comparing,
    editing,
    canEdit,
    replay,
    isPartial,
    settings,
    heading,
    name,
  },
) {
  if (!(watching && replay) && name !== undefined) document.title = name ? `${name} – Wag` : 'Wag';
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
  languages.addEventListener('change', () => {
    openMenuOf(bar)?.hidePopover();
    actions.changeLanguage(languages.value);
  });
  const open = openMenuOf(bar);
  const focused = open ? controlsOf(open).indexOf(/** @type {any} */ (document.activeElement)) : -1;
  fill(
    bar,
    served ? homeLink(actions.home) : h('span', { class: 'brand', text: 'Wag' }),
    watching && replay ? title(replay, isPartial) : (heading ?? h('span', { class: 'where-am-i' })),
    h(
      'nav',
      { 'aria-label': t('top.actions') },
      served &&
        labeledButton(
          'sliders-horizontal',
          t('top.new'),
          actions.setup,
          watching || comparing || editing || inPlace,
        ),
      served &&
        labeledButton(
          'table',
          t('top.tournament'),
          actions.tournament,
          watching && tournamentOfReplay(replay?.id) !== undefined,
        ),
      served && replay && labeledButton('monitor-play', t('top.watch'), actions.watch, !watching || editing),
      served && labeledButton('code', t('top.edit'), actions.edit, canEdit && !editing),
      ...hosted,
      settingsMenu(languages, actions, {
        load: served,
        save: served && watching,
        link: watching || comparing,
        stop: served && canStop,
        more: settings,
      }),
      iconButton('circle-help', t('top.help'), actions.help, '?'),
    ),
  );
  // A match that grows redraws the bar; the menu stays open meanwhile.
  const box = open && bar.querySelector('.settings + .menu');
  if (!(box instanceof HTMLElement)) return;
  box.showPopover();
  controlsOf(box)[focused]?.focus();
}

/** @param {() => void} goHome */
function homeLink(goHome) {
  const onclick = (/** @type {Event} */ event) => {
    event.preventDefault();
    goHome();
  };
  return h('a', { class: 'brand', href: '#', title: t('top.home'), text: 'Wag', onclick });
}

/** @param {HTMLElement} bar @returns {HTMLElement|null} */
const openMenuOf = (bar) => bar.querySelector('.settings + .menu:popover-open');

/** @param {HTMLElement} box @returns {HTMLElement[]} */
const controlsOf = (box) => [...box.querySelectorAll(/** @type {'button'} */ ('button, input, select'))];

/** Returns the button that opens what is needed rarely. @param {HTMLElement} languages @param {TopActions} actions @param {{load: boolean, save: boolean, link: boolean, stop: boolean, more: HTMLElement[]}} shown */
function settingsMenu(languages, actions, { load, save, link, stop, more }) {
  const digits = h('input', {
    type: 'checkbox',
    checked: showsDigits(),
    onchange: () => showDigits(digits.checked),
  });
  const menu = createMenu({
    class: 'icon-button settings',
    title: t('top.settings'),
    label: [icon('settings')],
    content: [
      h(
        'div',
        { class: 'buttons' },
        labeledButton('folder-open', t('top.load'), actions.load, load),
        labeledButton('download', t('top.save'), actions.save, save),
        labeledButton('link', t('top.link'), actions.link, link),
      ),
      ...more,
      h('label', { class: 'digits' }, digits, t('top.digits')),
      h(
        'div',
        { class: 'buttons' },
        languages,
        labeledButton('contrast', t('top.theme'), () => toggleTheme(), true),
        labeledButton('power', t('top.stop'), actions.stop, stop),
      ),
    ],
  });
  menu.box.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('.labelled')) menu.box.hidePopover();
  });
  return menu.element;
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

/** Says which match is shown. @param {Replay} replay @param {boolean} isPartial */
function title({ header, localizer }, isPartial) {
  const names = header.players.map((player) => singleLine(player.name, 24)).join(' · ');
  const place = singleLine(header.map || textOr(localizer.t, 'game.title', header.game), 30);
  const about = `${t('top.seed', { seed: String(header.seed) })}${isPartial ? ` · ${t('top.partial')}` : ''}`;
  document.title = `${names} – Wag`;
  return h(
    'p',
    { class: 'where-am-i', title: sanitize(names) },
    h('bdi', { text: place }),
    ' ',
    h('small', { text: about }),
  );
}
