/**
 * What can be played when a match is over: the same again, and the match of the ladder that comes next.
 */

import { api } from 'wag/shell/api.js';
import { t } from 'wag/shell/i18n.js';

/**
 * Null if the first player is not the user's own, or if there is no stage left.
 * @param {import('./frames.js').Header} header of the match that is over @param {import('./api.js').Run|null} run
 * @returns {Promise<{words: string, wanted: import('./api.js').Settings}|null>}
 */
async function nextStage(header, run) {
  if (header.players[0]?.built_in) return null;
  const { game, settings, stages } = await api.start(header.game);
  const stage = stages.find((one) => one.state === 'current');
  if (!stage) return null;
  const goesOn = run?.verdict?.stage === stage.name;
  const words = t(goesOn ? 'end.nextMatch' : 'end.nextStage', { stage: stage.name, wins: stage.wins, needed: stage.wins_needed });
  return { words, wanted: { game, players: settings.players, options: settings.options, seed: null, challenge: stage.name } };
}

/** What this may do with the page. @typedef {{run: () => import('./api.js').Run|null, again: () => void, play: (settings: import('./api.js').Settings) => void}} Hands */

/** @type {import('./endcard.js').EndActions} */
export const nothingToPlay = { again: null, next: async () => null };

/** Of the match that was run last; there is nothing to play of one that was loaded. @param {import('./replay.js').Replay} replay @param {Hands} hands @returns {import('./endcard.js').EndActions} */
export function endActions(replay, hands) {
  if (hands.run()?.replay !== replay.id) return nothingToPlay;
  return {
    again: hands.again,
    next: async () => {
      const next = hands.run()?.replay === replay.id ? await nextStage(replay.header, hands.run()).catch(() => null) : null;
      return next && { words: next.words, play: () => hands.play(next.wanted) };
    },
  };
}
