/**
 * The hand-ins against which an account may play: those of its classmates that take part in a contest, and its own versions.
 */

import { t } from 'wag/shell/basics/i18n.js';
import { whoAmI } from 'wag/shell/page/me.js';
import { plainName } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';

/** @param {string} game @returns {Promise<import('../setup/opponents.js').Opponent[]>} */
export async function loadOpponents(game) {
  const contests = whoAmI()
    .classes.flatMap((one) => one.contests)
    .filter((one) => one.game === game && !['draft', 'archived'].includes(one.state));
  const lists = await Promise.all(contests.map((one) => requests.opponents(one.id).catch(() => [])));
  const all = lists.flatMap((list, index) =>
    list.map((one) => ({
      word: `hand-in:${one.hand_in}`,
      label: labelOf(one, contests.length > 1 ? plainName(contests[index].name) : ''),
    })),
  );
  return all.filter((one, index) => all.findIndex((other) => other.label === one.label) === index);
}

/** @param {{name: string, version: number, own: boolean}} one @param {string} contest empty if there is only one */
export function labelOf({ name, version: n, own }, contest) {
  const label = own ? t('host.opponentOwn', { n }) : t('host.opponentName', { name: plainName(name), n });
  return contest ? `${label} (${contest})` : label;
}
