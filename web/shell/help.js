/**
 * All keys at a glance.
 */

import { showDialog } from 'wag/shell/dialog.js';
import { h } from 'wag/shell/dom.js';

const KEYS = [
  ['Space', 'key.space', 'help.play'], ['← →', '', 'help.step'], ['Page ↑ ↓', 'key.page', 'help.leap'], ['Home End', 'key.ends', 'help.ends'],
  ['N P', '', 'help.events'], ['+ −', '', 'help.speed'], ['L', '', 'help.live'], [', .', '', 'help.select'],
  ['W A S D', '', 'help.cursor'], ['Enter', 'key.enter', 'help.enter'], ['I O 0', '', 'help.zoom'], ['/', '', 'help.search'], ['F', '', 'help.present'], ['Esc', '', 'help.escape'],
];

/** @param {boolean} served @param {import('./i18n.js').Speak} t in the words of the game */
export function showHelp(served, t) {
  const list = h('dl', { class: 'keys' });
  for (const [keys, word, text] of served ? [...KEYS, ['R', '', 'help.again']] : KEYS) {
    const names = (word ? t(word) : keys).split(' ');
    list.append(h('dt', {}, ...names.flatMap((key) => [h('kbd', { text: key }), ' '])), h('dd', { text: t(text) }));
  }
  // Whoever has only keys must be able to scroll.
  showDialog(t('help.title'), h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('help.title') }, list));
}
