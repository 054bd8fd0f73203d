/**
 * The static part of the board: land, water, walls, and fields where resources grow. Drawn once per viewport.
 */

import { mix, paletteOf } from 'wag/games/drawing/palette.js';
import {
  areaOf,
  eachField,
  fillRegion,
  noise,
  paintCoordinates,
  paintLand,
  paintWater,
  paintWaves,
} from 'wag/games/drawing/ground.js';
import { terrain } from 'wag/games/warriors/state.js';

/** @typedef {import('../drawing/ground.js').Area} Area */
/** @typedef {import('../drawing/palette.js').Palette} Palette */
/** @typedef {import('./state.js').Scene} Scene */
/** @typedef {(x: number, y: number) => boolean} IsIn */

/** @param {CanvasRenderingContext2D} ctx @param {Scene} scene @param {import('../../shell/game.js').Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const colors = paletteOf(dark);
  const size = { width: scene.size, height: scene.size };
  const area = areaOf(ctx, size, viewport);
  const inside = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && y >= 0 && x < scene.size && y < scene.size;
  const isWater = waterOf(scene);
  ctx.save();
  ctx.beginPath();
  ctx.rect(viewport.left, viewport.top, scene.size * viewport.scale, scene.size * viewport.scale);
  ctx.clip();
  paintLand(ctx, area, colors);
  if (viewport.scale >= 20) paintTufts(ctx, scene, area, colors);
  paintSoil(ctx, scene, area, colors);
  if (hasWater(scene)) paintWater(ctx, area, isWater, colors);
  paintWalls(ctx, area, (x, y) => inside(x, y) && terrain(scene, x, y) === 'Y', colors);
  paintCoordinates(ctx, area, size, colors);
  ctx.restore();
}

/** @param {Scene} scene */
const hasWater = (scene) => scene.rows.some((row) => row.includes('X'));

/** Returns whether a field is water, as everything around the board. @param {Scene} scene @returns {IsIn} */
function waterOf(scene) {
  const isOnBoard = (/** @type {number} */ at) => at >= 0 && at < scene.size;
  return (x, y) => !isOnBoard(x) || !isOnBoard(y) || terrain(scene, x, y) === 'X';
}

/** Paints the waves on the water. @param {CanvasRenderingContext2D} ctx @param {Scene} scene @param {import('../../shell/game.js').Viewport} viewport @param {boolean} dark @param {number} time in seconds */
export function paintDrift(ctx, scene, viewport, dark, time) {
  const area = areaOf(ctx, { width: scene.size, height: scene.size }, viewport);
  if (hasWater(scene)) paintWaves(ctx, area, waterOf(scene), paletteOf(dark), time);
}

/** @param {CanvasRenderingContext2D} ctx @param {Scene} scene @param {Area} area @param {Palette} colors */
function paintTufts(ctx, scene, area, colors) {
  const { scale, across, down } = area;
  ctx.strokeStyle = colors.tuft;
  ctx.lineWidth = Math.max(1, scale * 0.045);
  ctx.lineCap = 'round';
  ctx.beginPath();
  eachField(area, (x, y) => {
    if (noise(x, y) <= 0.9 || terrain(scene, x, y) !== '.') return;
    for (const lean of [-0.1, 0, 0.1]) {
      ctx.moveTo(across(x) + (0.5 + lean * 0.5) * scale, down(y) + 0.66 * scale);
      ctx.lineTo(across(x) + (0.5 + lean * 1.6) * scale, down(y) + (lean ? 0.5 : 0.45) * scale);
    }
  });
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {Scene} scene @param {Area} area @param {Palette} colors */
function paintSoil(ctx, scene, area, colors) {
  const { scale, across, down } = area;
  /** @type {IsIn} */
  const isSoil = (x, y) => terrain(scene, x, y) === 'R';
  fillRegion(ctx, area, isSoil, colors.soil, { grow: -0.02, radius: 0.34 });
  if (scale < 10) return;
  ctx.fillStyle = colors.sprig;
  ctx.beginPath();
  eachField(area, (x, y) => {
    if (!isSoil(x, y)) return;
    for (const [right, below] of [
      [0.25, 0.28],
      [0.72, 0.4],
      [0.4, 0.72],
    ]) {
      const [middle, line] = [across(x) + right * scale, down(y) + below * scale];
      ctx.moveTo(middle + scale * 0.05, line);
      ctx.ellipse(middle, line, scale * 0.05, scale * 0.03, 0, 0, Math.PI * 2);
    }
  });
  ctx.fill();
}

/** Paints walls with a top and a front; they stand out of their fields to the north. @param {CanvasRenderingContext2D} ctx @param {Area} area @param {IsIn} isWall @param {Palette} colors */
function paintWalls(ctx, area, isWall, colors) {
  const { scale, across, down } = area;
  fillRegion(ctx, area, isWall, colors.shadow, { grow: 0.09, radius: 0.16 });
  const lighterTop = mix(colors.wall, colors.wallTop, 0.72);
  eachField(area, (x, y) => {
    if (!isWall(x, y)) return;
    const [left, top] = [across(x), down(y) - Math.round(scale * 0.16)];
    const [width, height] = [across(x + 1) - left, down(y + 1) - down(y)];
    const corner = (/** @type {boolean} */ joined, /** @type {number} */ share) =>
      joined ? 0 : scale * share;
    ctx.fillStyle = colors.wallFront;
    ctx.beginPath();
    ctx.roundRect(left, top + height * 0.3, width, height * 0.86, [
      0,
      0,
      corner(isWall(x + 1, y) || isWall(x + 1, y + 1), 0.12),
      corner(isWall(x - 1, y), 0.12),
    ]);
    ctx.fill();
    ctx.fillStyle = noise(x, y) > 0.5 ? colors.wallTop : lighterTop;
    ctx.beginPath();
    ctx.roundRect(left, top, width, height * (isWall(x, y + 1) ? 1 : 0.78), [
      corner(isWall(x - 1, y) || isWall(x, y - 1), 0.16),
      corner(isWall(x + 1, y) || isWall(x, y - 1), 0.16),
      0,
      0,
    ]);
    ctx.fill();
    if (scale >= 10) paintBricks(ctx, left, top, scale, noise(y, x) > 0.5 ? 0.35 : 0.65, colors);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {number} left @param {number} top @param {number} scale @param {number} joint @param {Palette} colors */
function paintBricks(ctx, left, top, scale, joint, colors) {
  ctx.strokeStyle = colors.wall;
  ctx.lineWidth = Math.max(1, scale * 0.04);
  ctx.beginPath();
  ctx.moveTo(left + joint * scale, top + 0.1 * scale);
  ctx.lineTo(left + joint * scale, top + 0.4 * scale);
  ctx.moveTo(left + 0.05 * scale, top + 0.42 * scale);
  ctx.lineTo(left + 0.95 * scale, top + 0.42 * scale);
  ctx.stroke();
}
