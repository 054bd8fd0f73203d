/**
 * The board on the page: a canvas with zoom and pan, on which a game draws itself. The ground is painted once per
 * viewport, everything else on each draw. This module does not know what it draws.
 */

import { context, sharpen } from 'wag/shell/dom.js';
import { drawNotes } from 'wag/shell/notes.js';
import { watchGestures } from 'wag/shell/gestures.js';

/** @typedef {import('./game.js').Picture} Picture */
/** @typedef {import('./game.js').View} View */
/** @typedef {{step: import('./game.js').Step, t: number, staggered: boolean, dark: boolean, selection: string|null, hidden: Set<string>, trail: import('./frames.js').Place[], notes: {seat: number, note: import('./frames.js').Note}[], cursor: import('./frames.js').Place|null}} Moment */

const MARGIN = 8;

export class Board {
  /** @type {View} */
  view = { scale: 1, left: 0, top: 0, ratio: 1 };
  #canvas;
  #ctx;
  #game;
  #scene;
  #size;
  #ground = document.createElement('canvas');
  #groundKey = '';
  /** True while the whole board fits the canvas, as at the start. */
  #fitted = true;
  /** True if the board wraps around at its edges. */
  #wraps;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import('./game.js').GameView} game
   * @param {any} scene
   * @param {{onPick: (x: number, y: number) => void, onHover: (x: number|null, y: number, pageX: number, pageY: number) => void, onChange: () => void}} listener
   */
  constructor(canvas, game, scene, listener) {
    this.#canvas = canvas;
    this.#ctx = context(canvas);
    this.#game = game;
    this.#scene = scene;
    this.#size = game.bounds(scene);
    this.#wraps = game.wraps === true;
    watchGestures(canvas, {
      tap: (x, y) => listener.onPick(...this.field(x, y)),
      hover: (x, y, pageX, pageY) => (x === null ? listener.onHover(null, 0, 0, 0) : listener.onHover(...this.field(x, y), pageX, pageY)),
      pan: (dx, dy) => this.#change(() => this.#pan(dx, dy), listener),
      zoom: (factor, x, y) => this.#change(() => this.#zoom(factor, x, y), listener),
    });
  }

  /** Returns the field under a point of the canvas, in page pixels. @param {number} x @param {number} y @returns {[number, number]} */
  field(x, y) {
    const { scale, left, top, ratio } = this.view;
    const { width, height } = this.#size;
    const [across, down] = [Math.floor((x * ratio - left) / scale), Math.floor((y * ratio - top) / scale)];
    return this.#repeats() ? [modulo(across, width), modulo(down, height)] : [across, down];
  }

