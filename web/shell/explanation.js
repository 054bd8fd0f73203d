/**
 * What an error means and how to fix it, in the language of the page.
 */

import { h } from 'wag/shell/dom.js';
import { inLanguage, t } from 'wag/shell/i18n.js';
import { clean } from 'wag/shell/text.js';

/** @typedef {import('./help/reader.js').Place} Place */

/** The longest sentence shown, in characters. */
const LONGEST = 500;

/** What a player did wrong. @param {{texts?: import('./i18n.js').Text, message?: string|null}} fault */
export function faultText({ texts, message }) {
  return inLanguage(texts ?? message);
}

/** The hint on a fault; empty if there is none. @param {import('./frames.js').Fault|null} [fault] */
export function hintOf(fault) {
  const text = wordsIn(fault?.explanation?.text);
  if (!text) return '';
  const page = wordsIn(fault?.explanation?.page);
  return t(page ? 'fault.hint.page' : 'fault.hint', { text, page });
}

/** The hint with a link to its section of the manual, if `open` can show that; else with its place in words. @param {import('./frames.js').Fault|null|undefined} fault @param {((place: Place) => void)|null} open @returns {(Node|string)[]} empty without a hint */
export function drawHint(fault, open) {
  const place = manualPlace(wordsIn(fault?.explanation?.page));
  if (!open || !place || !hintOf(fault)) return [hintOf(fault)].filter(Boolean);
  return [t('fault.hint', { text: wordsIn(fault?.explanation?.text) }), ' ', h('button', { type: 'button', class: 'link', text: t('fault.manual'), onclick: () => open(place) })];
}

/** @param {string} page such as `docs/manual.md#8-limits` @returns {Place|null} */
function manualPlace(page) {
  const [, name, slug = ''] = /^docs\/([\w-]+\.md)(?:#(.*))?$/.exec(page) ?? [];
  return name ? { name, slug } : null;
}

/** @param {Record<string, string>} [words] by language */
function wordsIn(words) {
  return clean(inLanguage(words).slice(0, LONGEST));
}
