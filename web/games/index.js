/**
 * The one list of games that can be watched.
 */

import warriors from 'wag/games/warriors.js';

/** @type {Record<string, import('../shell/game.js').GameView>} */
export const games = { warriors };
