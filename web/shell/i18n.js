/**
 * The words of the page in the language chosen: the browser's, or the one the user switched to. They come from `web/i18n/`;
 * a game brings its own, and may say anything of the page in words of its own. A language that only a game speaks finds the
 * rest in English; a word that nobody has shows its key and breaks nothing.
 */

import en from 'wag/i18n/en.js';
import de from 'wag/i18n/de.js';
import { recall, remember } from 'wag/shell/memory.js';

/** @type {Record<string, Record<string, string>>} */
const words = { en: { ...en }, de: { ...de }, sr: {} };
export const LANGUAGES = Object.keys(words);
let current = 'en';

/** How words are found. @typedef {(key: string, values?: Record<string, any>) => string} Speak */

/** Takes in words for the whole page. @param {Record<string, Record<string, string>>} more */
export function addWords(more) {
  for (const language of LANGUAGES) Object.assign(words[language], more[language] ?? more.en);
}

export function language() {
  return current;
}

/** As the browser names it, with the script: Serbian is in Latin letters. */
export function locale() {
  return current === 'sr' ? 'sr-Latn' : current;
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
  return textOf([words[current], words.en], key, values);
}

/** A text of the program: the same in every language, or one for each. @typedef {string|Record<string, string>} Text */

/** A text of the program in the language of the page. @param {Text|null|undefined} text */
export function inLanguage(text) {
  const found = typeof text === 'object' ? text?.[current] ?? text?.en : text;
  return typeof found === 'string' ? found : '';
}

/** Speaks with the words of a game, and with the page's for what the game has no word. @param {Record<string, Record<string, string>>} more @returns {Speak} */
export function wordsOf(more) {
  return (key, values) => textOf([more[current] ?? {}, words[current], more.en ?? {}, words.en], key, values);
}

/** The text for a key that may have none. @param {Speak} speak @param {string} key @param {string} otherwise */
export function wordOr(speak, key, otherwise) {
  const text = speak(key);
  return text === key ? otherwise : text;
}

/** @param {Record<string, string>[]} books the best one first @param {string} key @param {Record<string, any>} [values] */
function textOf(books, key, values) {
  const found = books.find((book) => key in book);
  const text = (values?.n === 1 ? found?.[`${key}.one`] : undefined) ?? found?.[key] ?? key;
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/** Whether there is a text for a key. @param {string} key */
export function hasWords(key) {
  return key in words.en;
}

/** What is printed on a key, by the name that browsers give it. @param {string} key */
export function keyName(key) {
  const word = `key.${key.toLowerCase()}`;
  return hasWords(word) ? t(word) : key;
}

/** @param {any} value */
function shown(value) {
  return typeof value === 'number' ? number(value) : String(value);
}

/** With so many digits, whatever they are: for columns. @param {number} value @param {number} digits */
export function fixed(value, digits) {
  return value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number} value @param {number} [digits] */
export function number(value, digits = 0) {
  return value.toLocaleString(locale(), { maximumFractionDigits: digits });
}
