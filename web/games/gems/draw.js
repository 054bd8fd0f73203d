/**
 * Drawing of the board and the animation of a move: the swap, then vanishing runs and falling stones.
 */

import { change, columns, copyField } from 'wag/games/gems/state.js';

/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** @typedef {import('../../shell/game.js').Step} Step */
/** A phase of a move: the board before it, its event, and the board after it. @typedef {{before: string[][], event: any, after: string[][]}} Phase */

const LIGHT = {
  ground: '#efe9db',
  grid: '#ddd4bf',
  ink: '#ffffff',
  edge: '#00000055',
  mark: '#14161a',
  count: '#6b6557',
};
const DARK = {
  ground: '#23262b',
  grid: '#30343b',
  ink: '#14161a',
  edge: '#ffffff44',
  mark: '#ffffff',
  count: '#9aa0aa',
};
/** The shapes distinguish the stones as well as the colors do. @type {Record<string, {light: string, dark: string, sides: number, turn: number}>} */
const LOOKS = {
  R: { light: '#c23428', dark: '#ff7a6b', sides: 4, turn: 0 },
  Y: { light: '#b07d00', dark: '#f2c84b', sides: 3, turn: -Math.PI / 2 },
  G: { light: '#1d7a45', dark: '#55cf8a', sides: 4, turn: Math.PI / 4 },
  B: { light: '#1f63c4', dark: '#6fb1ff', sides: 0, turn: 0 },
  L: { light: '#8741a8', dark: '#d59bf5', sides: 6, turn: 0 },
};
const BOMB = { light: '#2d3036', dark: '#cfd3da' };

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const colors = dark ? DARK : LIGHT;
  const side = Math.round(scene.size * viewport.scale);
  ctx.fillStyle = colors.ground;
  ctx.fillRect(Math.round(viewport.left), Math.round(viewport.top), side, side);
  ctx.fillStyle = colors.grid;
  for (let at = 1; at < scene.size; at += 1) {
    const line = Math.round(at * viewport.scale);
    ctx.fillRect(Math.round(viewport.left) + line, Math.round(viewport.top), 1, side);
    ctx.fillRect(Math.round(viewport.left), Math.round(viewport.top) + line, side, 1);
  }
  if (viewport.scale >= 24 * viewport.ratio) coordinates(ctx, scene.size, viewport, colors.count);
}

