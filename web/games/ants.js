/**
 * The display of the ant war.
 */

import { draw, paintGround, portrait, preview } from 'wag/games/ants/draw.js';
import { drawnBy, layersOf } from 'wag/games/ants/overlay.js';
import { selectionsOf, pick, positionOf, ownerOf } from 'wag/games/ants/selection.js';
import { restore } from 'wag/games/ants/restore.js';
import { copy, open, applyTurn } from 'wag/games/ants/state.js';
import { antsOf, describe, hillsOf, describeEvent } from 'wag/games/ants/describe.js';
import { texts } from 'wag/games/ants/texts.js';

/** @type {import('../shell/game.js').GameDisplay} */
export default {
  name: 'ants',
  texts,
  open,
  copy,
  applyTurn,
  restore,
  bounds: (scene) => scene,
  wraps: true,
  layers: layersOf,
  drawingsOf: drawnBy,
  paintGround,
  draw,
  preview,
  portrait,
  pick,
  positionOf,
  drawnAt: ({ step }, selection) => positionOf(step, selection),
  ownerOf,
  selectionsOf,
  trail: () => [],
  describe,
  describeEvent,
  columns: ['figure.score', 'figure.ants', 'figure.hills', 'figure.hive'],
  score: (state, player) => {
    const { score, hive, status } = state.players[player - 1];
    return {
      cells: [score, antsOf(state, player), hillsOf(state, player), hive],
      out: status !== 'survived',
    };
  },
  marks: [
    { kind: 'razed', color: '#b3261e', dark: '#ff8a80' },
    { kind: 'eliminated', color: '#3b3f46', dark: '#d7dbe2' },
    { kind: 'removed', color: '#8a6100', dark: '#f2c14e' },
    { kind: 'died', color: '#6d4c9f', dark: '#c9b2f0', quiet: true },
    { kind: 'born', color: '#00795a', dark: '#2fc79a', quiet: true },
    { kind: 'gathered', color: '#3f6b1d', dark: '#a5d46a', quiet: true },
  ],
};
