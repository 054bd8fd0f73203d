/**
 * What happens to units: fights, pick-ups, deliveries, and orders that were not possible; also the number of units in
 * each base.
 */

import {
  GRAB_MS,
  PIECES_MS,
  RING_MS,
  STAR_MS,
  STEP_MS,
  STRIKE_MS,
  easeOut,
  isPlain,
  progress,
  startOf,
} from 'wag/games/drawing/motion.js';
import { drawBadge, drawLabel } from 'wag/games/drawing/labels.js';
import { paletteOf } from 'wag/games/drawing/palette.js';
import { drawRing, drawStar } from 'wag/games/drawing/strike.js';
import { sheetOf } from 'wag/games/drawing/sprites.js';
import { resource } from 'wag/games/warriors/buildings.js';
import { parseSelection } from 'wag/games/warriors/selection.js';
import { STEP, baseOf } from 'wag/games/warriors/state.js';
import { seatColor } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./plan.js').Mover} Mover */
/** @typedef {import('./plan.js').Fight} Fight */

/** Returns the progress of a pick-up; a unit that moves in the same turn arrives first. @param {Picture} picture @param {Plan} plan @param {{mover: Mover}} grab */
export function grabProgress(picture, plan, { mover }) {
  const start = startOf(picture, mover.grabs, plan.turns);
  return progress(picture, start, GRAB_MS, mover.turn === mover.grabs ? STEP_MS : 0);
}

/** Returns how far an attacking unit is thrust forward, in fields. @param {Picture} picture @param {Plan} plan @param {Mover} mover */
export function strikeShift(picture, plan, mover) {
  if (isPlain(picture)) return 0;
  const part = progress(picture, startOf(picture, mover.strikes, plan.turns), STRIKE_MS);
  return Math.sin(part * Math.PI) * 0.5;
}

/** Returns true once a unit has been lost. @param {Picture} picture @param {Plan} plan @param {Mover} mover */
export function isGone(picture, plan, mover) {
  return mover.dies >= 0 && progress(picture, startOf(picture, mover.dies, plan.turns), STAR_MS) >= 0.6;
}

/** Draws each fight as a star, a ring and the pieces of the loser; the star stays if nothing moves. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan */
export function drawFights(ctx, picture, plan) {
  const { viewport, dark, t } = picture;
  for (const fight of plan.fights) {
    const start = startOf(picture, fight.turn, plan.turns);
    const x = viewport.left + (fight.x + 0.5) * viewport.scale;
    const y = viewport.top + (fight.y + 0.5) * viewport.scale;
    const reach = Math.max(viewport.scale, 9 * viewport.ratio);
    if (t >= 1 || isPlain(picture)) {
      drawStar(ctx, x, y, reach, dark);
      continue;
    }
    const star = progress(picture, start, STAR_MS);
    if (star > 0 && star < 1) drawStar(ctx, x, y, reach, dark);
    const ring = progress(picture, start, RING_MS);
    if (ring > 0 && ring < 1) drawRing(ctx, x, y, reach, ring, dark);
    const pieces = progress(picture, start, PIECES_MS, STAR_MS * 0.6);
    if (pieces > 0 && pieces < 1) drawPieces(ctx, x, y, reach, pieces, seatColor(fight.loser, dark));
  }
}

