/**
 * Orders that were not taken: why, in the language of the page. A game's words may say it under `refused.` and the reason; a
 * reason that is new to this page is told in the program's own words.
 */

import { inLanguage, wordOr } from 'wag/shell/i18n.js';
import { short } from 'wag/shell/text.js';

/** @typedef {import('./frames.js').Refusal} Refusal */
/** @typedef {import('./frames.js').Report} Report */
/** @typedef {import('./game.js').Talk} Talk */

/** More of one player and round nobody reads. */
const SHOWN = 20;

/** Without a full stop. @param {{kind: string, values?: Record<string, any>, text?: string, texts?: Record<string, string>}} refusal @param {Talk} talk */
export function whyRefused({ kind, values = {}, text, texts }, talk) {
  const key = `refused.${kind}${values.meant ? '.meant' : ''}`;
  return short(wordOr((name) => talk.t(name, values), key, inLanguage(texts ?? text)), 300);
}

/** Those of a player in the round shown, each reason of a piece once. @param {import('./game.js').Step} step @param {number} seat @returns {Refusal[]} */
export function refusedIn(step, seat) {
  const reports = step.turns.flatMap((turn) => turn.reports ?? []).filter((report) => report.seat === seat);
  const seen = new Set();
  const isNew = (/** @type {Refusal} */ refusal) => {
    const key = JSON.stringify([refusal.kind, refusal.of, refusal.values, refusal.calls ?? refusal.at]);
    return !seen.has(key) && seen.add(key);
  };
  return reports.flatMap((report) => report.refused ?? []).filter(isNew).slice(0, SHOWN);
}

/**
 * As facts for an inspector.
 * @param {Refusal[]} refused @param {string} label @param {Talk} talk @returns {import('./game.js').Fact[]}
 */
export function refusedFacts(refused, label, talk) {
  return refused.map((refusal) => ({
    label, value: talk.t('refused.order', { why: whyRefused(refusal, talk) }), at: refusal.at, calls: refusal.calls, tone: 'bad',
  }));
}
