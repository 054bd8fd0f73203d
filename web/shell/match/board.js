/**
 * The board on the page: a canvas with zoom and pan, on which a game draws itself. The ground is painted once per
 * viewport, everything else on each draw. This module does not know what it draws.
 */

import { context, fitResolution } from 'wag/shell/basics/dom.js';
import { drawNotes } from 'wag/shell/match/notes.js';
import { watchGestures } from 'wag/shell/basics/gestures.js';
import { Signal } from 'wag/shell/basics/signal.js';

/** @typedef {import('../game.js').Picture} Picture */
/** @typedef {import('../game.js').Viewport} Viewport */
/** @typedef {{step: import('../game.js').Step, t: number, staggered: boolean, roundMs: number, seconds?: number, dark: boolean, digits: boolean, selection: string|null, hidden: Set<string>, trail: import('../replay/frames.js').Point[], notes: {seat: number, note: import('../../generated/replay.js').Note}[], cursor: import('../replay/frames.js').Point|null}} RenderState */

/** Size of a field in page pixels at which the camera shows a place, unless it is closer already. */
const CLOSE = 26;

export class Board {
  /** @type {Viewport} */
  viewport = { scale: 1, left: 0, top: 0, ratio: 1 };
  #canvas;
  #ctx;
  #game;
  #scene;
  #ground = document.createElement('canvas');
  #groundKey = '';
  /** The ground with what moves on it at a time. */
  #drifting = document.createElement('canvas');
  #driftKey = '';
  /** True while the whole board fits the canvas, as at the start. */
  #fitted = true;
  /** True if the board wraps around at its edges. */
  #wraps;
  /** True while the selected thing stays in the middle. */
  isFollowing = false;
  /** @type {Signal<void>} */
  onFollow = new Signal();

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import('../game.js').GameDisplay} game
   * @param {any} scene
   * @param {{onPick: (x: number, y: number) => void, onHover: (x: number|null, y: number, pageX: number, pageY: number) => void, onChange: () => void}} listener
   */
  constructor(canvas, game, scene, listener) {
    this.#canvas = canvas;
    this.#ctx = context(canvas);
    this.#game = game;
    this.#scene = scene;
    this.#wraps = game.wraps === true;
    watchGestures(canvas, {
      tap: (x, y) => listener.onPick(...this.field(x, y)),
      hover: (x, y, pageX, pageY) =>
        x === null ? listener.onHover(null, 0, 0, 0) : listener.onHover(...this.field(x, y), pageX, pageY),
      pan: (dx, dy) => this.#change(() => this.#pan(dx, dy), listener),
      zoom: (factor, x, y) => this.#change(() => this.#zoom(factor, x, y), listener),
    });
  }

  /** Returns the field under a point of the canvas, in page pixels. @param {number} x @param {number} y @returns {[number, number]} */
  field(x, y) {
    const { scale, left, top, ratio } = this.viewport;
    const { width, height } = this.#size;
    const [across, down] = [Math.floor((x * ratio - left) / scale), Math.floor((y * ratio - top) / scale)];
    return this.#repeats() ? [modulo(across, width), modulo(down, height)] : [across, down];
  }

  /** Size of the board in fields; known once a keyframe was opened. */
  get #size() {
    return this.#game.bounds(this.#scene);
  }

  #repeats() {
    return this.#wraps && !this.#fitted;
  }

  /** Returns the viewports to draw: a board that wraps around is repeated beside itself. @returns {Viewport[]} */
  #viewports() {
    if (!this.#repeats()) return [this.viewport];
    const [width, height] = [this.#size.width * this.viewport.scale, this.#size.height * this.viewport.scale];
    const views = [];
    for (let top = modulo(this.viewport.top, height) - height; top < this.#canvas.height; top += height) {
      for (let left = modulo(this.viewport.left, width) - width; left < this.#canvas.width; left += width)
        views.push({ ...this.viewport, left, top });
    }
    return views;
  }

  /** Returns the center of a field in page pixels. @param {number} x @param {number} y @returns {[number, number]} */
  point(x, y) {
    const { scale, left, top, ratio } = this.viewport;
    return [(left + (x + 0.5) * scale) / ratio, (top + (y + 0.5) * scale) / ratio];
  }

  /** Fits the whole board into the canvas. */
  fit() {
    this.follow(false);
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.#canvas;
    const scale = Math.max(0.5, Math.min(width / this.#size.width, height / this.#size.height));
    this.viewport = {
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

  /** Shows a field in the middle, close enough to see it. @param {number} x @param {number} y */
  show(x, y) {
    this.follow(false);
    this.#center(x, y);
  }

  /** Keeps the selected thing in the middle from now on, or no longer. @param {boolean} isOn */
  follow(isOn) {
    if (isOn === this.isFollowing) return;
    this.isFollowing = isOn;
    this.onFollow.emit();
  }

  /** @param {number} x @param {number} y */
  #center(x, y) {
    const ratio = window.devicePixelRatio || 1;
    const scale = Math.max(this.viewport.scale, CLOSE * ratio);
    const { width, height } = this.#canvas;
    this.#fitted = false;
    this.#place(scale, width / 2 - (x + 0.5) * scale, height / 2 - (y + 0.5) * scale);
  }

  /** @param {RenderState} state */
  draw(state) {
    if (fitResolution(this.#canvas) && this.#fitted) this.fit();
    if (this.isFollowing && state.selection) {
      const place = this.#game.drawnAt({ ...state, viewport: this.viewport }, state.selection);
      if (place) this.#center(...place);
    }
    this.#drawGround(state.dark, state.seconds ?? 0);
    for (const viewport of this.#viewports()) this.#drawPieces(state, viewport);
  }

  /** @param {RenderState} state @param {Viewport} viewport */
  #drawPieces(state, viewport) {
    const ctx = this.#ctx;
    const picture = { ...state, viewport };
    this.#drawTrail(state, viewport);
    this.#game.draw(ctx, picture);
    drawNotes(ctx, state.notes, viewport, state.dark);
    if (state.cursor) this.#frame(state.cursor, viewport, state.dark, true);
    const place = state.selection ? this.#game.drawnAt(picture, state.selection) : null;
    if (place) this.#frame(place, viewport, state.dark, false);
  }

  /** @param {boolean} dark @param {number} seconds */
  #drawGround(dark, seconds) {
    const { width, height } = this.#canvas;
    const { scale, left, top } = this.viewport;
    const key = `${width}x${height} ${scale} ${left} ${top} ${dark} ${this.#fitted}`;
    const ground = this.#ground;
    if (key !== this.#groundKey) {
      ground.width = width;
      ground.height = height;
      for (const viewport of this.#viewports())
        this.#game.paintGround(context(ground), this.#scene, viewport, dark);
      this.#groundKey = key;
    }
    this.#ctx.clearRect(0, 0, width, height);
    this.#ctx.drawImage(this.#drift(`${key} ${seconds}`, dark, seconds), 0, 0);
  }

  /** Returns the ground with what moves on it. @param {string} key @param {boolean} dark @param {number} seconds */
  #drift(key, dark, seconds) {
    const [ground, drifting] = [this.#ground, this.#drifting];
    if (!this.#game.paintDrift) return ground;
    if (key === this.#driftKey) return drifting;
    this.#driftKey = key;
    drifting.width = ground.width;
    drifting.height = ground.height;
    const ctx = context(drifting);
    ctx.drawImage(ground, 0, 0);
    for (const viewport of this.#viewports())
      this.#game.paintDrift(ctx, this.#scene, viewport, dark, seconds);
    return drifting;
  }

  /** @param {RenderState} state @param {Viewport} viewport */
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

  /** Draws a frame around a field, dashed for the keyboard cursor. @param {import('../replay/frames.js').Point} place @param {Viewport} viewport @param {boolean} dark @param {boolean} dashed */
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
    this.follow(false);
    this.#fitted = false;
    this.#place(
      this.viewport.scale,
      this.viewport.left + dx * this.viewport.ratio,
      this.viewport.top + dy * this.viewport.ratio,
    );
  }

  /** @param {number} factor @param {number} x @param {number} y page pixels */
  #zoom(factor, x, y) {
    const { scale, left, top, ratio } = this.viewport;
    const least =
      Math.min(this.#canvas.width / this.#size.width, this.#canvas.height / this.#size.height) * 0.5;
    const to = Math.max(least, Math.min(120 * ratio, scale * factor));
    this.#fitted = false;
    this.#place(
      to,
      x * ratio - ((x * ratio - left) / scale) * to,
      y * ratio - ((y * ratio - top) / scale) * to,
    );
  }

  /** Moves the viewport, but keeps part of the board visible. @param {number} scale @param {number} left @param {number} top */
  #place(scale, left, top) {
    const { width, height } = this.#canvas;
    const spare = Math.min(width, height) / 3;
    const clamped = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) =>
      Math.round(this.#wraps ? modulo(at, size) : Math.max(spare - size, Math.min(room - spare, at)));
    this.viewport = {
      scale,
      ratio: window.devicePixelRatio || 1,
      left: clamped(left, scale * this.#size.width, width),
      top: clamped(top, scale * this.#size.height, height),
    };
  }
}

/** Returns the remainder, which is never negative. @param {number} number @param {number} size */
function modulo(number, size) {
  return ((number % size) + size) % size;
}