/** Number of pieces into which a unit breaks. */
const PIECES = 5;

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} reach @param {number} part @param {string} color */
function drawPieces(ctx, x, y, reach, part, color) {
  ctx.globalAlpha = 1 - part;
  ctx.fillStyle = color;
  ctx.beginPath();
  for (let piece = 0; piece < PIECES; piece += 1) {
    const angle = (piece / PIECES) * Math.PI * 2 + 0.4;
    const across = x + Math.cos(angle) * easeOut(part) * reach * 0.7;
    const down = y + Math.sin(angle) * easeOut(part) * reach * 0.5 - Math.sin(part * Math.PI) * reach * 0.2;
    const radius = reach * 0.1 * (1 - part * 0.5);
    ctx.moveTo(across + radius, down);
    ctx.arc(across, down, radius, 0, Math.PI * 2);
  }
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** Draws crystals on their way into the sack. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan */
export function drawGrabs(ctx, picture, plan) {
  const { step, viewport, dark, t } = picture;
  if (t >= 1 || isPlain(picture) || viewport.scale < 8 * viewport.ratio) return;
  for (const { field, mover } of plan.grabs) {
    const part = grabProgress(picture, plan, { mover });
    if (part <= 0 || part >= 1) continue;
    const sheet = sheetOf(viewport.scale * (1 - 0.45 * easeOut(part)), dark);
    const sprite = sheet.get('pile 1', () => resource(1));
    const column = field % step.scene.size;
    const row = (field - column) / step.scene.size;
    const x = column + (mover.toX - column) * easeOut(part) + 0.5;
    const y = row + (mover.toY - row) * easeOut(part) + 0.5 - Math.sin(easeOut(part) * Math.PI) * 0.75;
    ctx.drawImage(
      sprite,
      Math.round(viewport.left + x * viewport.scale - sheet.size / 2),
      Math.round(viewport.top + y * viewport.scale - sheet.size / 2),
    );
  }
}

/** Draws the number of units inside each base. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan */
export function drawCrowds(ctx, { step, viewport, dark }, plan) {
  const counts = step.after.players.map(() => 0);
  for (const mover of plan.movers) if (mover.inBase && mover.dies < 0) counts[mover.seat - 1] += 1;
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const [x, y] = baseOf(step.scene, index + 1);
    const size = Math.max(10 * viewport.ratio, Math.min(viewport.scale * 0.36, 16 * viewport.ratio));
    drawBadge(ctx, `×${count}`, viewport, [x + 1.75, y + 0.2], size, seatColor(index + 1, dark), dark);
  }
}

/** Draws what was delivered: a coin that rises from the base, with the amount. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan */
export function drawDeliveries(ctx, picture, plan) {
  const { viewport, dark, step } = picture;
  if (viewport.scale < 10 * viewport.ratio) return;
  /** @type {Map<number, {amount: number, turn: number}>} */
  const sums = new Map();
  for (const { seat, amount, turn } of plan.deliveries)
    sums.set(seat, { amount: (sums.get(seat)?.amount ?? 0) + amount, turn });
  for (const [seat, { amount, turn }] of sums) {
    const part = progress(picture, startOf(picture, turn, plan.turns), DELIVERY_MS, STEP_MS);
    if (part <= 0) continue;
    const [x, y] = baseOf(step.scene, seat);
    const size = Math.max(12 * viewport.ratio, Math.min(viewport.scale * 0.42, 20 * viewport.ratio));
    const rise = isPlain(picture) ? 1 : easeOut(part);
    drawLabel(ctx, `+${amount}`, viewport, [x + 0.5, y - 0.1 - 0.75 * rise], size, dark);
  }
}

/** Duration of a delivery. */
const DELIVERY_MS = 300;

/** Marks the direction in which the selected unit was blocked. @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function drawBlocked(ctx, { step, viewport, selection, dark }) {
  const target = selection ? parseSelection(selection) : null;
  if (target?.kind !== 'unit') return;
  for (const event of step.turns.flatMap((turn) => turn.events ?? [])) {
    if (event.type !== 'blocked' || event.seat !== target.seat || event.id !== target.id) continue;
    const unit = step.after.players[target.seat - 1].units.get(target.id);
    if (!unit) continue;
    const [dx, dy] = STEP[event.direction];
    const x = viewport.left + (unit.x + 0.5 + dx * 0.5) * viewport.scale;
    const y = viewport.top + (unit.y + 0.5 + dy * 0.5) * viewport.scale;
    const reach = viewport.scale * 0.36;
    ctx.strokeStyle = paletteOf(dark).danger;
    ctx.lineWidth = Math.max(2, viewport.scale / 8);
    ctx.beginPath();
    ctx.moveTo(x - dy * reach, y - dx * reach);
    ctx.lineTo(x + dy * reach, y + dx * reach);
    ctx.stroke();
  }
}