/** Draws the numbers of columns and rows in the corners of the outermost fields. @param {CanvasRenderingContext2D} ctx @param {number} size @param {Viewport} viewport @param {string} color */
function coordinates(ctx, size, viewport, color) {
  ctx.fillStyle = color;
  ctx.font = `${Math.round(viewport.scale * 0.22)}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  const inset = viewport.scale * 0.05;
  for (let x = 0; x < size; x += 1)
    ctx.fillText(
      String(x),
      viewport.left + (x + 1) * viewport.scale - inset,
      viewport.top + size * viewport.scale,
    );
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  for (let y = 0; y < size; y += 1)
    ctx.fillText(String(y), viewport.left + inset, viewport.top + (size - 1 - y) * viewport.scale + inset);
}

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function preview(ctx, scene, viewport, dark) {
  if (!scene.preview) return;
  const field = columns(scene.size, scene.preview.rows);
  for (const [x, column] of field.entries()) {
    for (const [y, letter] of column.entries()) drawTile(ctx, scene.size, viewport, dark, letter, x, y, 1);
  }
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
  const { step, viewport, dark, t } = picture;
  const phases = phasesOf(step);
  const at = Math.min(phases.length, t * phases.length);
  const phase = phases[Math.floor(at)];
  if (phase && t < 1) drawPhase(ctx, picture, phase, at - Math.floor(at));
  else drawField(ctx, picture, step.after.field);
  if (picture.selection) drawSelection(ctx, step.scene.size, viewport, dark, picture.selection);
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {string[][]} field */
function drawField(ctx, { step, viewport, dark }, field) {
  for (const [x, column] of field.entries()) {
    for (const [y, letter] of column.entries())
      drawTile(ctx, step.scene.size, viewport, dark, letter, x, y, 1);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Phase} phase @param {number} part */
function drawPhase(ctx, { step, viewport, dark }, phase, part) {
  const size = step.scene.size;
  const ease = part * part * (3 - 2 * part);
  const { event } = phase;
  if (event.type === 'swapped') {
    const moving = new Map([
      [String(event.from), event.to],
      [String(event.to), event.from],
    ]);
    for (const [x, column] of phase.before.entries()) {
      for (const [y, letter] of column.entries()) {
        const to = moving.get(String([x, y])) ?? [x, y];
        drawTile(ctx, size, viewport, dark, letter, x + (to[0] - x) * ease, y + (to[1] - y) * ease, 1);
      }
    }
    return;
  }
  const gone = new Set(
    event.type === 'removed' ? event.places.map(String) : phase.before.map((_, x) => `${x},0`),
  );
  // First the tiles shrink, then the ones above fall.
  const shrink = Math.max(0, 1 - part * 2);
  const drop = Math.max(0, part * 2 - 1);
  for (const [x, column] of phase.before.entries()) {
    let fallen = 0;
    for (const [y, letter] of column.entries()) {
      if (gone.has(`${x},${y}`)) {
        fallen += 1;
        drawTile(ctx, size, viewport, dark, letter, x, y, shrink);
      } else {
        drawTile(ctx, size, viewport, dark, letter, x, y - fallen * drop, 1);
      }
    }
    const { after } = phase;
    for (let y = column.length - fallen; y < after[x].length; y += 1) {
      drawTile(ctx, size, viewport, dark, after[x][y], x, y + fallen * (1 - drop), drop);
    }
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} size @param {Viewport} viewport @param {boolean} dark @param {string} letter @param {number} x @param {number} y counted from below @param {number} share fraction of the full size */
function drawTile(ctx, size, viewport, dark, letter, x, y, share) {
  if (share <= 0.02) return;
  const middleX = viewport.left + (x + 0.5) * viewport.scale;
  const middleY = viewport.top + (size - 1 - y + 0.5) * viewport.scale;
  const radius = viewport.scale * 0.4 * share;
  const looks = LOOKS[letter];
  const colors = dark ? DARK : LIGHT;
  ctx.fillStyle = looks ? (dark ? looks.dark : looks.light) : dark ? BOMB.dark : BOMB.light;
  ctx.beginPath();
  if (looks && looks.sides > 0)
    polygon(
      ctx,
      middleX,
      middleY + (looks.sides === 3 ? radius * 0.2 : 0),
      radius * (looks.sides === 3 ? 1.15 : 1.08),
      looks.sides,
      looks.turn,
    );
  else ctx.arc(middleX, middleY, radius * 0.95, 0, Math.PI * 2);
  ctx.fill();
  ctx.strokeStyle = colors.edge;
  ctx.lineWidth = Math.max(1, viewport.scale * 0.03);
  ctx.stroke();
  if (!looks) fuse(ctx, middleX, middleY, radius);
  if (radius < 8 * viewport.ratio) return;
  ctx.fillStyle = colors.ink;
  ctx.font = `bold ${Math.round(radius * (looks ? 0.8 : 1.1))}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(letter, middleX, middleY + radius * (looks?.sides === 3 ? 0.28 : 0.06));
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius @param {number} sides @param {number} turn */
function polygon(ctx, x, y, radius, sides, turn) {
  for (let corner = 0; corner < sides; corner += 1) {
    const angle = turn + (corner * Math.PI * 2) / sides;
    ctx.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  ctx.closePath();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius */
function fuse(ctx, x, y, radius) {
  ctx.strokeStyle = '#d97700';
  ctx.lineWidth = Math.max(1, radius * 0.16);
  ctx.beginPath();
  ctx.moveTo(x + radius * 0.62, y - radius * 0.68);
  ctx.lineTo(x + radius * 0.95, y - radius * 1.02);
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} size @param {Viewport} viewport @param {boolean} dark @param {string} selection */
function drawSelection(ctx, size, viewport, dark, selection) {
  const tile = /^t(\d),(\d)$/.exec(selection);
  if (!tile) return;
  const inset = Math.max(1, viewport.scale * 0.05);
  ctx.strokeStyle = (dark ? DARK : LIGHT).mark;
  ctx.lineWidth = Math.max(2, viewport.scale * 0.06);
  ctx.strokeRect(
    viewport.left + Number(tile[1]) * viewport.scale + inset,
    viewport.top + (size - 1 - Number(tile[2])) * viewport.scale + inset,
    viewport.scale - 2 * inset,
    viewport.scale - 2 * inset,
  );
}
