/**
 * The words of the page in the language chosen: the browser's, or the one the user switched to. Words come from
 * `web/i18n/` and from games; a missing one shows its key and breaks nothing.
 */

import en from 'wag/i18n/en.js';
import de from 'wag/i18n/de.js';
import { recall, remember } from 'wag/shell/memory.js';

/** @type {Record<string, Record<string, string>>} */
const words = { en: { ...en }, de: { ...de } };
export const LANGUAGES = Object.keys(words);
let current = 'en';

/** Takes in the words of a game. @param {Record<string, Record<string, string>>} more */
export function addWords(more) {
  for (const language of LANGUAGES) Object.assign(words[language], more[language] ?? more.en);
}

export function language() {
  return current;
}

/** @param {readonly string[]} wanted the browser's languages, the best one first */
export function chooseLanguage(wanted) {
  const remembered = recall('language');
  const known = [remembered, ...wanted].map((name) => (name ?? '').slice(0, 2).toLowerCase());
  current = known.find((name) => LANGUAGES.includes(name)) ?? 'en';
  return current;
}

/** @param {string} name */
export function setLanguage(name) {
  current = LANGUAGES.includes(name) ? name : 'en';
  remember('language', current);
}

/**
 * The text for a key, with `{name}` replaced. If there is a value `n` of 1, `key.one` goes first.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function t(key, values) {
  const book = words[current];
  const text = (values?.n === 1 ? book[`${key}.one`] : undefined) ?? book[key] ?? words.en[key] ?? key;
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? print(values[name]) : whole));
}

/** Whether there is a text for a key. @param {string} key */
export function hasWords(key) {
  return key in words.en;
}

/** @param {any} value */
function print(value) {
  return typeof value === 'number' ? number(value) : String(value);
}

/** @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  return value.toLocaleString(current, { maximumFractionDigits: digits });
}
