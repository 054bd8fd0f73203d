/**
 * The display of the gem duel; its code is in this file and the folder of the same name.
 */

import { choiceName, swapOf } from 'wag/games/gems/choices.js';
import { describe } from 'wag/games/gems/describe.js';
import { draw, paintGround, preview } from 'wag/games/gems/draw.js';
import { list, pick, place, seat } from 'wag/games/gems/selection.js';
import { copy, open, play, score } from 'wag/games/gems/state.js';
import { tell } from 'wag/games/gems/event-texts.js';
import { words } from 'wag/games/gems/texts.js';

/** @type {import('../shell/game.js').GameView} */
export default {
  name: 'gems',
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
  whereabouts: ({ step }, selection) => place(step, selection),
  seat,
  list,
  trail: () => [],
  describe,
  tell,
  noted: (note) => `p${note.seat}`,
  columns: ['figure.life', 'figure.shield', 'figure.red', 'figure.yellow', 'figure.green', 'figure.lilac'],
  score,
  knockOuts: ['failed'],
  marks: [
    { kind: 'hurt', color: '#b3261e', dark: '#ff8a80', quiet: true },
    { kind: 'cashed_in', color: '#6a3d9a', dark: '#cfa8ff' },
    { kind: 'another_turn', color: '#00695c', dark: '#5fd3c0' },
    { kind: 'refused', color: '#8a6100', dark: '#f2c14e' },
    { kind: 'failed', color: '#37474f', dark: '#cfd8dc' },
  ],
  choiceName,
  choiceOf: swapOf,
};
