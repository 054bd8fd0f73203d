/**
 * Translates messages that the program writes in English (help, errors of the server) to the language of the page: finds the sentence
 * that a message was made of, and fills in its values.
 */

import { language, t } from 'wag/shell/basics/i18n.js';

/** A sentence with placeholders: a text before each one, and its name; none at the end. @typedef {{pieces: [string, string|null][], letters: number, translation: string}} Pattern */

/** A pattern with fewer letters outside its placeholders would match almost any text. */
const LEAST = 7;
/** Limits for texts from strangers: how deep sentences may be nested, and how many brackets are tried. */
const DEEPEST = 4;
const BRACKETS = 8;

/** @type {Map<string, {exact: Map<string, string>, patterns: Pattern[]}>} */
const books = new Map();

/** Adds the sentences of each language: English texts and their translations. @param {Record<string, Record<string, string>>} sentences */
export function learn(sentences) {
  for (const [code, book] of Object.entries(sentences)) {
    const patterns = Object.entries(book)
      .filter(([english]) => english.includes('%{'))
      .map(([english, translation]) => patternOf(english, translation));
    // The pattern with the most text is tried first.
    const useful = patterns.filter(({ letters }) => letters >= LEAST).sort((a, b) => b.letters - a.letters);
    books.set(code, { exact: new Map(Object.entries(book)), patterns: useful });
  }
}

/** @param {string} english @param {string} translation @returns {Pattern} */
function patternOf(english, translation) {
  const parts = english.split(/%\{(\w+)\}/);
  /** @type {[string, string|null][]} */
  const pieces = [];
  for (let at = 0; at < parts.length; at += 2) pieces.push([parts[at], parts[at + 1] ?? null]);
  return { pieces, letters: pieces.reduce((sum, [text]) => sum + text.length, 0), translation };
}

/** Returns a message in the language of the page, or unchanged if it is unknown. @param {string|null|undefined} english */
export function translateMessage(english) {
  return translate(english ?? '', DEEPEST);
}

/** @param {string} file @param {string} line */
function placeText(file, line) {
  return t('place.line', { file, line });
}

/** @param {string} english @param {number} deep @returns {string} */
function translate(english, deep) {
  const book = books.get(language());
  if (!book || deep === 0) return english;
  const whole = placed(book, english, deep) ?? known(book, english, deep);
  if (whole !== null) return whole;
  const [, before, sentence, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(english) ?? [];
  return sentence && sentence !== english ? `${before}${translate(sentence, deep)}${after}` : english;
}

/** Translates a sentence that ends with a place in brackets. @param {{exact: Map<string, string>, patterns: Pattern[]}} book @param {string} english @param {number} deep */
function placed(book, english, deep) {
  if (!english.endsWith(')')) return null;
  const ends = [...english.matchAll(/ \(/g)].slice(0, BRACKETS).map(({ index }) => index ?? 0);
  for (const end of ends) {
    const place = english.slice(end + 2, -1);
    const line = /^(.+), line (\d+)$/.exec(place);
    const isWay = place.split(' → ').every((part) => /:\d+$/.test(part));
    const translation = line || isWay ? known(book, english.slice(0, end), deep) : null;
    if (translation !== null) return `${translation} (${line ? placeText(line[1], line[2]) : place})`;
  }
  return null;
}

/** @param {{exact: Map<string, string>, patterns: Pattern[]}} book @param {string} english @param {number} deep @returns {string|null} */
function known(book, english, deep) {
  const exact = book.exact.get(english);
  if (exact !== undefined) return exact;
  if (english.includes('\n')) return null;
  for (const { pieces, translation } of book.patterns) {
    const values = valuesOf(pieces, english);
    if (values)
      return translation.replace(/%\{(\w+)\}/g, (whole, name) =>
        values.has(name) ? translate(values.get(name) ?? '', deep - 1) : whole,
      );
  }
  return null;
}

/** Returns the values of the placeholders, or null if the sentence does not match. @param {[string, string|null][]} pieces @param {string} sentence @returns {Map<string, string>|null} */
function valuesOf(pieces, sentence) {
  /** @type {Map<string, string>} */
  const values = new Map();
  let rest = sentence;
  /** @type {string|null} */
  let open = null;
  for (const [text, name] of pieces) {
    // The last text goes to the end.
    const at =
      open === null
        ? rest.startsWith(text)
          ? 0
          : -1
        : name === null
          ? rest.endsWith(text)
            ? rest.length - text.length
            : -1
          : rest.indexOf(text);
    if (at < 0) return null;
    if (open !== null) values.set(open, rest.slice(0, at));
    rest = rest.slice(at + text.length);
    open = name;
  }
  return rest === '' ? values : null;
}
