/**
 * Texts on boards: outlined labels, and badges with a frame.
 */

import { paletteOf } from 'wag/games/drawing/palette.js';

/** @typedef {import('../../shell/game.js').Viewport} Viewport */

/** The font of numbers on boards. */
export const FONT = '"Atkinson Hyperlegible Mono", ui-monospace, monospace';

/** @param {CanvasRenderingContext2D} ctx @param {number} size */
function prepare(ctx, size) {
  ctx.font = `700 ${Math.round(size)}px ${FONT}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
}

/** Draws a golden text with an outline. @param {CanvasRenderingContext2D} ctx @param {string} text @param {Viewport} viewport @param {[number, number]} place in fields @param {number} size in device pixels @param {boolean} dark */
export function drawLabel(ctx, text, viewport, [x, y], size, dark) {
  prepare(ctx, size);
  const line = viewport.top + y * viewport.scale;
  // It stays inside the canvas.
  const half = ctx.measureText(text).width / 2 + size / 4;
  const wanted = viewport.left + x * viewport.scale;
  const middle = Math.max(half, Math.min(ctx.canvas.width - half, wanted));
  ctx.lineWidth = Math.max(2, size / 4);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = paletteOf(dark).ink;
  ctx.strokeText(text, middle, line);
  ctx.fillStyle = paletteOf(dark).goldLight;
  ctx.fillText(text, middle, line);
}

/** Draws a text in a frame of its owner's color. @param {CanvasRenderingContext2D} ctx @param {string} text @param {Viewport} viewport @param {[number, number]} place in fields @param {number} size in device pixels @param {string} color @param {boolean} dark */
export function drawBadge(ctx, text, viewport, place, size, color, dark) {
  const x = viewport.left + place[0] * viewport.scale;
  const y = viewport.top + place[1] * viewport.scale;
  const { ink, rim } = paletteOf(dark);
  prepare(ctx, size);
  const width = ctx.measureText(text).width + size * 0.7;
  ctx.fillStyle = dark ? ink : rim;
  ctx.strokeStyle = color;
  ctx.lineWidth = Math.max(1, size / 9);
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - size * 0.65, width, size * 1.3, size * 0.65);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = dark ? rim : ink;
  ctx.fillText(text, x, y + size * 0.06);
}
