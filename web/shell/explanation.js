/**
 * The meaning of an error and how to fix it, in the language of the page.
 */

import { h } from 'wag/shell/dom.js';
import { inLanguage, t } from 'wag/shell/i18n.js';
import { sanitize } from 'wag/shell/text.js';

/** @typedef {import('./help/reader.js').DocumentPlace} DocumentPlace */

/** Maximum length of a sentence, in characters. */
const LONGEST = 500;

/** Returns what a player did wrong. @param {{texts?: import('./i18n.js').Text, message?: string|null}} fault */
export function faultText({ texts, message }) {
  return inLanguage(texts ?? message);
}

/** Returns the hint on a fault, or an empty string. @param {import('../generated/replay.js').Fault|null} [fault] */
export function hintOf(fault) {
  const text = localizedText(fault?.explanation?.text);
  if (!text) return '';
  const page = localizedText(fault?.explanation?.page);
  return t(page ? 'fault.hint.page' : 'fault.hint', { text, page });
}

/** Returns the hint with a link to its section of the manual if `open` is given, else with the section's name. @param {import('../generated/replay.js').Fault|null|undefined} fault @param {((place: DocumentPlace) => void)|null} open @returns {(Node|string)[]} empty if there is no hint */
export function drawHint(fault, open) {
  const place = manualPlace(localizedText(fault?.explanation?.page));
  if (!open || !place || !hintOf(fault)) return [hintOf(fault)].filter(Boolean);
  return [
    t('fault.hint', { text: localizedText(fault?.explanation?.text) }),
    ' ',
    h('button', { type: 'button', class: 'link', text: t('fault.manual'), onclick: () => open(place) }),
  ];
}

/** @param {string} page such as `docs/manual.md#8-limits` @returns {DocumentPlace|null} */
function manualPlace(page) {
  const [, name, slug = ''] = /^docs\/([\w-]+\.md)(?:#(.*))?$/.exec(page) ?? [];
  return name ? { name, slug } : null;
}

/** @param {Record<string, string>} [texts] by language */
function localizedText(texts) {
  return sanitize(inLanguage(texts).slice(0, LONGEST));
}
