/**
 * What players draw over the board: lines such as `v circle 5 6 2.5 true`, and notes of squares, `i 5 6 TEXT`. The engine has
 * checked them (`overlay.rs`). Lines and arrows go the short way round.
 */

import { STEPS } from 'wag/games/ants/state.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').View} View */
/** A pen, and where on the canvas a row and column are. @typedef {{ctx: CanvasRenderingContext2D, view: View, scene: any}} Pen */

/** How far from the middle of a square, in thirds. @type {Record<string, number>} */
const OFF = { T: -1, M: 0, B: 1, L: -1, R: 1 };

/** What each player has drawn in this turn. @param {Step} step @returns {{seat: number, lines: string[]}[]} */
export function drawingsOf({ turns }) {
  return turns.flatMap((turn) => turn.events ?? []).filter((event) => event.type === 'drawn').map(({ seat, lines }) => ({ seat, lines }));
}

/** The notes of a square, by player. @param {Step} step @param {[number, number]} at @returns {{seat: number, text: string}[]} */
export function notesAt(step, [col, row]) {
  const start = `i ${row} ${col} `;
  return drawingsOf(step)
    .map(({ seat, lines }) => ({ seat, text: lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length)).join(' ') }))
    .filter(({ text }) => text);
}

/** @param {CanvasRenderingContext2D} ctx @param {Step} step @param {View} view @param {Set<string>} hidden */
export function drawOverlays(ctx, step, view, hidden) {
  for (const { seat, lines } of drawingsOf(step)) {
    if (hidden.has(layerOf(seat))) continue;
    ctx.save();
    ctx.fillStyle = ctx.strokeStyle = 'rgb(0 0 0)';
    ctx.lineWidth = view.ratio;
    for (const line of lines) drawLine({ ctx, view, scene: step.scene }, line.split(' '));
    ctx.restore();
  }
}

/** @param {number} seat */
export function layerOf(seat) {
  return `drawn${seat}`;
}

/** @param {Pen} pen @param {string[]} words */
function drawLine(pen, [kind, name, ...words]) {
  if (kind !== 'v') return;
  const { ctx, view } = pen;
  const numbers = words.map(Number);
  const [row, col] = numbers;
  const filled = words.at(-1) === 'true';
  const size = view.scale;
  const color = () => `rgb(${numbers.slice(0, 3).join(' ')} / ${numbers[3]})`;
  if (name === 'setFillColor') ctx.fillStyle = color();
  if (name === 'setLineColor') ctx.strokeStyle = color();
  if (name === 'setLineWidth') ctx.lineWidth = Math.max(numbers[0], 0.1) * view.ratio;
  if (name === 'line' || name === 'arrow') line(pen, numbers, name === 'arrow');
  if (name === 'circle') shape(pen, filled, ([x, y]) => ctx.arc(x, y, numbers[2] * size, 0, Math.PI * 2), row, col);
  if (name === 'rect') shape(pen, filled, ([x, y]) => ctx.rect(x, y, numbers[2] * size, numbers[3] * size), row, col);
  if (name === 'star') shape(pen, filled, (middle) => star(ctx, middle, numbers[2] * size, numbers[3] * size, Math.min(Math.round(numbers[4]), 100)), row, col);
  if (name === 'tile') shape(pen, true, ([x, y]) => ctx.rect(x - size / 2, y - size / 2, size, size), row, col);
  if (name === 'tileSubTile') shape(pen, true, ([x, y]) => ctx.rect(x + (OFF[words[2][1]] - 0.5) * size / 3, y + (OFF[words[2][0]] - 0.5) * size / 3, size / 3, size / 3), row, col);
  if (name === 'tileBorder') shape(pen, false, (middle) => border(ctx, middle, size / 2, words[2]), row, col);
  if (name === 'routePlan') shape(pen, false, (from) => route(ctx, from, size, words[2] ?? ''), row, col);
}

/** The middle of a square on the canvas. @param {Pen} pen @param {number} row @param {number} col @returns {[number, number]} */
function point({ view }, row, col) {
  return [view.left + (col + 0.5) * view.scale, view.top + (row + 0.5) * view.scale];
}

/** Draws a shape, and again on the other sides of the board. @param {Pen} pen @param {boolean} filled @param {(middle: [number, number]) => void} trace @param {number} row @param {number} col */
function shape(pen, filled, trace, row, col) {
  const { ctx, scene } = pen;
  for (const down of [-scene.height, 0, scene.height]) {
    for (const right of [-scene.width, 0, scene.width]) {
      ctx.beginPath();
      trace(point(pen, row + down, col + right));
      if (filled) ctx.fill();
      else ctx.stroke();
    }
  }
}

/** @param {Pen} pen @param {number[]} numbers @param {boolean} pointed */
function line(pen, [row, col, toRow, toCol], pointed) {
  const { ctx, view, scene } = pen;
  const [down, right] = [short(toRow - row, scene.height), short(toCol - col, scene.width)];
  shape(pen, false, ([x, y]) => {
    const [endX, endY] = [x + right * view.scale, y + down * view.scale];
    ctx.moveTo(x, y);
    ctx.lineTo(endX, endY);
    if (!pointed) return;
    const way = Math.atan2(down, right);
    for (const side of [-0.5, 0.5]) {
      ctx.moveTo(endX, endY);
      ctx.lineTo(endX - Math.cos(way + side) * view.scale * 0.7, endY - Math.sin(way + side) * view.scale * 0.7);
    }
  }, row, col);
}

/** The shorter way round. @param {number} steps @param {number} size */
function short(steps, size) {
  const ahead = ((steps % size) + size) % size;
  return ahead > size / 2 ? ahead - size : ahead;
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number]} middle @param {number} inner @param {number} outer @param {number} points */
function star(ctx, [x, y], inner, outer, points) {
  for (let corner = 0; corner < 2 * points; corner += 1) {
    const [way, far] = [(corner / points - 0.5) * Math.PI, corner % 2 ? inner : outer];
    ctx.lineTo(x + Math.cos(way) * far, y + Math.sin(way) * far);
  }
  ctx.closePath();
}

/** The sides of a square that a corner names; the middle is all of them. @param {CanvasRenderingContext2D} ctx @param {[number, number]} middle @param {number} half @param {string} corner */
function border(ctx, [x, y], half, corner) {
  if (corner === 'MM') return ctx.rect(x - half, y - half, 2 * half, 2 * half);
  const [down, right] = [OFF[corner[0]] * half, OFF[corner[1]] * half];
  if (down) {
    ctx.moveTo(x - half, y + down);
    ctx.lineTo(x + half, y + down);
  }
  if (right) {
    ctx.moveTo(x + right, y - half);
    ctx.lineTo(x + right, y + half);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number]} from @param {number} size @param {string} ways */
function route(ctx, [x, y], size, ways) {
  ctx.moveTo(x, y);
  for (const way of ways) {
    const [down, right] = STEPS[way];
    [x, y] = [x + right * size, y + down * size];
    ctx.lineTo(x, y);
  }
}
