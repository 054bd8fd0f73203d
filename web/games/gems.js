/**
 * The display of the gem duel; its code is in this file and the folder of the same name.
 */

import { shieldPortrait } from 'wag/games/drawing/faces.js';
import { choiceLabel, swapOf } from 'wag/games/gems/choices.js';
import { describe } from 'wag/games/gems/describe.js';
import { draw, paintGround, preview } from 'wag/games/gems/draw.js';
import { selectionsOf, pick, positionOf, ownerOf } from 'wag/games/gems/selection.js';
import { copy, open, applyTurn, score } from 'wag/games/gems/state.js';
import { describeEvent } from 'wag/games/gems/event-texts.js';
import { texts } from 'wag/games/gems/texts.js';

/** @type {import('../shell/game.js').GameDisplay} */
export default {
  name: 'gems',
  texts,
  open,
  copy,
  applyTurn,
  bounds: (scene) => ({ width: scene.size, height: scene.size }),
  paintGround,
  draw,
  preview,
  portrait: shieldPortrait,
  pick,
  positionOf,
  drawnAt: ({ step }, selection) => positionOf(step, selection),
  ownerOf,
  selectionsOf,
  trail: () => [],
  describe,
  describeEvent,
  selectionOf: (note) => `p${note.seat}`,
  columns: ['figure.life', 'figure.shield', 'figure.red', 'figure.yellow', 'figure.green', 'figure.lilac'],
  score,
  marks: [
    { kind: 'hurt', color: '#b3261e', dark: '#ff8a80', quiet: true },
    { kind: 'cashed_in', color: '#6a3d9a', dark: '#cfa8ff' },
    { kind: 'another_turn', color: '#00695c', dark: '#5fd3c0' },
    { kind: 'refused', color: '#8a6100', dark: '#f2c14e' },
    { kind: 'failed', color: '#37474f', dark: '#cfd8dc' },
  ],
  choiceLabel,
  choiceFromSelections: swapOf,
};
