/**
 * The sprites of units: a gatherer is round and carries a sack, a warrior is pointed and has horns. Their faces look
 * where they walk. Owners differ by color and by a mark on the forehead, or by number in the mode for color-blind people.
 */

import { darker, lighter } from 'wag/games/drawing/palette.js';
import { curved, inked, line, lineWidth, oval, polygon, spot } from 'wag/games/drawing/sprites.js';
import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

/** @typedef {import('../drawing/sprites.js').Pen} Pen */
/** @typedef {import('../drawing/sprites.js').Look} Look */
/** @typedef {import('../drawing/sprites.js').Painter} Painter */
/** @typedef {'NORTH'|'EAST'|'SOUTH'|'WEST'} Facing */

/** For each direction of a face: the shift of its pupils, and of the face itself. To the north one sees the back. @type {Record<string, {dx: number, dy: number, shift: number}>} */
const FACES = {
  SOUTH: { dx: 0, dy: 0.02, shift: 0 },
  EAST: { dx: 0.028, dy: 0, shift: 0.07 },
  WEST: { dx: -0.028, dy: 0, shift: -0.07 },
};

/** Eyes: height, distance from the middle, radius, and the color of angry brows. @typedef {{y: number, gap: number, radius: number, brows?: string}} Eyes */

/** @param {Pen} pen @param {Look} look @param {string} facing @param {Eyes} eyes */
function drawEyes(pen, { size, colors }, facing, { y, gap, radius, brows }) {
  const face = FACES[facing];
  if (!face) return;
  for (const side of [-1, 1]) {
    const x = 0.5 + face.shift + side * gap;
    spot(pen, colors.eye, x, y, radius, radius * 1.12);
    spot(pen, colors.pupil, x + face.dx, y + face.dy, radius * (size < 20 ? 0.62 : 0.55));
    if (size >= 30)
      spot(pen, colors.eye, x + face.dx - radius * 0.2, y + face.dy - radius * 0.25, radius * 0.2);
    if (!brows) continue;
    const [left, right] = side < 0 ? [1.35, 0.3] : [0.3, 1.35];
    polygon(pen, [
      [x - radius * 1.25, y - radius * left],
      [x + radius * 1.25, y - radius * right],
      [x + radius * 1.2, y - radius * 1.9],
      [x - radius * 1.2, y - radius * 1.9],
    ]);
    inked(pen, brows);
  }
}

/** Draws the eyes of the smallest units: two light squares. @param {Pen} pen @param {Look} look @param {string} facing @param {number} y */
function drawTinyEyes(pen, { colors }, facing, y) {
  const face = FACES[facing];
  if (!face) return;
  pen.fillStyle = colors.eye;
  for (const side of [-1, 1]) pen.fillRect(0.39 + face.shift * 1.6 + side * 0.19, y - 0.13, 0.22, 0.26);
}

/** Draws the mark of the owner on the forehead: none, a stripe, three dots, or two bars; then again. @param {Pen} pen @param {number} seat @param {string} color @param {number} y */
function drawMark(pen, seat, color, y) {
  pen.fillStyle = lighter(color, 0.72);
  const kind = (seat - 1) % 4;
  if (kind === 1) pen.fillRect(0.3, y - 0.035, 0.4, 0.07);
  if (kind === 2) for (const x of [0.36, 0.5, 0.64]) spot(pen, lighter(color, 0.72), x, y, 0.042);
  if (kind === 3) for (const x of [0.36, 0.56]) pen.fillRect(x, y - 0.1, 0.08, 0.12);
}

/** Draws the owner's number instead of a face; on the smallest units bars. @param {Pen} pen @param {Look} look @param {number} seat @param {number} y */
function drawDigit(pen, { size, dark }, seat, y) {
  pen.fillStyle = seatInk(seat, dark);
  if (size >= 12) {
    pen.font = '800 0.52px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(String(seat), 0.5, y);
    return;
  }
  if (size < 7) return;
  if (seat === 2 || seat === 4) pen.fillRect(0.28, y - 0.08, 0.44, 0.16);
  if (seat === 3 || seat === 4) pen.fillRect(0.42, y - 0.22, 0.16, 0.44);
}

