/**
 * What went wrong in a player's code, where, and how to fix it, in the language of the page.
 */

import { drawCode, h } from 'wag/shell/basics/dom.js';
import { inLanguage, t } from 'wag/shell/basics/i18n.js';
import { sanitize } from 'wag/shell/basics/text.js';

/** @typedef {import('../help/reader.js').DocumentPlace} DocumentPlace */
/** Opens a section of the manual; null if there is no manual. @typedef {((place: DocumentPlace) => void)|null} OpenManual */
/** @typedef {import('../../generated/replay.js').Problem} Problem */
/** A problem, or a fault as replays contain it. @typedef {{message: import('../basics/i18n.js').Text|string|null, texts?: import('../basics/i18n.js').Text|null, explanation?: import('../../generated/replay.js').Explanation|null, kind?: string}} Fault */

/** Maximum length of a sentence, in characters. */
const LONGEST = 500;
/** Maximum length of Python's report, in characters. */
const REPORT_MAX = 4000;

/** Returns what happened, in one line. @param {Fault} fault @param {number} [max] the maximum length */
export function messageOf({ texts, message }, max = LONGEST) {
  return sanitize(inLanguage(texts ?? message).slice(0, max));
}

/** Returns the sentence that explains a problem, or an empty string. @param {Fault|null} [fault] */
export function sentenceOf(fault) {
  return localizedText(fault?.explanation?.text);
}

/** Returns the hint on a problem with the command that prints its page, or an empty string. @param {Fault|null} [fault] */
export function hintOf(fault) {
  const text = sentenceOf(fault);
  if (!text) return '';
  const page = localizedText(fault?.explanation?.page);
  return t(page ? 'fault.hint.page' : 'fault.hint', { text, page: page.replace('#', ' ') });
}

/** Returns the hint with a link to its section of the manual if `open` is given, else with the section's name. @param {Fault|null|undefined} fault @param {OpenManual} open @returns {(Node|string)[]} empty if there is no hint */
export function drawHint(fault, open) {
  const link = manualLink(fault, open);
  return link
    ? [...drawCode(t('fault.hint', { text: sentenceOf(fault) })), ' ', link]
    : drawCode(hintOf(fault));
}

/** Returns a problem: its place, the sentence that explains it, and Python's own words below it. @param {Problem} problem @param {OpenManual} [open] @returns {HTMLElement} */
export function drawProblem(problem, open = null) {
  const { place, report } = problem;
  const [sentence, message] = [sentenceOf(problem), messageOf(problem)];
  const where = place ? t('place.line', { file: sanitize(place.file), line: place.line }) : '';
  const details = report ? inLanguage(report).slice(0, REPORT_MAX) : '';
  return h(
    'div',
    { class: 'explained' },
    sentence
      ? h(
          'p',
          { class: 'explanation' },
          where ? h('b', { text: `${where}: ` }) : null,
          h('span', { class: 'sentence' }, ...drawCode(where ? sentence : capitalized(sentence))),
          ' ',
          manualLink(problem, open),
        )
      : null,
    details
      ? h(
          'details',
          { class: 'report', open: !sentence },
          h('summary', {}, h('bdi', { text: message })),
          h('pre', { class: 'output', tabindex: '0', text: sanitize(details) }),
        )
      : h('p', { class: 'report' }, h('bdi', { text: message })),
  );
}

/** Returns a sentence that begins with a capital letter. @param {string} sentence */
const capitalized = (sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** Returns a button that opens the section of the manual about a problem. @param {Fault|null|undefined} fault @param {OpenManual} open */
function manualLink(fault, open) {
  const place = manualPlace(localizedText(fault?.explanation?.page));
  if (!open || !place || !sentenceOf(fault)) return null;
  return h('button', { type: 'button', class: 'link', text: t('fault.manual'), onclick: () => open(place) });
}

/** @param {string} page such as `python-basics#lists` @returns {DocumentPlace|null} */
function manualPlace(page) {
  const [, topic, slug = ''] = /^([\w-]+)(?:#(.*))?$/.exec(page) ?? [];
  return topic ? { topic, slug } : null;
}

/** @param {Partial<Record<string, string>>} [texts] by language */
function localizedText(texts) {
  return sanitize(inLanguage(/** @type {any} */ (texts)).slice(0, LONGEST));
}
