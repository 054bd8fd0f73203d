/**
 * The display of the flower farm. Selections: `p1` is player 1, `f4,5` the tile (4,5), whose y counts from below.
 */

import { createAnswerEditor } from 'wag/games/flowers/action-editor.js';
import { potPortrait } from 'wag/games/drawing/faces.js';
import { draw, paintGround, preview } from 'wag/games/flowers/draw.js';
import { SIDE, copy, fieldOf, open, applyTurn } from 'wag/games/flowers/state.js';
import { describePlayer, describeTile, describeEvent } from 'wag/games/flowers/describe.js';
import { texts } from 'wag/games/flowers/texts.js';

/** @param {string|null} selection @returns {{seat: number} | {tile: number} | null} */
export function parseSelection(selection) {
  const player = /^p([12])$/.exec(selection ?? '');
  if (player) return { seat: Number(player[1]) };
  const field = /^f([0-7]),([0-7])$/.exec(selection ?? '');
  return field ? { tile: Number(field[1]) * SIDE + Number(field[2]) } : null;
}

/** @param {import('../shell/game.js').Step} _ @param {string} selection @returns {[number, number]|null} */
function positionOf(_, selection) {
  const target = parseSelection(selection);
  return target && 'tile' in target ? fieldOf(target.tile) : null;
}

/** @param {any} event @returns {number[]} */
function tilesOf(event) {
  return (
    event.tiles ?? (event.plants ?? event.drops)?.map((/** @type {[number, number]} */ [tile]) => tile) ?? []
  );
}

/** @type {import('../shell/game.js').GameDisplay} */
export default {
  name: 'flowers',
  texts,
  open,
  copy,
  applyTurn,
  bounds: (scene) => scene,
  paintGround,
  draw,
  preview,
  portrait: potPortrait,
  pick: ({ scene }, x, y) =>
    x >= 0 && y >= 0 && x < scene.width && y < scene.height ? `f${x},${SIDE - 1 - y}` : null,
  positionOf,
  drawnAt: ({ step }, selection) => positionOf(step, selection),
  ownerOf: (selection) => {
    const target = parseSelection(selection);
    return target && 'seat' in target ? target.seat : null;
  },
  selectionsOf: (step, player) => [
    `p${player}`,
    ...step.after.players[player - 1].tiles.map(
      (/** @type {number} */ tile) => `f${Math.floor(tile / SIDE)},${tile % SIDE}`,
    ),
  ],
  trail: (selection, turn) => {
    const target = parseSelection(selection);
    if (!target || 'tile' in target) return [];
    return (turn.events ?? [])
      .filter((event) => event.seat === target.seat)
      .flatMap((event) => tilesOf(event).map(fieldOf));
  },
  describe: (step, selection, localizer) => {
    const target = parseSelection(selection);
    if (!target) return { title: localizer.t('flowers.nothing'), seat: null, facts: [] };
    return 'seat' in target
      ? describePlayer(step, target.seat, localizer)
      : describeTile(step, target.tile, localizer);
  },
  describeEvent,
  createAnswerEditor,
  selectionOf: (note) => `p${note.seat}`,
  columns: ['figure.points', 'figure.gold', 'figure.tiles'],
  score: (state, player) => {
    const { points, gold, tiles, misses } = state.players[player - 1];
    return { cells: [points, gold, tiles.length], out: misses > 2 };
  },
  marks: [
    { kind: 'lost', color: '#b3261e', dark: '#ff8a80' },
    { kind: 'missed', color: '#b3261e', dark: '#ff8a80' },
    { kind: 'void', color: '#8a6100', dark: '#f2c14e' },
    { kind: 'dug', color: '#6b4a2b', dark: '#d0a77f' },
    { kind: 'harvested', color: '#2f7a3d', dark: '#7fc46a', quiet: true },
  ],
};