  #repeats() {
    return this.#wraps && !this.#fitted;
  }

  /** Returns the viewports to draw: a board that wraps around is repeated beside itself. @returns {View[]} */
  #views() {
    if (!this.#repeats()) return [this.view];
    const [width, height] = [this.#size.width * this.view.scale, this.#size.height * this.view.scale];
    const views = [];
    for (let top = modulo(this.view.top, height) - height; top < this.#canvas.height; top += height) {
      for (let left = modulo(this.view.left, width) - width; left < this.#canvas.width; left += width) views.push({ ...this.view, left, top });
    }
    return views;
  }

  /** Returns the center of a field in page pixels. @param {number} x @param {number} y @returns {[number, number]} */
  point(x, y) {
    const { scale, left, top, ratio } = this.view;
    return [(left + (x + 0.5) * scale) / ratio, (top + (y + 0.5) * scale) / ratio];
  }

  /** Fits the whole board into the canvas. */
  fit() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.#canvas;
    const room = Math.min((width - MARGIN) / this.#size.width, (height - MARGIN) / this.#size.height);
    // Whole pixels per field look crispest.
    const scale = Math.max(0.5, room >= 6 ? Math.floor(room) : room);
    this.view = {
      scale,
      ratio,
      left: Math.round((width - scale * this.#size.width) / 2),
      top: Math.round((height - scale * this.#size.height) / 2),
    };
    this.#fitted = true;
  }

  /** Zooms around the center. @param {number} factor */
  zoom(factor) {
    this.#zoom(factor, this.#canvas.clientWidth / 2, this.#canvas.clientHeight / 2);
  }

  /** Pans so that a field is visible. @param {number} x @param {number} y */
  reveal(x, y) {
    const [atX, atY] = this.point(x, y);
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (atX > 0 && atY > 0 && atX < width && atY < height) return;
    this.#pan(width / 2 - atX, height / 2 - atY);
  }

  /** @param {Moment} moment */
  draw(moment) {
    if (sharpen(this.#canvas) && this.#fitted) this.fit();
    this.#drawGround(moment.dark);
    for (const view of this.#views()) this.#drawPieces(moment, view);
  }

  /** @param {Moment} moment @param {View} view */
  #drawPieces(moment, view) {
    const ctx = this.#ctx;
    const picture = { ...moment, view };
    this.#drawTrail(moment, view);
    this.#game.draw(ctx, picture);
    drawNotes(ctx, moment.notes, view, moment.dark);
    if (moment.cursor) this.#frame(moment.cursor, view, moment.dark, true);
    const place = moment.selection ? this.#game.whereabouts(picture, moment.selection) : null;
    if (place) this.#frame(place, view, moment.dark, false);
  }

  /** @param {boolean} dark */
  #drawGround(dark) {
    const { width, height } = this.#canvas;
    const { scale, left, top } = this.view;
    const key = `${width}x${height} ${scale} ${left} ${top} ${dark} ${this.#fitted}`;
    const ground = this.#ground;
    if (key !== this.#groundKey) {
      ground.width = width;
      ground.height = height;
      for (const view of this.#views()) this.#game.paintGround(context(ground), this.#scene, view, dark);
      this.#groundKey = key;
    }
    this.#ctx.clearRect(0, 0, width, height);
    this.#ctx.drawImage(ground, 0, 0);
  }

  /** @param {Moment} moment @param {View} view */
  #drawTrail({ trail, dark }, { scale, left, top }) {
    if (trail.length < 2) return;
    const ctx = this.#ctx;
    ctx.beginPath();
    for (const [x, y] of trail) ctx.lineTo(left + (x + 0.5) * scale, top + (y + 0.5) * scale);
    ctx.lineJoin = 'round';
    ctx.lineWidth = Math.max(2, scale / 9);
    ctx.strokeStyle = dark ? 'rgb(255 255 255 / 55%)' : 'rgb(30 33 40 / 45%)';
    ctx.setLineDash([scale / 4, scale / 5]);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** Draws a frame around a field, dashed for the keyboard cursor. @param {import('./frames.js').Place} place @param {View} view @param {boolean} dark @param {boolean} dashed */
  #frame([x, y], { scale, left, top, ratio }, dark, dashed) {
    const ctx = this.#ctx;
    const grow = dashed ? 0 : Math.max(2 * ratio, scale * 0.08);
    const box = [left + x * scale - grow, top + y * scale - grow, scale + 2 * grow, scale + 2 * grow];
    ctx.beginPath();
    ctx.roundRect(box[0], box[1], box[2], box[3], dashed ? 0 : scale * 0.2);
    ctx.lineWidth = 4 * ratio;
    ctx.strokeStyle = dark ? '#0d0f12' : '#ffffff';
    ctx.stroke();
    ctx.lineWidth = 2 * ratio;
    ctx.strokeStyle = dark ? '#ffffff' : '#111318';
    if (dashed) ctx.setLineDash([4 * ratio, 3 * ratio]);
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** @param {() => void} change @param {{onChange: () => void}} listener */
  #change(change, listener) {
    change();
    listener.onChange();
  }

  /** @param {number} dx @param {number} dy page pixels */
  #pan(dx, dy) {
    this.#fitted = false;
    this.#place(this.view.scale, this.view.left + dx * this.view.ratio, this.view.top + dy * this.view.ratio);
  }

  /** @param {number} factor @param {number} x @param {number} y page pixels */
  #zoom(factor, x, y) {
    const { scale, left, top, ratio } = this.view;
    const least = Math.min(this.#canvas.width / this.#size.width, this.#canvas.height / this.#size.height) * 0.5;
    const to = Math.max(least, Math.min(120 * ratio, scale * factor));
    this.#fitted = false;
    this.#place(to, x * ratio - ((x * ratio - left) / scale) * to, y * ratio - ((y * ratio - top) / scale) * to);
  }

  /** Moves the viewport, but keeps part of the board visible. @param {number} scale @param {number} left @param {number} top */
  #place(scale, left, top) {
    const { width, height } = this.#canvas;
    const spare = Math.min(width, height) / 3;
    const kept = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) =>
      Math.round(this.#wraps ? modulo(at, size) : Math.max(spare - size, Math.min(room - spare, at)));
    this.view = {
      scale,
      ratio: window.devicePixelRatio || 1,
      left: kept(left, scale * this.#size.width, width),
      top: kept(top, scale * this.#size.height, height),
    };
  }
}

/** Returns the remainder, which is never negative. @param {number} number @param {number} size */
function modulo(number, size) {
  return ((number % size) + size) % size;
}
