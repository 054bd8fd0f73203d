/**
 * The matches to offer after the end of one: the same again, the same with a new seed, and the next match of the
 * ladder.
 */

import { api } from 'wag/shell/basics/api.js';
import { t } from 'wag/shell/basics/i18n.js';
import { gameOf } from 'wag/shell/replay/replay.js';

/** @typedef {import('../../generated/server.js').Run} Run */
/** @typedef {import('../../generated/server.js').MatchRequest} Settings */
/** The page's actions for the end of a match. @typedef {{run: () => Run|null, again: () => void, play: (settings: Settings) => void}} MatchActions */

/** @type {import('../match/story.js').EndActions} */
export const noEndActions = { again: () => null, isWon: () => false, others: async () => [] };

/** Returns the actions for the match that was run last; a match loaded from a file has none. @param {import('../replay/replay.js').Replay} replay @param {MatchActions} actions @returns {import('../match/story.js').EndActions} */
export function endActions(replay, actions) {
  const run = () => (actions.run()?.replay === replay.id ? actions.run() : null);
  return {
    again: () => (run() ? actions.again : null),
    isWon: () => run()?.verdict?.won === true,
    others: async () => {
      if (!run()) return [];
      const start = await api.start(gameOf(replay.header)).catch(() => null);
      const now = run();
      return start && now
        ? nextMatches(start, replay.header, now).map(({ label, settings }) => ({
            label,
            play: () => actions.play(settings),
          }))
        : [];
    },
  };
}

/**
 * Returns the next match of the ladder first, if the first player is the user's own AI and a stage is left; then the
 * same match with a new seed.
 * @param {import('../../generated/server.js').Start} start @param {import('../../generated/replay.js').Header} header of the finished match @param {Run} run
 * @returns {{label: string, settings: Settings}[]}
 */
export function nextMatches({ game, settings, stages }, header, run) {
  const stage = header.players[0]?.built_in ? undefined : stages.find((one) => one.state === 'current');
  const goesOn = stage !== undefined && run.verdict?.stage === stage.name;
  const newSeed = { label: t('end.newSeed'), settings: { ...settings, game, seed: null } };
  if (!stage) return [newSeed];
  const label = t(goesOn ? 'end.nextMatch' : 'end.nextStage', {
    stage: stage.name,
    wins: stage.wins,
    needed: stage.wins_needed,
  });
  const next = {
    label,
    settings: {
      game,
      players: settings.players,
      options: settings.options,
      seed: null,
      challenge: stage.name,
    },
  };
  // The next match of the same challenge is the same match with a new seed.
  return goesOn && settings.challenge === stage.name ? [next] : [next, newSeed];
}
