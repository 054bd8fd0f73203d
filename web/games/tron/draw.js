/**
 * Drawing of light cycles: the board, the walls in the players' colors, and moving cycles.
 */

import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */

const LIGHT = { ground: '#f4f2ec', grid: '#e2dfd5', border: '#5b5f66', crash: '#b3261e' };
const DARK = { ground: '#16181c', grid: '#262a30', border: '#9aa0aa', crash: '#ff8a80' };
/** Gap between a wall and the edge of its field, as a fraction of the field. */
const INSET = 0.1;

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
  for (let x = 1; x < scene.width; x += 1)
    ctx.fillRect(left + Math.round(x * viewport.scale), top, 1, height);
  for (let y = 1; y < scene.height; y += 1)
    ctx.fillRect(left, top + Math.round(y * viewport.scale), width, 1);
  const edge = 2 * viewport.ratio;
  ctx.strokeStyle = colors.border;
  ctx.lineWidth = edge;
  ctx.strokeRect(left - edge / 2, top - edge / 2, width + edge, height + edge);
}

/** Returns the position of a cycle in fields; a crashing cycle moves half a field. @param {Picture} picture @param {number} seat @returns {[number, number]} */
export function headAt({ step, t }, seat) {
  const [before, after] = [step.before, step.after].map((state) => state.cycles[seat - 1]);
  const crash = step.turns
    .flatMap((turn) => turn.events ?? [])
    .find((event) => event.type === 'crashed' && event.seat === seat);
  const to = crash ? [0, 1].map((axis) => (before.at[axis] + crash.at[axis]) / 2) : after.at;
  return [before.at[0] + (to[0] - before.at[0]) * t, before.at[1] + (to[1] - before.at[1]) * t];
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const { step, viewport, dark } = picture;
  const { width } = step.scene;
  for (const [index, seat] of step.before.walls.entries()) {
    if (seat > 0)
      square(ctx, viewport, [index % width, Math.floor(index / width)], seatColor(seat, dark), INSET);
  }
  for (const index of step.after.cycles.keys()) drawCycle(ctx, picture, index + 1);
}

/** Draws a cycle as a disc with its number, and its newest piece of wall; a crashed cycle is crossed out. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {number} seat */
function drawCycle(ctx, picture, seat) {
  const { step, viewport, dark, t } = picture;
  const at = headAt(picture, seat);
  const color = seatColor(seat, dark);
  const [x, y] = [
    viewport.left + (at[0] + 0.5) * viewport.scale,
    viewport.top + (at[1] + 0.5) * viewport.scale,
  ];
  square(ctx, viewport, at, color, INSET);
  ctx.beginPath();
  ctx.arc(x, y, viewport.scale * 0.46, 0, Math.PI * 2);
  ctx.fillStyle = color;
  ctx.fill();
  ctx.lineWidth = Math.max(1, viewport.scale * 0.08);
  ctx.strokeStyle = seatInk(seat, dark);
  ctx.stroke();
  if (
    step.before.cycles[seat - 1].survived !== null ||
    (step.after.cycles[seat - 1].survived !== null && t >= 0.9)
  )
    return cross(ctx, x, y, viewport.scale * 0.55, dark);
  if (viewport.scale < 12 * viewport.ratio) return;
  ctx.fillStyle = seatInk(seat, dark);
  ctx.font = `bold ${Math.round(viewport.scale * 0.55)}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(String(seat), x, y + viewport.scale * 0.04);
}

/** @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {number[]} at @param {string} color @param {number} inset */
function square(ctx, viewport, at, color, inset) {
  ctx.fillStyle = color;
  ctx.fillRect(
    viewport.left + (at[0] + inset) * viewport.scale,
    viewport.top + (at[1] + inset) * viewport.scale,
    viewport.scale * (1 - 2 * inset),
    viewport.scale * (1 - 2 * inset),
  );
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} size @param {boolean} dark */
function cross(ctx, x, y, size, dark) {
  for (const [color, width] of /** @type {[string, number][]} */ ([
    [dark ? '#0d0f12' : '#ffffff', 0.5],
    [(dark ? DARK : LIGHT).crash, 0.28],
  ])) {
    ctx.strokeStyle = color;
    ctx.lineWidth = size * width;
    ctx.beginPath();
    ctx.moveTo(x - size, y - size);
    ctx.lineTo(x + size, y + size);
    ctx.moveTo(x + size, y - size);
    ctx.lineTo(x - size, y + size);
    ctx.stroke();
  }
}
