/**
 * Sprites: pictures that are painted once per size and look into a bitmap, and then only copied. A painter draws into a
 * box of 1 x 1, `y` downward.
 */

import { context } from 'wag/shell/basics/dom.js';
import { paletteOf } from 'wag/games/drawing/palette.js';

/** @typedef {CanvasRenderingContext2D} Pen */
/** `size` is the side of the bitmap in device pixels: small sprites have fewer details. @typedef {{size: number, dark: boolean, colors: import('./palette.js').Palette}} Look */
/** @typedef {(pen: Pen, look: Look) => void} Painter */

/** Maximum number of pixels in all bitmaps together: 32 MB. */
const PIXELS_MAX = 8_000_000;
/** @type {Map<string, Sheet>} */
const sheets = new Map();
let pixels = 0;

/** The sprites of one size and look. */
export class Sheet {
  /** @type {Map<string, HTMLCanvasElement>} */
  #bitmaps = new Map();
  size;
  #look;

  /** @param {Look} look */
  constructor(look) {
    this.size = look.size;
    this.#look = look;
  }

  /** @param {string} key @param {() => Painter} painter called if the sprite has not been painted yet */
  get(key, painter) {
    let bitmap = this.#bitmaps.get(key);
    if (!bitmap) {
      bitmap = document.createElement('canvas');
      bitmap.width = this.size;
      bitmap.height = this.size;
      const pen = context(bitmap);
      pen.scale(this.size, this.size);
      pen.lineJoin = 'round';
      pen.lineCap = 'round';
      painter()(pen, this.#look);
      this.#bitmaps.set(key, bitmap);
      pixels += this.size * this.size;
    }
    return bitmap;
  }
}

/** Returns the sprites of a size. @param {number} size in device pixels @param {boolean} dark */
export function sheetOf(size, dark) {
  const side = Math.max(1, Math.round(size));
  const key = `${side} ${dark}`;
  let sheet = sheets.get(key);
  if (!sheet) {
    if (pixels > PIXELS_MAX) {
      sheets.clear();
      pixels = 0;
    }
    sheet = new Sheet({ size: side, dark, colors: paletteOf(dark) });
    sheets.set(key, sheet);
  }
  return sheet;
}

/** Returns the width of a line, `share` of the box but at least `least` pixels. @param {Look} look @param {number} share @param {number} [least] */
export function lineWidth({ size }, share, least = 1) {
  return Math.max(share, least / size);
}

/** Adds an ellipse to a new path. @param {Pen} pen @param {number} x @param {number} y @param {number} across @param {number} [down] @param {number} [turn] */
export function oval(pen, x, y, across, down = across, turn = 0) {
  pen.beginPath();
  pen.ellipse(x, y, across, down, turn, 0, Math.PI * 2);
}

/** Fills an ellipse. @param {Pen} pen @param {string} color @param {number} x @param {number} y @param {number} across @param {number} [down] @param {number} [turn] */
export function spot(pen, color, x, y, across, down, turn) {
  pen.fillStyle = color;
  oval(pen, x, y, across, down, turn);
  pen.fill();
}

/** Adds a closed polygon to a new path. @param {Pen} pen @param {number[][]} points */
export function polygon(pen, points) {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.closePath();
}

/** Fills the path, and draws its outline if it has a width. @param {Pen} pen @param {string} fill @param {string} [ink] @param {number} [width] */
export function inked(pen, fill, ink, width = 0) {
  pen.fillStyle = fill;
  pen.fill();
  if (!ink || width === 0) return;
  pen.strokeStyle = ink;
  pen.lineWidth = width;
  pen.stroke();
}

/** Draws a line through points. @param {Pen} pen @param {string} color @param {number} width @param {number[][]} points */
export function line(pen, color, width, points) {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}

/** Adds a path of curves: the start, then a list of two control points and the end for each curve. @param {Pen} pen @param {[number, number]} start @param {[number, number, number, number, number, number][]} curves */
export function curved(pen, start, curves) {
  pen.beginPath();
  pen.moveTo(...start);
  for (const curve of curves) pen.bezierCurveTo(...curve);
  pen.closePath();
}

/** Draws a sprite in the middle of a place, in device pixels. @param {CanvasRenderingContext2D} ctx @param {HTMLCanvasElement} bitmap @param {number} x @param {number} y */
export function stamp(ctx, bitmap, x, y) {
  ctx.drawImage(bitmap, Math.round(x - bitmap.width / 2), Math.round(y - bitmap.height / 2));
}
