/**
 * Drawing of light cycles: the board, unbroken walls with a core line, and gliding cycles that show their direction.
 */

import { clamp, easeOut, isPlain, progress } from 'wag/games/drawing/motion.js';
import { lighter, mix, paletteOf } from 'wag/games/drawing/palette.js';
import { sheetOf, stamp } from 'wag/games/drawing/sprites.js';
import { drawRing, drawStar } from 'wag/games/drawing/strike.js';
import { cycle } from 'wag/games/tron/sprites.js';
import { cornersOf } from 'wag/games/tron/trails.js';
import { seatColor } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */

const LIGHT = { ground: '#f6efe1', grid: '#e8dcc5' };
const DARK = { ground: '#141a2b', grid: '#222b42' };
/** Dashes of the core line by seat, in fields: walls differ without colors. */
const CORES = [[], [0.5, 0.5], [0.12, 0.38], [0.7, 0.2, 0.1, 0.2]];
/** Width of a wall's outline, color and core, in fields. */
const INK = 0.66;
const COLOR = 0.54;
const CORE = 0.12;
/** Width and opacity of the glow by night. */
const GLOW = [
  [1.15, 0.12],
  [0.88, 0.18],
];

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const colors = dark ? DARK : LIGHT;
  const { scale } = viewport;
  const [left, top, width, height] = [
    viewport.left,
    viewport.top,
    scene.width * scale,
    scene.height * scale,
  ].map(Math.round);
  ctx.fillStyle = colors.ground;
  ctx.fillRect(left, top, width, height);
  ctx.fillStyle = colors.grid;
  for (let x = 1; x < scene.width; x += 1) ctx.fillRect(left + Math.round(x * scale), top, 1, height);
  for (let y = 1; y < scene.height; y += 1) ctx.fillRect(left, top + Math.round(y * scale), width, 1);
}

/** Returns the crash of a player in this step. @param {import('../../shell/game.js').Step} step @param {number} seat */
function crashOf(step, seat) {
  return step.turns
    .flatMap((turn) => turn.events ?? [])
    .find((event) => event.type === 'crashed' && event.seat === seat);
}

/** Returns the progress of the cycles, which glide without a pause. @param {Picture} picture */
function glide(picture) {
  return progress(picture, 0, picture.roundMs);
}

/** Returns the position of a cycle in fields; a crashing cycle moves half a field. @param {Picture} picture @param {number} seat @returns {[number, number]} */
export function headAt(picture, seat) {
  const { step } = picture;
  const [before, after] = [step.before, step.after].map((state) => state.cycles[seat - 1]);
  const crash = crashOf(step, seat);
  const to = crash ? [0, 1].map((axis) => (before.at[axis] + crash.at[axis]) / 2) : after.at;
  const part = glide(picture);
  return [before.at[0] + (to[0] - before.at[0]) * part, before.at[1] + (to[1] - before.at[1]) * part];
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const seats = picture.step.after.cycles.map(
    (/** @type {any} */ _, /** @type {number} */ index) => index + 1,
  );
  for (const seat of seats) drawTrail(ctx, picture, seat);
  for (const seat of seats) drawCycle(ctx, picture, seat);
  for (const seat of seats) drawCrash(ctx, picture, seat);
}

/** Draws what stands for a player in the standings. @param {CanvasRenderingContext2D} ctx @param {number} seat @param {number} size @param {boolean} dark */
export function portrait(ctx, seat, size, dark) {
  ctx.drawImage(
    sheetOf(size, dark).get(`cycle ${seat}`, () => cycle(seat, 'NORTH', false, false)),
    0,
    0,
  );
}

/** Returns true if a cycle has crashed by now. @param {Picture} picture @param {number} seat */
function hasCrashed(picture, seat) {
  const { before, after } = picture.step;
  if (before.cycles[seat - 1].survived !== null) return true;
  return after.cycles[seat - 1].survived !== null && glide(picture) >= 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {number} seat */
function drawTrail(ctx, picture, seat) {
  const { step, viewport, dark } = picture;
  const { scale, left, top } = viewport;
  const { width } = step.scene;
  const { at } = step.before.cycles[seat - 1];
  const points = cornersOf(width, step.before.links, at[1] * width + at[0]);
  points.push(headAt(picture, seat));
  const crashed = hasCrashed(picture, seat);
  const own = seatColor(seat, dark);
  const color = crashed ? mix(own, paletteOf(dark).wall, 0.45) : own;
  ctx.save();
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(left + (x + 0.5) * scale, top + (y + 0.5) * scale);
  const stroke = (/** @type {string} */ style, /** @type {number} */ share) => {
    ctx.strokeStyle = style;
    ctx.lineWidth = scale * share;
    ctx.stroke();
  };
  if (dark && !crashed) {
    for (const [share, alpha] of GLOW) {
      ctx.globalAlpha = alpha;
      stroke(color, share);
    }
    ctx.globalAlpha = 1;
  }
  stroke(paletteOf(dark).ink, INK);
  stroke(color, COLOR);
  if (!crashed) {
    ctx.setLineDash(CORES[(seat - 1) % CORES.length].map((part) => part * scale));
    stroke(lighter(color, 0.65), CORE);
  }
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {number} seat */
function drawCycle(ctx, picture, seat) {
  const { step, viewport, dark, digits } = picture;
  const { scale, left, top } = viewport;
  const crashed = hasCrashed(picture, seat);
  const { facing } = step.after.cycles[seat - 1];
  const sheet = sheetOf(Math.max(scale * 1.3, 7 * viewport.ratio), dark);
  const sprite = sheet.get(`cycle ${seat} ${facing} ${crashed} ${digits}`, () =>
    cycle(seat, facing, crashed, digits),
  );
  const [x, y] = headAt(picture, seat);
  stamp(ctx, sprite, left + (x + 0.5) * scale, top + (y + 0.5) * scale);
}

/** Draws a crash as a star and a ring; the star stays if nothing moves. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {number} seat */
function drawCrash(ctx, picture, seat) {
  const { step, viewport, dark, t } = picture;
  if (!crashOf(step, seat)) return;
  const [x, y] = headAt(picture, seat);
  const middle = viewport.left + (x + 0.5) * viewport.scale;
  const line = viewport.top + (y + 0.5) * viewport.scale;
  if (t < 1 && !isPlain(picture)) {
    // The last third of the way is the impact.
    const part = clamp(glide(picture) * 3 - 2);
    if (part > 0 && part < 1) drawRing(ctx, middle, line, viewport.scale * 1.2, easeOut(part), dark);
    if (part > 0 && part < 0.6) drawStar(ctx, middle, line, viewport.scale, dark);
  }
}
