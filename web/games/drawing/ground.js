/**
 * The ground of boards: land in three tones, regions of equal fields with round corners, and coordinates. Painted once
 * per viewport.
 */

import { FONT } from 'wag/games/drawing/labels.js';

/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** @typedef {import('./palette.js').Palette} Palette */
/** The part of a board to paint: edges of fields on the canvas, and the range of visible fields. @typedef {{across: (x: number) => number, down: (y: number) => number, scale: number, ratio: number, left: number, top: number, right: number, bottom: number}} Area */

/** Fields along a side of a board that always has coordinates. */
const SMALL_BOARD = 12;
/** Duration of the way of a wave there and back. */
const WAVE_SECONDS = 3;

/** Returns a number from 0 to 1 that belongs to a field. @param {number} x @param {number} y */
export function noise(x, y) {
  let mixed = (x * 374761393 + y * 668265263) | 0;
  mixed = (mixed ^ (mixed >>> 13)) * 1274126177;
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}

/** @param {CanvasRenderingContext2D} ctx @param {{width: number, height: number}} size @param {Viewport} viewport @returns {Area} */
export function areaOf(ctx, { width, height }, { scale, ratio, left, top }) {
  return {
    across: (x) => Math.round(left + x * scale),
    down: (y) => Math.round(top + y * scale),
    scale,
    ratio,
    left: Math.max(0, Math.floor(-left / scale)),
    top: Math.max(0, Math.floor(-top / scale)),
    right: Math.min(width, Math.ceil((ctx.canvas.width - left) / scale)),
    bottom: Math.min(height, Math.ceil((ctx.canvas.height - top) / scale)),
  };
}

/** Calls a function for each visible field. @param {Area} area @param {(x: number, y: number) => void} paint */
export function eachField(area, paint) {
  for (let y = area.top; y < area.bottom; y += 1) {
    for (let x = area.left; x < area.right; x += 1) paint(x, y);
  }
}

/** Fills the rectangle of a field. @param {CanvasRenderingContext2D} ctx @param {Area} area @param {number} x @param {number} y */
export function fillField(ctx, { across, down }, x, y) {
  const [left, top] = [across(x), down(y)];
  ctx.fillRect(left, top, across(x + 1) - left, down(y + 1) - top);
}

/** Paints land in two tones by turns; a tenth of the fields is lighter. @param {CanvasRenderingContext2D} ctx @param {Area} area @param {Palette} colors */
export function paintLand(ctx, area, colors) {
  ctx.fillStyle = colors.land[0];
  const { across, down, left, top, right, bottom } = area;
  ctx.fillRect(across(left), down(top), across(right) - across(left), down(bottom) - down(top));
  for (const tone of [1, 2]) {
    ctx.fillStyle = colors.land[tone];
    eachField(area, (x, y) => {
      const light = noise(x, y) > 0.9;
      if (tone === (light ? 2 : (x + y) % 2)) fillField(ctx, area, x, y);
    });
  }
}

/**
 * Fills the fields of a region as one shape, whose corners are round. `grow` widens it by a part of a field.
 * @param {CanvasRenderingContext2D} ctx @param {Area} area @param {(x: number, y: number) => boolean} isIn @param {string} color
 * @param {{grow?: number, radius?: number}} [shape]
 */
export function fillRegion(ctx, area, isIn, color, { grow = 0, radius = 0.38 } = {}) {
  const { across, down, scale } = area;
  const [wider, corner] = [grow * scale, Math.max(0, radius + grow) * scale];
  ctx.beginPath();
  eachField(area, (x, y) => {
    if (!isIn(x, y)) return;
    const [north, east, south, west] = [isIn(x, y - 1), isIn(x + 1, y), isIn(x, y + 1), isIn(x - 1, y)];
    const left = across(x) - (west ? 0 : wider);
    const top = down(y) - (north ? 0 : wider);
    const right = across(x + 1) + (east ? 0 : wider);
    const bottom = down(y + 1) + (south ? 0 : wider);
    if (scale < 4) return ctx.rect(left, top, right - left, bottom - top);
    const round = (/** @type {boolean} */ one, /** @type {boolean} */ other) => (one || other ? 0 : corner);
    ctx.roundRect(left, top, right - left, bottom - top, [
      round(north, west),
      round(north, east),
      round(south, east),
      round(south, west),
    ]);
  });
  ctx.fillStyle = color;
  ctx.fill();
}

