/**
 * Drawing of the farm: tiles in their owners' colors, rims of special tiles, plants with the water they need, and rain.
 */

import { seatColor } from 'wag/shell/basics/seats.js';
import { SIDE, fieldOf, isHidden, ownerOf } from 'wag/games/flowers/state.js';

/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** @typedef {import('./state.js').State} State */

const LIGHT = {
  ground: '#efe9da',
  grid: '#cfc6ae',
  special: '#c98a00',
  stem: '#3c7a2c',
  dead: '#6b5a45',
  ink: '#1c1e22',
  rain: '#2f6fb0',
  drop: '#1f66b3',
};
const DARK = {
  ground: '#1d1f1b',
  grid: '#3a3d35',
  special: '#f2c14e',
  stem: '#7fc46a',
  dead: '#a8967d',
  ink: '#f1efe8',
  rain: '#8fc1f2',
  drop: '#8fc1f2',
};
/** Anemone, BlueJazz, crocus, tulip. @type {Record<number, [string, string]>} */
const PETALS = {
  3: ['#b03a8c', '#ee8fd0'],
  4: ['#2747c7', '#8ea4ff'],
  5: ['#7a3fb0', '#c79cf2'],
  6: ['#c22b1f', '#ff8a7a'],
};
/** @type {Record<number, string>} */
const SIGNS = { 3: 'A', 4: 'B', 5: 'C', 6: 'T' };

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const colors = dark ? DARK : LIGHT;
  const [left, top, width, height] = [
    viewport.left,
    viewport.top,
    scene.width * viewport.scale,
    scene.height * viewport.scale,
  ].map(Math.round);
  ctx.fillStyle = colors.ground;
  ctx.fillRect(left, top, width, height);
  ctx.fillStyle = colors.grid;
  for (let at = 0; at <= SIDE; at += 1) {
    ctx.fillRect(left + Math.round(at * viewport.scale), top, 1, height);
    ctx.fillRect(left, top + Math.round(at * viewport.scale), width, 1);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function preview(ctx, scene, viewport, dark) {
  const state = { ...scene.preview, special: new Set(scene.preview?.special ?? []) };
  if (scene.preview) drawTiles(ctx, state, viewport, dark);
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const { step, t, viewport, dark } = picture;
  const rains = step.turns.some((turn) => (turn.events ?? []).some((event) => event.type === 'rained'));
  drawTiles(ctx, t < 0.5 ? step.before : step.after, viewport, dark, step.viewerSeat);
  if (rains && t > 0.3 && t < 1) drawRain(ctx, viewport, dark);
}

/** @param {CanvasRenderingContext2D} ctx @param {State} state @param {Viewport} viewport @param {boolean} dark @param {number|null} [eyes] */
function drawTiles(ctx, state, viewport, dark, eyes) {
  const colors = dark ? DARK : LIGHT;
  for (let tile = 0; tile < SIDE * SIDE; tile += 1) {
    const [x, y] = fieldOf(tile);
    const [left, top, size] = [
      viewport.left + x * viewport.scale,
      viewport.top + y * viewport.scale,
      viewport.scale,
    ];
    const owner = ownerOf(state, tile);
    if (owner) {
      ctx.globalAlpha = dark ? 0.35 : 0.28;
      ctx.fillStyle = seatColor(owner, dark);
      ctx.fillRect(left + 1, top + 1, size - 1, size - 1);
      ctx.globalAlpha = 1;
    }
    if (state.special.has(tile)) {
      ctx.strokeStyle = colors.special;
      ctx.lineWidth = Math.max(2, size * 0.07);
      ctx.strokeRect(left + size * 0.06, top + size * 0.06, size * 0.88, size * 0.88);
    }
    const plant = state.plants[tile];
    if (plant) drawPlant(ctx, isHidden(state, tile, eyes) ? null : plant, plant.card, left, top, size, dark);
    if (owner)
      label(ctx, String(owner), left + size * 0.14, top + size * 0.2, size * 0.2, seatColor(owner, dark));
  }
}

/** Draws a plant; if `plant` is null because it is hidden, draws only its kind. @param {CanvasRenderingContext2D} ctx @param {import('./state.js').Plant|null} plant @param {number} card @param {number} left @param {number} top @param {number} size @param {boolean} dark */
function drawPlant(ctx, plant, card, left, top, size, dark) {
  const colors = dark ? DARK : LIGHT;
  const [x, y] = [left + size / 2, top + size * 0.42];
  const isDead = plant !== null && plant.needed < 0;
  ctx.strokeStyle = isDead ? colors.dead : colors.stem;
  ctx.lineWidth = Math.max(1, size * 0.05);
  ctx.beginPath();
  ctx.moveTo(x, top + size * 0.82);
  ctx.lineTo(x, y);
  ctx.stroke();
  const petal = PETALS[card]?.[dark ? 1 : 0] ?? colors.ink;
  if (isDead) {
    const arm = size * 0.14;
    ctx.beginPath();
    ctx.moveTo(x - arm, y - arm);
    ctx.lineTo(x + arm, y + arm);
    ctx.moveTo(x + arm, y - arm);
    ctx.lineTo(x - arm, y + arm);
    ctx.stroke();
  } else if (plant?.needed === 0) {
    ctx.fillStyle = petal;
    for (let at = 0; at < 5; at += 1)
      disc(
        ctx,
        x + Math.cos(at * 1.2566) * size * 0.13,
        y + Math.sin(at * 1.2566) * size * 0.13,
        size * 0.11,
      );
    ctx.fillStyle = colors.ground;
    disc(ctx, x, y, size * 0.08);
  } else {
    ctx.fillStyle = petal;
    disc(ctx, x, y, size * 0.09);
  }
  if (size < 26) return;
  label(
    ctx,
    SIGNS[card] ?? '?',
    left + size * 0.86,
    top + size * 0.2,
    size * 0.2,
    isDead ? colors.dead : petal,
  );
  if (isDead || !plant) return;
  label(
    ctx,
    '●'.repeat(Math.min(plant.left, 5)),
    left + size * 0.3,
    top + size * 0.91,
    size * 0.12,
    colors.ink,
  );
  if (plant.needed > 0)
    label(ctx, `${plant.needed}💧`, left + size * 0.8, top + size * 0.88, size * 0.18, colors.drop);
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius */
function disc(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y @param {number} size @param {string} color */
function label(ctx, text, x, y, size, color) {
  ctx.fillStyle = color;
  ctx.font = `bold ${Math.max(7, Math.round(size))}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y);
}

/** @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {boolean} dark */
function drawRain(ctx, viewport, dark) {
  ctx.strokeStyle = (dark ? DARK : LIGHT).rain;
  ctx.lineWidth = Math.max(1, viewport.scale * 0.04);
  ctx.globalAlpha = 0.6;
  ctx.beginPath();
  for (let drop = 0; drop < 120; drop += 1) {
    // The same drops in each frame, evenly spread.
    const [x, y] = [
      ((drop * 0.618) % 1) * SIDE * viewport.scale,
      ((drop * 0.382 + 0.1) % 1) * SIDE * viewport.scale,
    ];
    ctx.moveTo(viewport.left + x, viewport.top + y);
    ctx.lineTo(viewport.left + x - viewport.scale * 0.06, viewport.top + y + viewport.scale * 0.22);
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}
