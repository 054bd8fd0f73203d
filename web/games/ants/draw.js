/**
 * Drawing of the ant war: water and land once, then hills, food and moving ants. The board wraps around at its edges.
 * For a selected player, the part of the board that its ants do not see is covered; for a selected ant, its viewport and
 * attack radius are shown; for a selected square with notes, the squares named in them are marked.
 */

import { STEPS, keyOf, keysOf, movesIn, seenBy, within, wrapped } from 'wag/games/ants/state.js';
import { drawNamed, drawOverlays } from 'wag/games/ants/overlay.js';
import { parseSelection } from 'wag/games/ants/selection.js';
import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** An ant's square, the direction of its step, and whether it is born or dies in this step. @typedef {{x: number, y: number, dx: number, dy: number, born: boolean, dies: boolean}} Mover */

const LIGHT = {
  land: '#efe9dc',
  water: '#9fc3dd',
  border: '#5b5f66',
  food: '#3f6b1d',
  razed: '#5b5f66',
  fog: 'rgba(40, 44, 52, 0.45)',
  reach: 'rgba(179, 38, 30, 0.22)',
  sight: '#1f2328',
};
const DARK = {
  land: '#1d1b17',
  water: '#23465e',
  border: '#9aa0aa',
  food: '#a5d46a',
  razed: '#9aa0aa',
  fog: 'rgba(0, 0, 0, 0.55)',
  reach: 'rgba(255, 138, 128, 0.28)',
  sight: '#f2f4f8',
};

/** The ants of each player, by seat. @type {WeakMap<Step, Mover[][]>} */
const movers = new WeakMap();
/** @type {WeakMap<any, Map<number, Uint8Array>>} */
const sights = new WeakMap();

/** @param {boolean} dark */
const colors = (dark) => (dark ? DARK : LIGHT);

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const { land, water, border } = colors(dark);
  const [left, top, width, height] = [
    viewport.left,
    viewport.top,
    scene.width * viewport.scale,
    scene.height * viewport.scale,
  ].map(Math.round);
  ctx.fillStyle = land;
  ctx.fillRect(left, top, width, height);
  ctx.fillStyle = water;
  for (const [row, signs] of scene.rows.entries()) {
    for (const run of signs.matchAll(/%+/g)) cover(ctx, viewport, row, run.index, run[0].length);
  }
  const edge = 2 * viewport.ratio;
  ctx.strokeStyle = border;
  ctx.lineWidth = edge;
  ctx.strokeRect(left - edge / 2, top - edge / 2, width + edge, height + edge);
}

/** Fills adjacent squares without gaps. @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {number} row @param {number} col @param {number} count */
function cover(ctx, viewport, row, col, count) {
  const [x, y] = [viewport.left + col * viewport.scale, viewport.top + row * viewport.scale].map(Math.round);
  ctx.fillRect(
    x,
    y,
    Math.round(viewport.left + (col + count) * viewport.scale) - x,
    Math.round(viewport.top + (row + 1) * viewport.scale) - y,
  );
}

/** @param {Step} step */
function moversOf(step) {
  let all = movers.get(step);
  if (!all) {
    all = planMoves(step);
    movers.set(step, all);
  }
  return all;
}

