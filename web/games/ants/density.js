/**
 * The ants of a board whose squares are too small for sprites: one pixel per square, scaled up; around them a glow, below
 * them the territory of each player. Painted once per state and viewport, then only copied.
 */

import { context } from 'wag/shell/basics/dom.js';
import { lighter, paletteOf, partsOf } from 'wag/games/drawing/palette.js';
import { keyOf } from 'wag/games/ants/state.js';
import { seatColor } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Scene} Scene */

/** Distance in steps up to which an ant or a hill claims land. */
const REACH = 6;
/** Opacity of territory by day and by night, of 255. */
const TINT = { day: 64, night: 72 };

/** The last picture of each board. @type {WeakMap<HTMLCanvasElement, {picture: HTMLCanvasElement, small: HTMLCanvasElement, state: State|null, key: string}>} */
const boards = new WeakMap();

/** @param {HTMLCanvasElement} board */
function pictureOf(board) {
  let known = boards.get(board);
  if (!known) {
    const [picture, small] = [document.createElement('canvas'), document.createElement('canvas')];
    known = { picture, small, state: null, key: '' };
    boards.set(board, known);
  }
  return known;
}

/** Draws a state of the board. @param {CanvasRenderingContext2D} ctx @param {Scene} scene @param {State} state @param {Viewport} viewport @param {boolean} dark */
export function drawDensity(ctx, scene, state, viewport, dark) {
  const known = pictureOf(ctx.canvas);
  const { picture, small } = known;
  const [width, height] = [scene.width, scene.height].map((side) => Math.ceil(side * viewport.scale));
  const key = `${width} ${height} ${dark}`;
  if (known.state !== state || known.key !== key) {
    picture.width = width;
    picture.height = height;
    paint(context(picture), small, scene, state, viewport.scale, dark);
    Object.assign(known, { state, key });
  }
  ctx.drawImage(picture, viewport.left, viewport.top);
}

/** @param {CanvasRenderingContext2D} ctx @param {HTMLCanvasElement} small a canvas with one pixel per square @param {Scene} scene @param {State} state @param {number} scale @param {boolean} dark */
function paint(ctx, small, scene, state, scale, dark) {
  const [width, height] = [scene.width * scale, scene.height * scale];
  const pen = context(small);
  small.width = scene.width;
  small.height = scene.height;
  ctx.imageSmoothingEnabled = true;
  pen.putImageData(territoryOf(scene, state, dark), 0, 0);
  ctx.drawImage(small, 0, 0, width, height);
  ctx.fillStyle = paletteOf(dark).gold;
  for (const [row, col] of state.food)
    ctx.fillRect((col - 0.1) * scale, (row - 0.1) * scale, scale * 1.2, scale * 1.2);
  pen.putImageData(dotsOf(scene, state, dark), 0, 0);
  drawGlow(ctx, small, width, height, dark);
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(small, 0, 0, width, height);
}

/** Draws the dots again at a half and at a quarter of their size, scaled up smoothly: no filter, no path per ant. @param {CanvasRenderingContext2D} ctx @param {HTMLCanvasElement} small @param {number} width @param {number} height @param {boolean} dark */
function drawGlow(ctx, small, width, height, dark) {
  ctx.save();
  if (dark) ctx.globalCompositeOperation = 'lighter';
  const half = document.createElement('canvas');
  for (const [part, alpha] of [
    [2, 0.5],
    [4, 0.9],
  ]) {
    half.width = Math.ceil(small.width / part);
    half.height = Math.ceil(small.height / part);
    context(half).drawImage(small, 0, 0, half.width, half.height);
    ctx.globalAlpha = dark ? alpha : alpha * 0.7;
    ctx.drawImage(half, 0, 0, width, height);
  }
  ctx.restore();
}

/** Returns one pixel per ant. @param {Scene} scene @param {State} state @param {boolean} dark */
function dotsOf(scene, state, dark) {
  const image = new ImageData(scene.width, scene.height);
  const pixels = new Uint32Array(image.data.buffer);
  const colors = state.players.map((_, index) => {
    const color = seatColor(index + 1, dark);
    return pixelOf(dark ? lighter(color, 0.25) : color, 255);
  });
  for (const [row, col, owner] of state.ants) pixels[keyOf(scene, row, col)] = colors[owner - 1];
  return image;
}

/** Returns a color as red, green, blue and opacity, in the order of pixels in memory. @param {string} color @param {number} opacity */
function pixelOf(color, opacity) {
  const [red, green, blue] = partsOf(color);
  return ((opacity << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** @param {Scene} scene @param {State} state @param {boolean} dark */
function territoryOf(scene, state, dark) {
  const image = new ImageData(scene.width, scene.height);
  const pixels = new Uint32Array(image.data.buffer);
  const tint = dark ? TINT.night : TINT.day;
  const colors = state.players.map((_, index) => pixelOf(seatColor(index + 1, dark), tint));
  for (const [square, owner] of ownersOf(scene, state).entries())
    if (owner > 0) pixels[square] = colors[owner - 1];
  return image;
}

/** Returns the owner of each square: the player with the nearest ant or hill within reach, by land; 0 if there is none. @param {Scene} scene @param {State} state @returns {Uint8Array} */
export function ownersOf(scene, state) {
  const { width, height, rows } = scene;
  const owners = new Uint8Array(width * height);
  const edge = new Int32Array(width * height);
  let count = 0;
  const claim = (/** @type {number} */ square, /** @type {number} */ owner) => {
    if (owners[square] !== 0) return;
    owners[square] = owner;
    edge[count] = square;
    count += 1;
  };
  for (const [row, col, owner] of state.ants) claim(keyOf(scene, row, col), owner);
  for (const [row, col, owner, stands] of state.hills) if (stands) claim(keyOf(scene, row, col), owner);
  let begin = 0;
  for (let distance = 0; distance < REACH; distance += 1) {
    const end = count;
    for (; begin < end; begin += 1) {
      const square = edge[begin];
      const col = square % width;
      const row = (square - col) / width;
      const [up, down] = [row > 0 ? row - 1 : height - 1, row + 1 < height ? row + 1 : 0];
      const [left, right] = [col > 0 ? col - 1 : width - 1, col + 1 < width ? col + 1 : 0];
      if (rows[up][col] !== '%') claim(up * width + col, owners[square]);
      if (rows[down][col] !== '%') claim(down * width + col, owners[square]);
      if (rows[row][left] !== '%') claim(row * width + left, owners[square]);
      if (rows[row][right] !== '%') claim(row * width + right, owners[square]);
    }
  }
  return owners;
}
