/**
 * The chart of the time line when the losses of the selected player are known: what the stand-in would have reached from each
 * round. It falls where the player's own play cost something.
 */

import { seatColor } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../generated/losses.js').TakeOverCurve} TakeOverCurve */

/** How opaque the area below the line is. */
const AREA = 0.45;

/** Returns the value of a piecewise linear line in a round. @param {[number, number][]} line @param {number} round */
export function valueAt(line, round) {
  const next = line.findIndex(([at]) => at >= round);
  if (next < 0) return line.at(-1)?.[1] ?? 0;
  const [from, to] = [line[Math.max(0, next - 1)], line[next]];
  const part = to[0] === from[0] ? 1 : Math.max(0, (round - from[0]) / (to[0] - from[0]));
  return from[1] + part * (to[1] - from[1]);
}

/**
 * Draws the curve of a player: the fitted line, and the area below it.
 * @param {CanvasRenderingContext2D} ctx @param {TakeOverCurve} curve @param {number} seat @param {number} rounds the length of the time line
 * @param {{roof: number, floor: number, dark: boolean, ratio: number}} frame
 */
export function drawLossCurve(ctx, curve, seat, rounds, { roof, floor, dark, ratio }) {
  const line = lineOf(curve);
  if (line.length === 0) return;
  const values = line.map(([, value]) => value);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = (/** @type {number} */ value) => floor - ((value - least) / (most - least || 1)) * (floor - roof);
  const x = (/** @type {number} */ round) =>
    (Math.max(0, Math.min(rounds, round - 1)) / rounds) * ctx.canvas.width;
  const path = () => {
    ctx.beginPath();
    for (const [round, value] of line) ctx.lineTo(x(round), y(value));
  };
  ctx.save();
  ctx.fillStyle = ctx.strokeStyle = seatColor(seat, dark);
  path();
  ctx.lineTo(x(line[line.length - 1][0]), floor);
  ctx.lineTo(x(line[0][0]), floor);
  ctx.globalAlpha *= AREA;
  ctx.fill();
  ctx.globalAlpha /= AREA;
  path();
  ctx.lineWidth = 2 * ratio;
  ctx.stroke();
  ctx.restore();
}

/** Returns the fitted line, or the points as long as too few are known for a fit. @param {TakeOverCurve} curve @returns {[number, number][]} */
export function lineOf({ fit, points }) {
  return fit.length > 0 ? fit : points.map(({ round, mean }) => [round, mean]);
}
