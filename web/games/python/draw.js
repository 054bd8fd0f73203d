/**
 * Draws the board of a game in Python: tiles, walls, pieces that move smoothly, signs, and a text below or in place of the
 * cells. All of it is drawn on a canvas, so no text of a game becomes part of the page.
 */

import { drawEyes } from 'wag/games/drawing/faces.js';
import { paintLand, areaOf } from 'wag/games/drawing/ground.js';
import { FONT } from 'wag/games/drawing/labels.js';
import { easeOut, PIECES_MS, progress, startOf } from 'wag/games/drawing/motion.js';
import { darker, lighter, mix, paletteOf } from 'wag/games/drawing/palette.js';
import { inked, lineWidth, oval, sheetOf, stamp } from 'wag/games/drawing/sprites.js';
import { bottomOf, boundsOf, centerOf, cornersOf, endsOf, heightOfLine } from 'wag/games/python/layout.js';
import { textBeside, tileAt } from 'wag/games/python/state.js';
import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Tile} Tile */
/** @typedef {import('./state.js').Piece} Piece */

/** The colors of tones that the shared palette lacks, by day and by night. @type {Record<string, [string, string]>} */
const TONES = {
  red: ['#e39a8c', '#8a3b36'],
  yellow: ['#f0d377', '#857027'],
  green: ['#a9cf93', '#39693f'],
  blue: ['#9cc0e8', '#32568c'],
  lilac: ['#c9b2e0', '#604a86'],
  piece: ['#b9a78a', '#6b7891'],
};
/** Widths and lengths in parts of a cell. */
const INSET = 0.06;
const ROUND = 0.16;
const PIECE = 0.84;
const WALL = 0.14;
/** Minimum side of a cell with a sign, in page pixels. */
const SIGN_FROM = 9;
/** The text: maximum number of lines and of characters in a line, and maximum size in page pixels. */
const LINES_MAX = 200;
const LINE_MAX = 200;
const TEXT_PX_MAX = 22;

/** Returns the color of a tone, or null for bare ground. @param {string} tone @param {boolean} dark */
function colorOf(tone, dark) {
  const colors = paletteOf(dark);
  if (tone === 'fertile') return colors.soil;
  if (tone === 'water') return colors.water;
  if (tone === 'wall') return colors.wallTop;
  if (tone === 'goods') return colors.gold;
  if (tone === 'home') return dark ? colors.sackShade : colors.sack;
  return TONES[tone]?.[dark ? 1 : 0] ?? null;
}

/** Returns the color of text on a color. @param {string} color */
function inkOn(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 128 ? '#221a26' : '#ffffff';
}

/**
 * Adds the outline of a cell to a new path.
 * @param {CanvasRenderingContext2D} ctx @param {Layout} layout @param {Viewport} viewport @param {number} x
 * @param {number} y @param {number} [inset]
 */
function outline(ctx, layout, { scale, left, top }, x, y, inset = 0) {
  ctx.beginPath();
  if (layout.hexagons) {
    const [middle, line] = centerOf(layout, x, y);
    for (const [across, down] of cornersOf([middle, line]))
      ctx.lineTo(
        left + (middle + (across - middle) * (1 - inset)) * scale,
        top + (line + (down - line) * (1 - inset)) * scale,
      );
    return ctx.closePath();
  }
  const [from, to] = [Math.round(left + x * scale), Math.round(left + (x + 1) * scale)];
  const [above, below] = [Math.round(top + y * scale), Math.round(top + (y + 1) * scale)];
  const gap = inset * scale;
  if (inset === 0) ctx.rect(from, above, to - from, below - above);
  else ctx.roundRect(from + gap, above + gap, to - from - 2 * gap, below - above - 2 * gap, ROUND * scale);
}

/**
 * Calls a function for each visible cell.
 * @param {CanvasRenderingContext2D} ctx @param {Layout} layout @param {Viewport} viewport
 * @param {(x: number, y: number) => void} paint
 */
function eachCell(ctx, layout, viewport, paint) {
  const area = areaOf(ctx, boundsOf(layout), viewport);
  const unit = layout.hexagons ? 2 : 1;
  const [fromX, toX] = [Math.floor((area.left - 1) / unit), Math.ceil(area.right / unit)];
  const [fromY, toY] = [Math.floor((area.top - 1) / unit), area.bottom];
  for (let y = Math.max(0, fromY); y < Math.min(layout.rows, toY); y += 1)
    for (let x = Math.max(0, fromX); x < Math.min(layout.columns, toX); x += 1) paint(x, y);
}

/**
 * Paints the ground, which never changes.
 * @param {CanvasRenderingContext2D} ctx @param {Layout} layout @param {Viewport} viewport @param {boolean} dark
 */