/** Paints water with a shore, deep where no land is near. @param {CanvasRenderingContext2D} ctx @param {Area} area @param {(x: number, y: number) => boolean} isWater @param {Palette} colors */
export function paintWater(ctx, area, isWater, colors) {
  fillRegion(ctx, area, isWater, colors.shore, { grow: 0.12, radius: 0.4 });
  fillRegion(ctx, area, isWater, colors.water, { radius: 0.4 });
  const near = [-1, 0, 1];
  const isDeep = (/** @type {number} */ x, /** @type {number} */ y) =>
    near.every((right) => near.every((down) => isWater(x + right, y + down)));
  fillRegion(ctx, area, isDeep, colors.deep, { grow: 0.06, radius: 0.44 });
}

/**
 * Paints calm waves on a third of the water. They rise and drift by `time`, in seconds; each wave has its own beat.
 * @param {CanvasRenderingContext2D} ctx @param {Area} area @param {(x: number, y: number) => boolean} isWater @param {Palette} colors @param {number} time
 */
export function paintWaves(ctx, area, isWater, colors, time) {
  const { scale } = area;
  if (scale < 9 * area.ratio) return;
  ctx.strokeStyle = colors.wave;
  ctx.lineWidth = Math.max(area.ratio, scale * 0.055);
  ctx.lineCap = 'round';
  ctx.beginPath();
  eachField(area, (x, y) => {
    // The first column and row have coordinates.
    if (!x || !y || !isWater(x, y) || noise(x * 3, y * 5) <= 0.62) return;
    const beat = time === 0 ? 0 : Math.sin((time * 2 * Math.PI) / WAVE_SECONDS + noise(x, y) * 40);
    const left = area.across(x) + (0.18 + noise(y, x) * 0.2 + beat * 0.08) * scale;
    const top = area.down(y) + (0.35 + noise(x, y + 9) * 0.3) * scale;
    const height = scale * (1 - Math.abs(beat) * 0.4);
    ctx.moveTo(left, top);
    ctx.quadraticCurveTo(left + scale * 0.13, top - height * 0.12, left + scale * 0.26, top);
    ctx.quadraticCurveTo(left + scale * 0.39, top + height * 0.1, left + scale * 0.5, top - height * 0.02);
  });
  ctx.stroke();
}

/** Writes the numbers of columns and rows along two edges: the upper and the left one, or the lower one if rows count from below. @param {CanvasRenderingContext2D} ctx @param {Area} area @param {{width: number, height: number}} size @param {Palette} colors @param {boolean} [fromBelow] */
export function paintCoordinates(ctx, { scale, ratio, across, down }, { width, height }, colors, fromBelow) {
  // Small boards, as those of lessons, always have them: learners count fields.
  if (scale < (Math.max(width, height) <= SMALL_BOARD ? 14 : 28) * ratio) return;
  ctx.font = `600 ${Math.max(11 * ratio, Math.round(scale * 0.17))}px ${FONT}`;
  ctx.fillStyle = colors.coordinates;
  const [gap, edge] = [4 * ratio, 3 * ratio];
  ctx.textAlign = fromBelow ? 'right' : 'left';
  ctx.textBaseline = fromBelow ? 'bottom' : 'top';
  for (let x = 0; x < width; x += 1) {
    if (fromBelow) ctx.fillText(String(x), across(x + 1) - gap, down(height) - edge);
    else ctx.fillText(String(x), across(x) + gap, down(0) + edge);
  }
  ctx.textAlign = 'left';
  ctx.textBaseline = fromBelow ? 'top' : 'bottom';
  for (let y = 0; y < height; y += 1) {
    if (fromBelow) ctx.fillText(String(height - 1 - y), across(0) + gap, down(y) + edge);
    else if (y > 0) ctx.fillText(String(y), across(0) + gap, down(y + 1) - edge);
  }
}
