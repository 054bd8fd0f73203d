/**
 * The display of Warriors & Gatherers; its code is in this file and the folder of the same name.
 */

import { texts } from 'wag/games/warriors/texts.js';
import { copy, open, applyTurn, score } from 'wag/games/warriors/state.js';
import { paintDrift, paintGround } from 'wag/games/warriors/ground.js';
import { draw, preview, drawnAt, portrait } from 'wag/games/warriors/draw.js';
import {
  isValueOf,
  selectionsOf,
  selectionOf,
  pick,
  positionOf,
  ownerOf,
  trail,
} from 'wag/games/warriors/selection.js';
import { describe } from 'wag/games/warriors/describe.js';
import { describeEvent } from 'wag/games/warriors/event-texts.js';

/** @type {import('../shell/game.js').GameDisplay} */
export default {
  name: 'warriors',
  texts,
  open,
  copy,
  applyTurn,
  bounds: (scene) => ({ width: scene.size, height: scene.size }),
  paintGround,
  paintDrift,
  draw,
  preview,
  portrait,
  pick,
  positionOf,
  drawnAt,
  ownerOf,
  isValueOf,
  selectionsOf,
  trail,
  describe,
  describeEvent,
  selectionOf,
  columns: ['figure.stock', 'figure.units', 'figure.kills', 'figure.losses'],
  score,
  marks: [
    { kind: 'fight', color: '#b3261e', dark: '#ff8a80' },
    { kind: 'loss', color: '#6a3d9a', dark: '#cfa8ff' },
    { kind: 'delivery', color: '#8a6100', dark: '#f2c14e', quiet: true },
  ],
};
