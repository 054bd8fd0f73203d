/**
 * The static part of the board: land, water, walls, and fields where resources grow. Drawn once per viewport.
 */

import { terrain } from 'wag/games/warriors/state.js';

const LIGHT = {
  land: '#efe9db',
  grid: '#e3dbc8',
  grow: '#dfe3c0',
  dot: '#b9c187',
  water: '#a9cfe2',
  wave: '#d4e9f3',
  wall: '#6f6a64',
  top: '#8a857e',
};
const DARK = {
  land: '#23262b',
  grid: '#2c3036',
  grow: '#2b3328',
  dot: '#56663f',
  water: '#17384d',
  wave: '#2c5a76',
  wall: '#595e67',
  top: '#747a85',
};

/** @param {CanvasRenderingContext2D} ctx @param {import('./state.js').Scene} scene @param {import('../../shell/game.js').Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const colors = dark ? DARK : LIGHT;
  const edge = (/** @type {number} */ at, /** @type {number} */ offset) =>
    Math.round(offset + at * viewport.scale);
  ctx.fillStyle = colors.land;
  ctx.fillRect(edge(0, viewport.left), edge(0, viewport.top), edge(scene.size, 0), edge(scene.size, 0));
  if (viewport.scale >= 9) paintGrid(ctx, scene.size, viewport, colors.grid, edge);
  const shown = visible(ctx, scene.size, viewport);
  for (let y = shown.top; y < shown.bottom; y += 1) {
    for (let x = shown.left; x < shown.right; x += 1) {
      const left = edge(x, viewport.left);
      const top = edge(y, viewport.top);
      const box = {
        left,
        top,
        width: edge(x + 1, viewport.left) - left,
        height: edge(y + 1, viewport.top) - top,
      };
      PAINT[terrain(scene, x, y)]?.(ctx, box, colors);
    }
  }
}

/** Returns the range of visible fields. @param {CanvasRenderingContext2D} ctx @param {number} size @param {import('../../shell/game.js').Viewport} viewport */
function visible(ctx, size, viewport) {
  return {
    left: Math.max(0, Math.floor(-viewport.left / viewport.scale)),
    top: Math.max(0, Math.floor(-viewport.top / viewport.scale)),
    right: Math.min(size, Math.ceil((ctx.canvas.width - viewport.left) / viewport.scale)),
    bottom: Math.min(size, Math.ceil((ctx.canvas.height - viewport.top) / viewport.scale)),
  };
}

/** @param {CanvasRenderingContext2D} ctx @param {number} size @param {import('../../shell/game.js').Viewport} viewport @param {string} color @param {(at: number, offset: number) => number} edge */
function paintGrid(ctx, size, viewport, color, edge) {
  ctx.fillStyle = color;
  const width = Math.max(1, Math.round(viewport.scale / 40));
  for (let at = 1; at < size; at += 1) {
    ctx.fillRect(edge(at, viewport.left), edge(0, viewport.top), width, edge(size, 0));
    ctx.fillRect(edge(0, viewport.left), edge(at, viewport.top), edge(size, 0), width);
  }
}

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** @type {Record<string, (ctx: CanvasRenderingContext2D, box: Box, colors: typeof LIGHT) => void>} */
const PAINT = {
  R(ctx, { left, top, width, height }, colors) {
    ctx.fillStyle = colors.grow;
    ctx.fillRect(left, top, width, height);
    if (width < 9) return;
    const dot = Math.max(1, Math.round(width / 12));
    ctx.fillStyle = colors.dot;
    for (const [x, y] of [
      [0.25, 0.3],
      [0.7, 0.25],
      [0.5, 0.55],
      [0.22, 0.78],
      [0.77, 0.75],
    ]) {
      ctx.fillRect(Math.round(left + x * width), Math.round(top + y * height), dot, dot);
    }
  },
  X(ctx, { left, top, width, height }, colors) {
    ctx.fillStyle = colors.water;
    ctx.fillRect(left, top, width, height);
    if (width < 12) return;
    ctx.strokeStyle = colors.wave;
    ctx.lineWidth = Math.max(1, width / 18);
    ctx.beginPath();
    for (const y of [0.36, 0.68]) {
      ctx.moveTo(left + width * 0.18, top + height * y);
      ctx.quadraticCurveTo(
        left + width * 0.34,
        top + height * (y - 0.14),
        left + width * 0.5,
        top + height * y,
      );
      ctx.quadraticCurveTo(
        left + width * 0.66,
        top + height * (y + 0.14),
        left + width * 0.82,
        top + height * y,
      );
    }
    ctx.stroke();
  },
  Y(ctx, { left, top, width, height }, colors) {
    ctx.fillStyle = colors.wall;
    ctx.fillRect(left, top, width, height);
    if (width < 6) return;
    ctx.fillStyle = colors.top;
    const inset = Math.max(1, Math.round(width / 14));
    ctx.fillRect(left + inset, top + inset, width - 2 * inset, Math.round(height * 0.62));
  },
};
