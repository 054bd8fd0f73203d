/**
 * The one list of games that can be watched.
 */

import gems from 'wag/games/gems.js';
import warriors from 'wag/games/warriors.js';

/** @type {Record<string, import('../shell/game.js').GameView>} */
export const games = { warriors, gems };
