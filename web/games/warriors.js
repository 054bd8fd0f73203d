/**
 * The display of Warriors & Gatherers; its code is in this file and the folder of the same name.
 */

import { words } from 'wag/games/warriors/texts.js';
import { copy, open, play, score } from 'wag/games/warriors/state.js';
import { paintGround } from 'wag/games/warriors/ground.js';
import { draw, preview, whereabouts } from 'wag/games/warriors/draw.js';
import { list, noted, pick, place, seat, trail } from 'wag/games/warriors/selection.js';
import { describe } from 'wag/games/warriors/describe.js';
import { tell } from 'wag/games/warriors/event-texts.js';

/** @type {import('../shell/game.js').GameView} */
export default {
  name: 'warriors',
  words,
  open,
  copy,
  play,
  bounds: (scene) => ({ width: scene.size, height: scene.size }),
  paintGround,
  draw,
  preview,
  pick,
  place,
  whereabouts,
  seat,
  list,
  trail,
  describe,
  tell,
  noted,
  columns: ['figure.stock', 'figure.units', 'figure.kills', 'figure.losses'],
  score,
  marks: [
    { kind: 'fight', color: '#b3261e', dark: '#ff8a80' },
    { kind: 'loss', color: '#6a3d9a', dark: '#cfa8ff' },
    { kind: 'delivery', color: '#8a6100', dark: '#f2c14e', quiet: true },
  ],
};