export function paintGround(ctx, layout, viewport, dark) {
  const colors = paletteOf(dark);
  if (layout.columns === 0) return;
  if (!layout.hexagons)
    return paintLand(ctx, areaOf(ctx, { width: layout.columns, height: layout.rows }, viewport), colors);
  eachCell(ctx, layout, viewport, (x, y) => {
    outline(ctx, layout, viewport, x, y);
    ctx.fillStyle = colors.land[(x + y) % 2];
    ctx.fill();
    ctx.strokeStyle = mix(colors.land[1], colors.ink, 0.2);
    ctx.lineWidth = Math.max(1, viewport.scale * 0.04);
    ctx.stroke();
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Layout} layout @param {Tile[]} tiles */
export function draw(ctx, picture, layout, tiles) {
  const { before, after } = picture.step;
  const part = easeOut(progress(picture, startOf(picture, 0, 1), PIECES_MS));
  ctx.save();
  if (layout.columns > 0) {
    eachCell(ctx, layout, picture.viewport, (x, y) => {
      const [old, now] = [tileAt(tiles, before, x, y), tileAt(tiles, after, x, y)];
      const isNew = part < 1 && (old.sign !== now.sign || old.tone !== now.tone || old.seat !== now.seat);
      if (isNew) drawTile(ctx, picture, layout, old, x, y);
      ctx.globalAlpha = isNew ? part : 1;
      drawTile(ctx, picture, layout, now, x, y);
      ctx.globalAlpha = 1;
    });
    for (const wall of after.walls) drawWall(ctx, picture, layout, wall);
    for (const [piece, place] of placesOf(picture, layout)) drawPiece(ctx, picture, layout, piece, place);
  }
  drawText(ctx, picture, layout, part < 0.5 ? before : after);
  ctx.restore();
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Layout} layout @param {Tile} tile
 * @param {number} x @param {number} y
 */
function drawTile(ctx, { viewport, dark, step }, layout, tile, x, y) {
  const [middle, line] = centerOf(layout, x, y);
  const unit = viewport.scale * (layout.hexagons ? 2 : 1);
  if (tile.seat > 0 && step.after.grid) {
    const disc = { ...tile, x, y, id: null };
    return drawPiece(ctx, /** @type {Picture} */ ({ viewport, dark }), layout, disc, [middle, line]);
  }
  const color = tile.seat > 0 ? seatColor(tile.seat, dark) : colorOf(tile.tone, dark);
  if (color) {
    outline(ctx, layout, viewport, x, y, tile.seat > 0 ? INSET : 0);
    ctx.fillStyle = color;
    ctx.fill();
    if (tile.seat > 0 && unit >= SIGN_FROM * viewport.ratio) {
      ctx.lineWidth = Math.max(1, unit * 0.05);
      ctx.strokeStyle = paletteOf(dark).ink;
      ctx.stroke();
    }
    if (tile.tone === 'wall' && tile.seat === 0) drawFront(ctx, layout, viewport, dark, x, y);
  }
  const isPlain = /^[.#~ ]*$/.test(tile.sign);
  if (isPlain || unit < SIGN_FROM * viewport.ratio) return;
  const ground = color ?? paletteOf(dark).land[0];
  const ink = tile.seat > 0 ? seatInk(tile.seat, dark) : inkOn(ground);
  drawSign(ctx, viewport, tile.sign, [middle, line], unit, color ? ink : mix(ink, ground, 0.25));
}

/**
 * Draws the front of a wall, which makes it high.
 * @param {CanvasRenderingContext2D} ctx @param {Layout} layout @param {Viewport} viewport @param {boolean} dark
 * @param {number} x @param {number} y
 */
function drawFront(ctx, layout, { scale, left, top }, dark, x, y) {
  if (layout.hexagons) return;
  const [from, to] = [Math.round(left + x * scale), Math.round(left + (x + 1) * scale)];
  const [above, below] = [Math.round(top + (y + 0.84) * scale), Math.round(top + (y + 1) * scale)];
  ctx.fillStyle = paletteOf(dark).wallFront;
  ctx.fillRect(from, above, to - from, below - above);
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {string} sign
 * @param {[number, number]} place in fields @param {number} unit the width of a cell in device pixels
 * @param {string} color
 */
function drawSign(ctx, { scale, left, top }, sign, [x, y], unit, color) {
  ctx.font = `700 ${Math.round(unit * ([...sign].length > 1 ? 0.42 : 0.54))}px ${FONT}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = color;
  ctx.fillText(sign, left + x * scale, top + y * scale + unit * 0.03, unit * 0.9);
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Layout} layout @param {import('./state.js').Wall} wall */
function drawWall(ctx, { viewport, dark }, layout, wall) {
  if (wall.x >= layout.columns || wall.y >= layout.rows) return;
  const { scale, left, top, ratio } = viewport;
  const unit = scale * (layout.hexagons ? 2 : 1);
  const { ink, wallTop } = paletteOf(dark);
  ctx.lineCap = 'round';
  ctx.beginPath();
  for (const [x, y] of endsOf(layout, wall)) ctx.lineTo(left + x * scale, top + y * scale);
  ctx.strokeStyle = ink;
  ctx.lineWidth = Math.max(2 * ratio, unit * WALL);
  ctx.stroke();
  ctx.strokeStyle = wallTop;
  ctx.lineWidth *= 0.5;
  ctx.stroke();
}

/**
 * Returns the pieces of a picture and their centers: one with a number glides from where that number was before.
 * @param {Picture} picture @param {Layout} layout
 * @returns {[Piece, [number, number]][]}
 */
export function placesOf(picture, layout) {
  const { before, after } = picture.step;
  const part = easeOut(progress(picture, 0, PIECES_MS));
  /** @type {Map<number, Piece>} */
  const old = new Map();
  if (part < 1) for (const piece of before.pieces) if (piece.id !== null) old.set(piece.id, piece);
  return after.pieces
    .filter((/** @type {Piece} */ { x, y }) => x < layout.columns && y < layout.rows)
    .map((/** @type {Piece} */ piece) => {
      const to = centerOf(layout, piece.x, piece.y);
      const was = piece.id === null ? undefined : old.get(piece.id);
      if (!was) return [piece, to];
      const from = centerOf(layout, was.x, was.y);
      return [piece, [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]];
    });
}

/** @param {number} seat @param {boolean} hasEyes @returns {import('../drawing/sprites.js').Painter} */
function disc(seat, hasEyes) {
  return (pen, look) => {
    const { dark, colors } = look;
    const color = seat > 0 ? seatColor(seat, dark) : TONES.piece[dark ? 1 : 0];
    oval(pen, 0.5, 0.5, 0.45);
    inked(pen, darker(color, 0.25), colors.ink, lineWidth(look, 0.05));
    oval(pen, 0.5, 0.48, 0.39);
    inked(pen, color, lighter(color, 0.3), lineWidth(look, 0.03, 0));
    if (hasEyes) drawEyes(pen, 0.44);
  };
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Layout} layout @param {Piece} piece
 * @param {[number, number]} place
 */
function drawPiece(ctx, { viewport, dark }, layout, piece, [x, y]) {
  const { scale, left, top, ratio } = viewport;
  const unit = scale * (layout.hexagons ? 1.7 : 1);
  const hasSign = piece.sign !== '' && unit >= SIGN_FROM * ratio;
  const sprite = sheetOf(Math.max(4 * ratio, unit * PIECE), dark).get(
    `piece ${piece.seat} ${piece.sign === ''}`,
    () => disc(piece.seat, piece.sign === ''),
  );
  stamp(ctx, sprite, left + x * scale, top + y * scale);
  if (!hasSign) return;
  const ink = piece.seat > 0 ? seatInk(piece.seat, dark) : inkOn(TONES.piece[dark ? 1 : 0]);
  drawSign(ctx, viewport, piece.sign, [x, y - (0.03 * unit) / scale], unit * 0.86, ink);
}

/**
 * Draws what stands for a player in the standings.
 * @param {CanvasRenderingContext2D} ctx @param {number} seat @param {number} size @param {boolean} dark
 */
export function portrait(ctx, seat, size, dark) {
  ctx.drawImage(
    sheetOf(size, dark).get(`piece ${seat} true`, () => disc(seat, true)),
    0,
    0,
  );
}

/**
 * Draws the text below the cells, or in the whole board if there are none.
 * @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Layout} layout @param {State} state
 */
function drawText(ctx, { viewport, dark }, layout, state) {
  const text = textBeside(state).trimEnd();
  const { width, height } = boundsOf(layout);
  const [from, room] = [bottomOf(layout), height - bottomOf(layout)];
  if (text === '' || room <= 0) return;
  const { scale, left, top, ratio } = viewport;
  const most = layout.columns === 0 ? LINES_MAX : layout.lines;
  const lines = text.split('\n', most).map((line) => line.replaceAll('\t', '    ').slice(0, LINE_MAX));
  const longest = Math.max(8, ...lines.map((line) => line.length));
  const pitch = Math.min(
    layout.columns === 0 ? (room * scale) / (lines.length + 2) : heightOfLine(width) * scale,
    TEXT_PX_MAX * 1.4 * ratio,
  );
  const size = Math.min(pitch / 1.4, (width * scale) / ((longest + 3) * 0.61));
  const colors = paletteOf(dark);
  ctx.fillStyle = colors.land[2];
  ctx.fillRect(left, Math.round(top + from * scale), width * scale, Math.round(room * scale));
  ctx.font = `${size.toFixed(1)}px ${FONT}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = dark ? '#eef1f6' : '#221a26';
  const margin = layout.columns === 0 ? pitch : size * 0.4;
  for (const [index, line] of lines.entries())
    ctx.fillText(
      line,
      left + margin,
      top + from * scale + (layout.columns === 0 ? pitch : 0) + pitch * (index + 0.5),
    );
}
