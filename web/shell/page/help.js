/**
 * The help: a list of all keys and, if Wag serves the page, the book with a search.
 */

import { showDialog } from 'wag/shell/basics/dialog.js';
import { h } from 'wag/shell/basics/dom.js';
import { t as words } from 'wag/shell/basics/i18n.js';
import { topicOfGame } from 'wag/shell/help/documents.js';
import { createReader } from 'wag/shell/help/reader.js';

const KEYS = [
  ['Space', 'key.space', 'help.play'],
  ['← →', '', 'help.step'],
  ['Page ↑ ↓', 'key.page', 'help.leap'],
  ['Home End', 'key.ends', 'help.ends'],
  ['N P', '', 'help.events'],
  ['+ −', '', 'help.speed'],
  ['L', '', 'help.live'],
  [', .', '', 'help.select'],
  ['W A S D', '', 'help.cursor'],
  ['Enter', 'key.enter', 'help.enter'],
  ['I O 0', '', 'help.zoom'],
  ['/', '', 'help.search'],
  ['F', '', 'help.present'],
  ['Esc', '', 'help.escape'],
];

/** @typedef {{served: boolean, game: string, translate: import('../basics/i18n.js').Translate}} About */

/** @param {About} about `game` by its name, `translate` in its words @param {import('../help/reader.js').DocumentPlace} [place] in the documents; the keys if omitted */
export function showHelp(about, place) {
  const keys = keyList(about);
  if (!about.served) {
    // The region takes the focus so that keyboard users can scroll it.
    showDialog(
      about.translate('help.title'),
      h(
        'div',
        { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': about.translate('help.title') },
        keys,
      ),
    );
    return;
  }
  showReader(about, keys, place);
}

/** @param {About} about */
function keyList({ served, translate }) {
  const list = h('dl', { class: 'keys' });
  for (const [keys, word, text] of served
    ? [...KEYS, ['R', '', 'help.again'], ['D', '', 'debug.title']]
    : KEYS) {
    const names = (word ? translate(word) : keys).split(' ');
    list.append(
      h('dt', {}, ...names.flatMap((key) => [h('kbd', { text: key }), ' '])),
      h('dd', { text: translate(text) }),
    );
  }
  return list;
}

/** @param {About} about @param {HTMLElement} keys @param {import('../help/reader.js').DocumentPlace} [place] */
function showReader({ game }, keys, place) {
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  /** @param {string} id @param {() => void} act */
  const button = (id, act) =>
    (buttons[id] = h('button', { type: 'button', text: words(`help.${id}`), onclick: act }));
  const mark = (/** @type {string} */ id) => {
    for (const [name, one] of Object.entries(buttons)) one.setAttribute('aria-current', String(name === id));
  };
  const reader = createReader((place) => mark(place?.topic === game ? 'reference' : ''));
  const showKeys = () => {
    mark('keys');
    reader.showOther(keys);
  };
  const nav = h(
    'nav',
    { class: 'help-nav', 'aria-label': words('help.contents') },
    button('keys', showKeys),
    button('reference', async () => reader.go(await referenceOf(game))),
    reader.field,
    reader.back,
  );
  const book = h('div', { class: 'help-book' }, reader.contents, reader.article);
  const dialog = showDialog(words('top.help'), nav, book);
  dialog.classList.add('help');
  if (place) reader.go(place);
  else showKeys();
}

/** Returns the place of a game's reference: its page, there the section on classes if there is one. @param {string} game */
async function referenceOf(game) {
  return { topic: await topicOfGame(game), slug: words('help.classesSection') };
}