/** @param {Step} step @returns {Mover[][]} */
function planMoves({ scene, before, turns }) {
  /** @type {Mover[][]} */
  const all = before.players.map(() => []);
  const events = turns.flatMap((turn) => turn.events ?? []);
  const moves = movesIn(scene, events);
  const dead = keysOf(
    scene,
    events.filter((event) => event.type === 'died').flatMap((event) => event.ants),
  );
  for (const [row, col, owner] of before.ants) {
    const [dy, dx] = STEPS[moves.get(keyOf(scene, row, col)) ?? ''] ?? [0, 0];
    const dies = dead.has(keyOf(scene, ...wrapped(scene, row + dy, col + dx)));
    all[owner - 1].push({ x: col, y: row, dx, dy, born: false, dies });
  }
  for (const [row, col, owner] of events
    .filter((event) => event.type === 'born')
    .flatMap((event) => event.ants)) {
    all[owner - 1].push({ x: col, y: row, dx: 0, dy: 0, born: true, dies: false });
  }
  return all;
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const { step, viewport, dark, selection } = picture;
  const target = parseSelection(selection);
  ctx.save();
  ctx.beginPath();
  ctx.rect(
    viewport.left,
    viewport.top,
    step.scene.width * viewport.scale,
    step.scene.height * viewport.scale,
  );
  ctx.clip();
  for (const hill of step.after.hills) drawHill(ctx, viewport, dark, hill);
  ctx.fillStyle = colors(dark).food;
  for (const [row, col] of step[picture.t < 1 ? 'before' : 'after'].food) dot(ctx, viewport, col, row, 0.3);
  for (const [index, list] of moversOf(step).entries()) drawAnts(ctx, picture, index + 1, list);
  if (target && 'seat' in target) drawFog(ctx, picture, target.seat);
  drawOverlays(ctx, step, viewport, picture.hidden);
  if (target && 'at' in target) {
    drawReach(ctx, picture, target.at);
    drawNamed(ctx, step, viewport, picture.hidden, target.at);
  }
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function preview(ctx, scene, viewport, dark) {
  for (const [row, col, owner] of scene.hills) drawHill(ctx, viewport, dark, [row, col, owner, true]);
}

/** Draws a hill as a ring with its owner's number, or as a cross if it is razed. @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {boolean} dark @param {import('./state.js').Hill} hill */
function drawHill(ctx, viewport, dark, [row, col, owner, stands]) {
  const [x, y, size] = [
    viewport.left + (col + 0.5) * viewport.scale,
    viewport.top + (row + 0.5) * viewport.scale,
    Math.max(viewport.scale * 0.75, 3 * viewport.ratio),
  ];
  ctx.strokeStyle = stands ? seatColor(owner, dark) : colors(dark).razed;
  ctx.lineWidth = Math.max(1.5 * viewport.ratio, viewport.scale * 0.18);
  ctx.beginPath();
  if (stands) {
    ctx.arc(x, y, size, 0, Math.PI * 2);
  } else {
    for (const side of [-1, 1]) {
      ctx.moveTo(x - size * 0.7, y - side * size * 0.7);
      ctx.lineTo(x + size * 0.7, y + side * size * 0.7);
    }
  }
  ctx.stroke();
  drawOwner(
    ctx,
    viewport,
    [x + size * 0.9, y - size * 0.9],
    String(owner),
    ctx.strokeStyle,
    stands ? seatInk(owner, dark) : colors(dark).land,
  );
}

/** Draws a number on a disc, so that people who cannot tell the colors apart can read who the owner is. @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {[number, number]} at @param {string} number @param {string | CanvasGradient | CanvasPattern} color @param {string} ink */
function drawOwner(ctx, viewport, [x, y], number, color, ink) {
  const radius = Math.max(6 * viewport.ratio, viewport.scale * 0.4);
  ctx.save();
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = ink;
  ctx.font = `bold ${radius * 1.5}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(number, x, y);
  ctx.restore();
}

/** Draws all ants of a player in one path. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {number} seat @param {Mover[]} list */
function drawAnts(ctx, { step, t, viewport, dark }, seat, list) {
  const { width, height } = step.scene;
  ctx.fillStyle = seatColor(seat, dark);
  ctx.beginPath();
  for (const { x, y, dx, dy, born, dies } of list) {
    const late = Math.max(0, 2 * t - 1);
    const size = born ? late : dies ? 1 - late : 1;
    if (size === 0) continue;
    const [across, down] = [x + dx * t, y + dy * t];
    disc(ctx, viewport, across, down, 0.42 * size);
    if (across < 0 || across > width - 1)
      disc(ctx, viewport, across + (across < 0 ? width : -width), down, 0.42 * size);
    if (down < 0 || down > height - 1)
      disc(ctx, viewport, across, down + (down < 0 ? height : -height), 0.42 * size);
  }
  ctx.fill();
}

/** Adds a disc to the path. @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {number} x @param {number} y @param {number} size */
function disc(ctx, viewport, x, y, size) {
  const [middle, line, radius] = [
    viewport.left + (x + 0.5) * viewport.scale,
    viewport.top + (y + 0.5) * viewport.scale,
    Math.max(viewport.scale * size, 0.5),
  ];
  ctx.moveTo(middle + radius, line);
  ctx.arc(middle, line, radius, 0, Math.PI * 2);
}

/** @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {number} x @param {number} y @param {number} size */
function dot(ctx, viewport, x, y, size) {
  ctx.beginPath();
  disc(ctx, viewport, x, y, size);
  ctx.fill();
}

/** Covers the squares that a player does not see. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {number} seat */
function drawFog(ctx, { step, viewport, dark }, seat) {
  const { scene, after } = step;
  const known = sights.get(after) ?? new Map();
  sights.set(after, known);
  if (!known.has(seat)) known.set(seat, seenBy(scene, after, seat));
  const seen = known.get(seat);
  ctx.fillStyle = colors(dark).fog;
  for (let row = 0; row < scene.height; row += 1) {
    for (let col = 0; col < scene.width; col += 1) {
      const from = col;
      while (col < scene.width && !seen[keyOf(scene, row, col)]) col += 1;
      if (col > from) cover(ctx, viewport, row, from, col - from);
    }
  }
}

/** Draws the attack radius and the viewport radius of the ant on a square. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {[number, number]} at */
function drawReach(ctx, { step, viewport, dark }, [col, row]) {
  const { scene, after } = step;
  if (!after.ants.some((/** @type {number[]} */ ant) => ant[0] === row && ant[1] === col)) return;
  ctx.fillStyle = colors(dark).reach;
  for (const [down, right] of within(scene.attackradius2)) {
    const [there, across] = wrapped(scene, row + down, col + right);
    cover(ctx, viewport, there, across, 1);
  }
  ctx.strokeStyle = colors(dark).sight;
  ctx.lineWidth = viewport.ratio;
  ctx.setLineDash([4 * viewport.ratio, 4 * viewport.ratio]);
  for (const right of [-scene.width, 0, scene.width]) {
    for (const down of [-scene.height, 0, scene.height]) {
      ctx.beginPath();
      ctx.arc(
        viewport.left + (col + right + 0.5) * viewport.scale,
        viewport.top + (row + down + 0.5) * viewport.scale,
        Math.sqrt(scene.viewradius2) * viewport.scale,
        0,
        Math.PI * 2,
      );
      ctx.stroke();
    }
  }
  ctx.setLineDash([]);
}
