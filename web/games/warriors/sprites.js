/**
 * Sprites of units, bases and resources. Each is painted once per size and theme, then copied. Types differ by shape (a
 * warrior is a shield, a gatherer is round), owners by color and by number or pattern.
 */

import { context } from 'wag/shell/basics/dom.js';
import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

const LIMIT = 200;
/** @type {Map<string, HTMLCanvasElement>} */
const cache = new Map();

/** @param {string} key @param {number} size @param {(ctx: CanvasRenderingContext2D, size: number) => void} paint */
function sprite(key, size, paint) {
  const name = `${key}/${size}`;
  let canvas = cache.get(name);
  if (!canvas) {
    if (cache.size >= LIMIT) cache.clear();
    canvas = document.createElement('canvas');
    canvas.width = size;
    canvas.height = size;
    paint(context(canvas), size);
    cache.set(name, canvas);
  }
  return canvas;
}

/** @param {'WARRIOR'|'GATHERER'} type @param {number} seat @param {boolean} dark @param {number} size */
export function unitSprite(type, seat, dark, size) {
  return sprite(`${type}${seat}${dark}`, size, (ctx) => {
    ctx.fillStyle = seatColor(seat, dark);
    ctx.strokeStyle = dark ? '#0d0f12' : '#ffffff';
    ctx.lineWidth = Math.max(1, size / 16);
    if (type === 'WARRIOR') shield(ctx, size);
    else disc(ctx, size);
    // On the smallest units, an outline would cover the color.
    if (size >= 10) ctx.stroke();
    ctx.fill();
    if (type === 'WARRIOR' && size >= 18) crest(ctx, size, seatInk(seat, dark));
    sign(ctx, seat, dark, size);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {number} size */
function shield(ctx, size) {
  ctx.beginPath();
  ctx.moveTo(size * 0.5, size * 0.05);
  ctx.lineTo(size * 0.9, size * 0.2);
  ctx.lineTo(size * 0.9, size * 0.5);
  ctx.quadraticCurveTo(size * 0.86, size * 0.78, size * 0.5, size * 0.96);
  ctx.quadraticCurveTo(size * 0.14, size * 0.78, size * 0.1, size * 0.5);
  ctx.lineTo(size * 0.1, size * 0.2);
  ctx.closePath();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} size @param {string} ink */
function crest(ctx, size, ink) {
  ctx.fillStyle = ink;
  ctx.globalAlpha = 0.35;
  ctx.fillRect(size * 0.2, size * 0.2, size * 0.6, size * 0.07);
  ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {number} size */
function disc(ctx, size) {
  ctx.beginPath();
  ctx.arc(size / 2, size / 2, size * 0.37, 0, Math.PI * 2);
}

/** Draws the owner without relying on color: a number, or bars and dots on small units. @param {CanvasRenderingContext2D} ctx @param {number} seat @param {boolean} dark @param {number} size */
function sign(ctx, seat, dark, size) {
  ctx.fillStyle = seatInk(seat, dark);
  if (size >= 13) {
    ctx.font = `700 ${Math.round(size * 0.5)}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(String(seat), size / 2, size * 0.54);
    return;
  }
  if (size < 7) return;
  const bar = Math.max(1, size * 0.16);
  const middle = (size - bar) / 2;
  if (seat === 2 || seat === 4) ctx.fillRect(size * 0.28, middle, size * 0.44, bar);
  if (seat === 3 || seat === 4) ctx.fillRect(middle, size * 0.28, bar, size * 0.44);
}

/** @param {number} seat @param {boolean} dark @param {number} size @param {boolean} out */
export function baseSprite(seat, dark, size, out) {
  return sprite(`base${seat}${dark}${out}`, size, (ctx) => {
    ctx.globalAlpha = out ? 0.45 : 1;
    ctx.fillStyle = seatColor(seat, dark);
    ctx.beginPath();
    ctx.moveTo(size * 0.5, size * 0.02);
    ctx.lineTo(size * 0.98, size * 0.4);
    ctx.lineTo(size * 0.98, size * 0.98);
    ctx.lineTo(size * 0.02, size * 0.98);
    ctx.lineTo(size * 0.02, size * 0.4);
    ctx.closePath();
    ctx.fill();
    ctx.strokeStyle = dark ? '#0d0f12' : '#ffffff';
    ctx.lineWidth = Math.max(1, size / 20);
    ctx.stroke();
    ctx.fillStyle = seatInk(seat, dark);
    ctx.font = `800 ${Math.round(size * 0.5)}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    if (size >= 7) ctx.fillText(String(seat), size / 2, size * 0.64);
  });
}

/** Returns the sprite of a pile of resources; larger amounts are drawn larger. @param {number} amount @param {boolean} dark @param {number} size */
export function resourceSprite(amount, dark, size) {
  const grade = amount >= 100 ? 3 : amount >= 40 ? 2 : 1;
  return sprite(`resource${grade}${dark}`, size, (ctx) => {
    const width = size * (0.26 + grade * 0.12);
    ctx.translate(size / 2, size / 2);
    ctx.rotate(Math.PI / 4);
    ctx.fillStyle = dark ? '#e9b949' : '#c28a0a';
    ctx.fillRect(-width / 2, -width / 2, width, width);
    ctx.fillStyle = dark ? '#fbe3a0' : '#f3cd62';
    ctx.fillRect(-width / 2, -width / 2, width, width * 0.45);
  });
}
