/**
 * Drawing of the board and the animation of a move: the swap, then vanishing runs and falling stones.
 */

import { areaOf, eachField, fillField, paintCoordinates } from 'wag/games/drawing/ground.js';
import { isPlain } from 'wag/games/drawing/motion.js';
import { paletteOf } from 'wag/games/drawing/palette.js';
import { sheetOf } from 'wag/games/drawing/sprites.js';
import { tile } from 'wag/games/gems/sprites.js';
import { change, columns, copyField } from 'wag/games/gems/state.js';

/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** @typedef {import('../../shell/game.js').Step} Step */
/** A phase of a move: the board before it, its event, and the board after it. @typedef {{before: string[][], event: any, after: string[][]}} Phase */
/** How to draw tiles. @typedef {{ctx: CanvasRenderingContext2D, size: number, viewport: Viewport, dark: boolean, digits: boolean}} Pen */

/** Size of a tile in fields. */
const TILE = 0.86;
/** Share of a round that all phases of a move take. */
const SHARE = 0.9;

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const colors = paletteOf(dark);
  const size = { width: scene.size, height: scene.size };
  const area = areaOf(ctx, size, viewport);
  eachField(area, (x, y) => {
    ctx.fillStyle = colors.land[(x + y) % 2];
    fillField(ctx, area, x, y);
  });
  paintCoordinates(ctx, area, size, colors, true);
}

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function preview(ctx, scene, viewport, dark) {
  if (!scene.preview) return;
  const field = columns(scene.size, scene.preview.rows);
  drawField({ ctx, size: scene.size, viewport, dark, digits: false }, field);
}

/** @type {WeakMap<any, Phase[]>} */
const phasesByState = new WeakMap();

/** @param {Step} step @returns {Phase[]} */
function phasesOf(step) {
  const found = phasesByState.get(step.after);
  if (found) return found;
  /** @type {Phase[]} */
  const phases = [];
  const field = copyField(step.before.field);
  for (const event of step.turns.flatMap((turn) => turn.events ?? [])) {
    const before = copyField(field);
    if (change(field, event)) phases.push({ before, event, after: copyField(field) });
  }
  phasesByState.set(step.after, phases);
  return phases;
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const { step, viewport, dark, digits, t } = picture;
  const pen = { ctx, size: step.scene.size, viewport, dark, digits };
  const phases = phasesOf(step);
  const at = Math.min(phases.length, (t / SHARE) * phases.length);
  const phase = isPlain(picture) ? undefined : phases[Math.floor(at)];
  if (phase) drawPhase(pen, phase, at - Math.floor(at));
  else drawField(pen, step.after.field);
  if (picture.selection) drawSelection(ctx, step.scene.size, viewport, dark, picture.selection);
}

/** @param {Pen} pen @param {string[][]} field */
function drawField(pen, field) {
  for (const [x, column] of field.entries())
    for (const [y, letter] of column.entries()) drawTile(pen, letter, x, y, 1);
}

/** @param {Pen} pen @param {Phase} phase @param {number} part */
function drawPhase(pen, phase, part) {
  if (phase.event.type === 'swapped') drawSwap(pen, phase, part * part * (3 - 2 * part));
  else drawFall(pen, phase, part);
}

/** @param {Pen} pen @param {Phase} phase @param {number} part */
function drawSwap(pen, { before, event }, part) {
  const moving = new Map([
    [String(event.from), event.to],
    [String(event.to), event.from],
  ]);
  for (const [x, column] of before.entries()) {
    for (const [y, letter] of column.entries()) {
      const to = moving.get(String([x, y])) ?? [x, y];
      drawTile(pen, letter, x + (to[0] - x) * part, y + (to[1] - y) * part, 1);
    }
  }
}

/** Draws how tiles vanish, then how those above them fall, faster and faster. @param {Pen} pen @param {Phase} phase @param {number} part */
function drawFall(pen, { before, event, after }, part) {
  const gone = new Set(event.type === 'removed' ? event.places.map(String) : before.map((_, x) => `${x},0`));
  // A tile swells a little before it vanishes.
  const left = part < 0.15 ? 1 + part : Math.max(0, 1.15 * (1 - (part - 0.15) / 0.35));
  const drop = Math.max(0, part * 2 - 1) ** 2;
  for (const [x, column] of before.entries()) {
    let fallen = 0;
    for (const [y, letter] of column.entries()) {
      if (gone.has(`${x},${y}`)) {
        fallen += 1;
        drawTile(pen, letter, x, y, left);
      } else {
        drawTile(pen, letter, x, y - fallen * drop, 1);
      }
    }
    // New tiles fall from above the board.
    for (let y = column.length - fallen; y < after[x].length; y += 1)
      if (part > 0.5) drawTile(pen, after[x][y], x, y + fallen * (1 - drop), 1);
  }
}

/** @param {Pen} pen @param {string} letter @param {number} x @param {number} y counted from below @param {number} share fraction of the full size */
function drawTile({ ctx, size, viewport, dark, digits }, letter, x, y, share) {
  const { left, top, scale, ratio } = viewport;
  // Above the board, nothing is visible.
  if (share <= 0.02 || y > size - 0.5) return;
  const lettered = digits && scale >= 18 * ratio;
  const sprite = sheetOf(scale * TILE, dark).get(`tile ${letter} ${lettered}`, () => tile(letter, lettered));
  const side = share === 1 ? sprite.width : sprite.width * share;
  const middle = left + (x + 0.5) * scale;
  const line = top + (size - 0.5 - y) * scale;
  if (share === 1) ctx.drawImage(sprite, Math.round(middle - side / 2), Math.round(line - side / 2));
  else ctx.drawImage(sprite, middle - side / 2, line - side / 2, side, side);
}

/** @param {CanvasRenderingContext2D} ctx @param {number} size @param {Viewport} viewport @param {boolean} dark @param {string} selection */
function drawSelection(ctx, size, viewport, dark, selection) {
  const tile = /^t(\d),(\d)$/.exec(selection);
  if (!tile) return;
  const inset = Math.max(1, viewport.scale * 0.05);
  ctx.strokeStyle = dark ? '#ffffff' : '#14161a';
  ctx.lineWidth = Math.max(2, viewport.scale * 0.06);
  ctx.strokeRect(
    viewport.left + Number(tile[1]) * viewport.scale + inset,
    viewport.top + (size - 1 - Number(tile[2])) * viewport.scale + inset,
    viewport.scale - 2 * inset,
    viewport.scale - 2 * inset,
  );
}
