/**
 * Marks of a fight: a star, and a ring that grows and fades.
 */

import { paletteOf } from 'wag/games/drawing/palette.js';
import { easeOut } from 'wag/games/drawing/motion.js';

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} reach the size of a field @param {boolean} dark */
export function drawStar(ctx, x, y, reach, dark) {
  ctx.beginPath();
  for (let point = 0; point < 16; point += 1) {
    const radius = reach * (point % 2 === 0 ? 0.72 : 0.4);
    const angle = (point / 16) * Math.PI * 2 + 0.2;
    ctx.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
  }
  ctx.closePath();
  ctx.fillStyle = paletteOf(dark).flash;
  ctx.fill();
  ctx.lineWidth = Math.max(1.5, reach * 0.09);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = dark ? '#e0301e' : '#c4160a';
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} reach @param {number} part @param {boolean} dark */
export function drawRing(ctx, x, y, reach, part, dark) {
  ctx.globalAlpha = 1 - part;
  ctx.beginPath();
  ctx.arc(x, y, (0.4 + 0.8 * easeOut(part)) * reach, 0, Math.PI * 2);
  ctx.lineWidth = reach * 0.08 * (1 - part) + 1;
  ctx.strokeStyle = paletteOf(dark).danger;
  ctx.stroke();
  ctx.globalAlpha = 1;
}