/** Returns the painter of a gatherer with a load of 0 to 4. @param {number} seat @param {string} facing @param {number} load @param {boolean} digits @returns {Painter} */
export function gatherer(seat, facing, load, digits) {
  return (pen, look) => {
    const { size, dark, colors } = look;
    const color = seatColor(seat, dark);
    const width = lineWidth(look, 0.05, size < 14 ? 0.9 : 1.2);
    if (size < 12) {
      drawTinyGatherer(pen, look, color, width, load);
      if (digits) drawDigit(pen, look, seat, 0.58);
      else if (size >= 8) drawTinyEyes(pen, look, facing, 0.6);
      return;
    }
    spot(pen, colors.shadow, 0.5, 0.93, 0.36, 0.06);
    const behind = facing === 'EAST' ? -0.1 : facing === 'WEST' ? 0.1 : 0;
    if (facing !== 'NORTH') drawSack(pen, look, load, behind, width);
    for (const x of size < 22 ? [0.33, 0.67] : [0.33, 0.5, 0.67])
      line(pen, colors.ink, width * 1.5, [
        [x, 0.82],
        [x + (x - 0.5) * 0.25, 0.925],
      ]);
    drawShell(pen, look, seat, color, width, digits);
    if (digits) drawDigit(pen, look, seat, 0.62);
    else drawFace(pen, look, facing, color, width);
    if (facing === 'NORTH') drawSack(pen, look, load, 0, width);
  };
}

/** @param {Pen} pen @param {Look} look @param {string} color @param {number} width @param {number} load */
function drawTinyGatherer(pen, { size, colors }, color, width, load) {
  oval(pen, 0.5, 0.56, 0.4);
  inked(pen, color, colors.ink, width);
  if (load === 0 || size < 8) return;
  oval(pen, 0.5, 0.24, 0.12 + 0.045 * load);
  inked(pen, colors.gold, colors.ink, width);
}

/** @param {Pen} pen @param {Look} look @param {number} seat @param {string} color @param {number} width @param {boolean} digits */
function drawShell(pen, { size, colors }, seat, color, width, digits) {
  curved(
    pen,
    [0.12, 0.68],
    [
      [0.1, 0.31, 0.33, 0.29, 0.5, 0.29],
      [0.67, 0.29, 0.9, 0.31, 0.88, 0.68],
      [0.88, 0.84, 0.73, 0.89, 0.5, 0.89],
      [0.27, 0.89, 0.12, 0.84, 0.12, 0.68],
    ],
  );
  inked(pen, color, colors.ink, width);
  if (size < 22) return;
  pen.save();
  pen.clip();
  spot(pen, lighter(color, 0.32), 0.34, 0.4, 0.16, 0.065, -0.5);
  pen.fillStyle = darker(color, 0.28);
  pen.fillRect(0.05, 0.8, 0.9, 0.2);
  if (!digits) drawMark(pen, seat, color, 0.36);
  pen.restore();
}

/** @param {Pen} pen @param {Look} look @param {string} facing @param {string} color @param {number} width */
function drawFace(pen, look, facing, color, width) {
  const { size, colors } = look;
  const small = size < 20;
  drawEyes(pen, look, facing, { y: 0.56, gap: small ? 0.17 : 0.155, radius: small ? 0.135 : 0.122 });
  if (facing === 'NORTH' && size >= 18)
    line(pen, darker(color, 0.4), width, [
      [0.5, 0.38],
      [0.5, 0.86],
    ]);
  if (size < 30 || facing === 'NORTH') return;
  pen.strokeStyle = colors.ink;
  pen.lineWidth = width * 0.8;
  pen.beginPath();
  pen.arc(0.5 + FACES[facing].shift, 0.7, 0.055, 0.25, Math.PI - 0.25);
  pen.stroke();
}

/** Radius of the sack by load. */
const SACKS = [0, 0.14, 0.175, 0.205, 0.232];

/** Draws the load: a golden cap on small units, else a sack with a knot; a full sack is golden. @param {Pen} pen @param {Look} look @param {number} load @param {number} shift @param {number} width */
function drawSack(pen, { size, colors }, load, shift, width) {
  if (load === 0) return;
  if (size < 22) {
    oval(pen, 0.5 + shift, 0.34 - 0.025 * load, 0.12 + 0.045 * load, 0.13 + 0.035 * load);
    return inked(pen, colors.gold, colors.ink, width);
  }
  const r = SACKS[load];
  const [x, y] = [0.5 + shift, 0.43 - r * 0.42];
  const isFull = load === SACKS.length - 1;
  curved(
    pen,
    [x - r * 0.4, y - r * 0.95],
    [
      [x - r * 1.5, y - r * 0.2, x - r * 1.35, y + r * 1.1, x, y + r * 1.1],
      [x + r * 1.35, y + r * 1.1, x + r * 1.5, y - r * 0.2, x + r * 0.4, y - r * 0.95],
    ],
  );
  inked(pen, isFull ? colors.gold : colors.sack, colors.ink, width);
  spot(
    pen,
    isFull ? colors.goldShade : colors.sackShade,
    x + r * 0.42,
    y + r * 0.35,
    r * 0.32,
    r * 0.5,
    -0.3,
  );
  polygon(pen, [
    [x - r * 0.5, y - r * 1.25],
    [x + r * 0.5, y - r * 1.25],
    [x + r * 0.28, y - r * 0.8],
    [x - r * 0.28, y - r * 0.8],
  ]);
  inked(pen, isFull ? colors.goldLight : colors.sack, colors.ink, width * 0.8);
  line(pen, colors.rope, width, [
    [x - r * 0.34, y - r * 0.82],
    [x + r * 0.34, y - r * 0.82],
  ]);
}

