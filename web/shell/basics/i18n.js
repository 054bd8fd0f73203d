/**
 * The texts of the page in the current language: the browser's, or the one the user selected. They come from
 * `web/i18n/`; a game adds its own and may override those of the page. A language that only a game has falls back to
 * English for the rest; a missing text shows its key.
 */

import en from 'wag/i18n/en.js';
import de from 'wag/i18n/de.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';

/** @type {Record<string, Record<string, string>>} */
const texts = { en, de, sr: {} };
export const LANGUAGES = Object.keys(texts);
let current = 'en';

/** Adds texts of pages that are loaded only where they are needed. @param {Record<string, Record<string, string>>} more by language */
export function addTexts(more) {
  for (const [name, book] of Object.entries(more)) Object.assign(texts[name], book);
}

/** A function that returns the text for a key. @typedef {(key: string, values?: Record<string, any>) => string} Translate */

export function language() {
  return current;
}

/** Returns the language tag for the browser, with the script: Serbian is written in Latin letters. */
export function locale() {
  return current === 'sr' ? 'sr-Latn' : current;
}

/** @param {readonly string[]} wanted the browser's languages, the preferred one first */
export function chooseLanguage(wanted) {
  const remembered = loadSetting('language');
  const known = [remembered, ...wanted].map((name) => (name ?? '').slice(0, 2).toLowerCase());
  current = known.find((name) => LANGUAGES.includes(name)) ?? 'en';
  return current;
}

/** @param {string} name */
export function setLanguage(name) {
  current = LANGUAGES.includes(name) ? name : 'en';
  saveSetting('language', current);
}

/**
 * Returns the text for a key, with `{name}` replaced. If the value `n` is 1, `key.one` takes precedence.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function t(key, values) {
  return textOf([texts[current], texts.en], key, values);
}

/** A text of the program: the same in every language, or one for each. @typedef {string|Record<string, string>} Text */

/** Returns a text of the program in the language of the page. @param {Text|null|undefined} text */
export function inLanguage(text) {
  const found = typeof text === 'object' ? (text?.[current] ?? text?.en) : text;
  return typeof found === 'string' ? found : '';
}

/** Returns a function that looks up texts of a game first, then those of the page. @param {Record<string, Record<string, string>>} more @returns {Translate} */
export function translator(more) {
  return (key, values) => textOf([more[current] ?? {}, texts[current], more.en ?? {}, texts.en], key, values);
}

/** Returns the text for a key, or `otherwise` if there is none. @param {Translate} translate @param {string} key @param {string} otherwise */
export function textOr(translate, key, otherwise) {
  const text = translate(key);
  return text === key ? otherwise : text;
}

/** @param {Record<string, string>[]} dictionaries the preferred one first @param {string} key @param {Record<string, any>} [values] */
function textOf(dictionaries, key, values) {
  const found = dictionaries.find((book) => key in book);
  const text = (values?.n === 1 ? found?.[`${key}.one`] : undefined) ?? found?.[key] ?? key;
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? formatValue(values[name]) : whole));
}

/** Returns true if there is a text for a key. @param {string} key */
export function hasText(key) {
  return key in texts.en;
}

/** Returns the label of a key on the keyboard, given the browser's name for it. @param {string} key */
export function keyName(key) {
  const word = `key.${key.toLowerCase()}`;
  return hasText(word) ? t(word) : key;
}

/** @param {any} value */
function formatValue(value) {
  return typeof value === 'number' ? formatNumber(value) : String(value);
}

/** Formats a number with a fixed number of decimals, for columns. @param {number} value @param {number} digits */
export function formatFixed(value, digits) {
  return value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number} value @param {number} [digits] */
export function formatNumber(value, digits = 0) {
  return value.toLocaleString(locale(), { maximumFractionDigits: digits });
}
