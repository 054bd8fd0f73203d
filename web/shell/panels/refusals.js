/**
 * Refused orders, with the reason in the language of the page. A game's texts may contain `refused.` plus the reason;
 * a reason without a text is shown in the program's own words.
 */

import { inLanguage, textOr } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../generated/replay.js').Refusal} Refusal */
/** @typedef {import('../../generated/replay.js').Report} Report */
/** @typedef {import('../game.js').Localizer} Localizer */

/** Maximum number per player and round. */
const SHOWN = 20;

/** Returns the reason for a refusal, without a full stop. @param {{kind: string, values?: Record<string, any>, text?: string, texts?: Record<string, string>}} refusal @param {Localizer} localizer */
export function refusalReason({ kind, values = {}, text, texts }, localizer) {
  const key = `refused.${kind}${values.meant ? '.meant' : ''}`;
  return singleLine(
    textOr((name) => localizer.t(name, values), key, inLanguage(texts ?? text)),
    300,
  );
}

/** Returns the refused orders of a player in the current round, each reason once per piece. @param {import('../game.js').Step} step @param {number} seat @returns {Refusal[]} */
export function refusalsOf(step, seat) {
  const reports = step.turns.flatMap((turn) => turn.reports ?? []).filter((report) => report.seat === seat);
  const seen = new Set();
  const isNew = (/** @type {Refusal} */ refusal) => {
    const key = JSON.stringify([refusal.kind, refusal.of, refusal.values, refusal.calls ?? refusal.at]);
    return !seen.has(key) && seen.add(key);
  };
  return reports
    .flatMap((report) => report.refused ?? [])
    .filter(isNew)
    .slice(0, SHOWN);
}

/**
 * Returns refusals as facts for the inspector.
 * @param {Refusal[]} refused @param {string} label @param {Localizer} localizer @returns {import('../game.js').Fact[]}
 */
export function refusalFacts(refused, label, localizer) {
  return refused.map((refusal) => ({
    label,
    value: localizer.t('refused.order', { why: refusalReason(refusal, localizer) }),
    at: refusal.at,
    calls: refusal.calls,
    tone: 'bad',
  }));
}
