/**
 * The result of a game and its reason, and the names of players, in the language of the page.
 */

import { hasText, t } from 'wag/shell/basics/i18n.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./session.js').Result} Result */

/** Name of a person who was given no name. */
const YOU = 'You';

/** @param {Session} session @param {number|null} player */
function isYou(session, player) {
  return player !== null && session.people[player] === true && session.name(player) === YOU;
}

/** @param {Session} session @param {number|null} player */
export function playerName(session, player) {
  return isYou(session, player) ? t('two.you') : session.name(player);
}

/** Returns a sentence about a player, in the second person if it is the user. @param {string} key @param {Session} session @param {number|null} player @param {Record<string, any>} [more] */
export function sentenceAbout(key, session, player, more = {}) {
  const ofYou = `${key}.you`;
  const name = singleLine(playerName(session, player), 40);
  return t(isYou(session, player) && hasText(ofYou) ? ofYou : key, { name, ...more });
}

/** Returns the result of a game as a sentence. @param {Session} session @param {Result} result */
export function resultText(session, { winner, reason, explanation }) {
  if (reason === 'draw') return t('two.draw');
  if (winner === null) return `${t('two.void')} ${singleLine(explanation, 400)}`;
  const won = sentenceAbout('two.won', session, winner);
  if (reason === 'won') return won;
  return `${won} ${reasonText(session, 1 - winner, reason, explanation)}`;
}

/** The referee's messages by reason; the page translates the captured part. @type {Map<string, RegExp>} */
const PARTS = new Map(
  Object.entries({
    resigned: /resigned$/,
    'time-out': /thought longer than ([\d.]+) seconds/,
    'invalid move': /chose ([\s\S]*), which is not a valid move$/,
    exception: /(?:failed with|ended the program) ([\s\S]*)$/,
  }),
);

/** @param {Session} session @param {number} loser @param {string} reason @param {string} explanation in English */
function reasonText(session, loser, reason, explanation) {
  const found = PARTS.get(reason)?.exec(explanation);
  if (!found) return singleLine(explanation, 400);
  return singleLine(
    sentenceAbout(`two.why.${reason}`, session, loser, { what: sanitize(found[1] ?? '') }),
    400,
  );
}
