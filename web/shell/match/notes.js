/**
 * Draws the notes that AIs put on the board with `annotate` and `annotate_path` in the current round.
 */

import { seatColor } from 'wag/shell/basics/seats.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../game.js').Viewport} Viewport */
/** @typedef {import('../../generated/replay.js').Note} Note */

/** Maximum number of notes per round, and of notes with text; more would be unreadable. */
const SHOWN = 300;
const LABELLED = 60;

/** @param {import('../game.js').Step} step @returns {{seat: number, note: Note}[]} */
export function notesOf(step) {
  const reports = step.turns.flatMap((turn) => turn.reports ?? []);
  return reports
    .flatMap((report) => (report.notes ?? []).map((note) => ({ seat: report.seat, note })))
    .slice(0, SHOWN);
}

/** Returns a color if it is valid CSS, else null. @param {unknown} color */
export function safeColor(color) {
  return typeof color === 'string' && color.length < 40 && CSS.supports('color', color) ? color : null;
}

/** @param {CanvasRenderingContext2D} ctx @param {{seat: number, note: Note}[]} notes @param {Viewport} viewport @param {boolean} dark */
export function drawNotes(ctx, notes, viewport, dark) {
  const placed = notes.flatMap(({ seat, note }) => {
    const color = safeColor(note.color) ?? seatColor(seat, dark);
    return note.fields?.length ? [{ fields: note.fields, text: note.text, color }] : [];
  });
  for (const { fields, color } of placed) {
    if (fields.length > 1) drawPath(ctx, fields, viewport, color, dark);
    else drawRing(ctx, fields[0], viewport, color, dark);
  }
  // Texts are drawn last, so that no path crosses them.
  for (const { fields, text, color } of placed.slice(0, LABELLED)) {
    if (text) drawText(ctx, fields[fields.length - 1], singleLine(text, 40), viewport, color, dark);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {string} color @param {number} width @param {boolean} dark */
function strokeTwice(ctx, color, width, dark) {
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.lineWidth = width + 2;
  ctx.strokeStyle = dark ? '#0d0f12' : '#ffffff';
  ctx.stroke();
  ctx.lineWidth = width;
  ctx.strokeStyle = color;
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number][]} fields @param {Viewport} viewport @param {string} color @param {boolean} dark */
function drawPath(ctx, fields, viewport, color, dark) {
  ctx.beginPath();
  for (const [x, y] of fields)
    ctx.lineTo(viewport.left + (x + 0.5) * viewport.scale, viewport.top + (y + 0.5) * viewport.scale);
  strokeTwice(ctx, color, Math.max(1.5, viewport.scale / 12), dark);
  const [x, y] = fields[fields.length - 1];
  ctx.beginPath();
  ctx.arc(
    viewport.left + (x + 0.5) * viewport.scale,
    viewport.top + (y + 0.5) * viewport.scale,
    Math.max(2, viewport.scale / 7),
    0,
    Math.PI * 2,
  );
  ctx.fillStyle = color;
  ctx.fill();
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number]} field @param {Viewport} viewport @param {string} color @param {boolean} dark */
function drawRing(ctx, [x, y], viewport, color, dark) {
  ctx.beginPath();
  ctx.arc(
    viewport.left + (x + 0.5) * viewport.scale,
    viewport.top + (y + 0.5) * viewport.scale,
    viewport.scale * 0.52,
    0,
    Math.PI * 2,
  );
  strokeTwice(ctx, color, Math.max(1.5, viewport.scale / 14), dark);
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number]} field @param {string} text @param {Viewport} viewport @param {string} color @param {boolean} dark */
function drawText(ctx, [x, y], text, viewport, color, dark) {
  const size = Math.max(11, Math.min(15, (viewport.scale / viewport.ratio) * 0.4)) * viewport.ratio;
  ctx.font = `600 ${size}px system-ui, sans-serif`;
  const width = ctx.measureText(text).width + size;
  const left = Math.max(
    2,
    Math.min(ctx.canvas.width - width - 2, viewport.left + (x + 0.5) * viewport.scale - width / 2),
  );
  const top = viewport.top + y * viewport.scale - size * 1.7;
  ctx.beginPath();
  ctx.roundRect(
    left,
    top < 2 ? viewport.top + (y + 1.15) * viewport.scale : top,
    width,
    size * 1.5,
    size * 0.4,
  );
  ctx.fillStyle = dark ? '#16181ceb' : '#ffffffeb';
  ctx.fill();
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = color;
  ctx.stroke();
  ctx.fillStyle = dark ? '#f2f4f7' : '#16181c';
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(
    text,
    left + size / 2,
    (top < 2 ? viewport.top + (y + 1.15) * viewport.scale : top) + size * 0.78,
  );
}