/** Returns the painter of a warrior; a golden pouch shows that it carries something. @param {number} seat @param {string} facing @param {number} load @param {boolean} digits @returns {Painter} */
export function warrior(seat, facing, load, digits) {
  return (pen, look) => {
    const { size, dark, colors } = look;
    const color = seatColor(seat, dark);
    const width = lineWidth(look, 0.05, size < 14 ? 0.9 : 1.2);
    if (size < 12) {
      polygon(pen, TINY_WARRIOR);
      inked(pen, color, colors.ink, width);
      if (digits) drawDigit(pen, look, seat, 0.54);
      else if (size >= 8) drawTinyEyes(pen, look, facing, 0.52);
      return;
    }
    spot(pen, colors.shadow, 0.5, 0.94, 0.22, 0.05);
    for (const side of [-1, 1]) drawHorn(pen, look, side, width);
    drawArmor(pen, look, seat, color, width, digits);
    if (load > 0) {
      oval(pen, 0.81, 0.8, 0.1 + 0.02 * load);
      inked(pen, colors.gold, colors.ink, width);
    }
    if (digits) return drawDigit(pen, look, seat, 0.62);
    const small = size < 20;
    const brows = darker(color, 0.42);
    drawEyes(pen, look, facing, {
      y: 0.545,
      gap: small ? 0.165 : 0.155,
      radius: small ? 0.125 : 0.112,
      brows,
    });
    if (facing === 'NORTH' && size >= 18)
      line(pen, darker(color, 0.4), width, [
        [0.5, 0.45],
        [0.5, 0.9],
      ]);
  };
}

const TINY_WARRIOR = [
  [0.1, 0.06],
  [0.36, 0.26],
  [0.64, 0.26],
  [0.9, 0.06],
  [0.88, 0.6],
  [0.5, 0.97],
  [0.12, 0.6],
];

/** @param {Pen} pen @param {Look} look @param {number} side -1 or 1 @param {number} width */
function drawHorn(pen, { colors }, side, width) {
  const x = (/** @type {number} */ away) => 0.5 + side * away;
  pen.beginPath();
  pen.moveTo(x(0.14), 0.34);
  pen.quadraticCurveTo(x(0.42), 0.34, x(0.37), 0.03);
  pen.quadraticCurveTo(x(0.5), 0.24, x(0.36), 0.48);
  pen.closePath();
  inked(pen, colors.rim, colors.ink, width);
}

/** @param {Pen} pen @param {Look} look @param {number} seat @param {string} color @param {number} width @param {boolean} digits */
function drawArmor(pen, { size, colors }, seat, color, width, digits) {
  curved(
    pen,
    [0.5, 0.27],
    [
      [0.7, 0.27, 0.86, 0.33, 0.86, 0.42],
      [0.87, 0.68, 0.74, 0.86, 0.5, 0.95],
      [0.26, 0.86, 0.13, 0.68, 0.14, 0.42],
      [0.14, 0.33, 0.3, 0.27, 0.5, 0.27],
    ],
  );
  inked(pen, color, colors.ink, width);
  pen.save();
  pen.clip();
  pen.fillStyle = darker(color, 0.42);
  pen.fillRect(0, 0.2, 1, size < 20 ? 0.16 : 0.19);
  if (size >= 22) {
    if (!digits) drawMark(pen, seat, color, 0.345);
    polygon(pen, [
      [0.5, 0.66],
      [0.58, 0.73],
      [0.5, 0.88],
      [0.42, 0.73],
    ]);
    if (!digits) inked(pen, lighter(color, 0.28));
  }
  pen.restore();
}
