/**
 * What an error means and how to fix it, in the language of the page.
 */

import { language, t } from 'wag/shell/i18n.js';
import { clean } from 'wag/shell/text.js';

/** The longest sentence shown, in characters. */
const LONGEST = 500;

/** The hint on a fault; empty if there is none. @param {import('./frames.js').Fault|null} [fault] */
export function hintOf(fault) {
  const text = wordsIn(fault?.explanation?.text);
  if (!text) return '';
  const page = wordsIn(fault?.explanation?.page);
  return t(page ? 'fault.hint.page' : 'fault.hint', { text, page });
}

/** @param {Record<string, string>} [words] by language */
function wordsIn(words) {
  const text = words?.[language()] ?? words?.en;
  return typeof text === 'string' ? clean(text.slice(0, LONGEST)) : '';
}
