/**
 * The sprites of ants, hills and food.
 */

import { darker, lighter } from 'wag/games/drawing/palette.js';
import { curved, inked, line, lineWidth, oval, spot } from 'wag/games/drawing/sprites.js';
import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

/** @typedef {import('../drawing/sprites.js').Pen} Pen */
/** @typedef {import('../drawing/sprites.js').Look} Look */
/** @typedef {import('../drawing/sprites.js').Painter} Painter */

/** Turns of an ant that walks there. @type {Record<string, number>} */
const TURNS = { n: 0, e: Math.PI / 2, s: Math.PI, w: -Math.PI / 2 };

/** Returns the painter of an ant seen from above. @param {number} seat @param {string} way @param {boolean} digits @returns {Painter} */
export function ant(seat, way, digits) {
  return (pen, look) => {
    const color = seatColor(seat, look.dark);
    pen.save();
    pen.translate(0.5, 0.5);
    pen.rotate(TURNS[way]);
    pen.translate(-0.5, -0.5);
    drawAnt(pen, look, color);
    pen.restore();
    if (!digits || look.size < 16) return;
    pen.font = '800 0.5px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    spot(pen, color, 0.5, 0.5, 0.28);
    pen.fillStyle = seatInk(seat, look.dark);
    pen.fillText(String(seat), 0.5, 0.52);
  };
}

/** @param {Pen} pen @param {Look} look @param {string} color */
function drawAnt(pen, look, color) {
  const { size, colors } = look;
  if (size < 10) {
    spot(pen, color, 0.5, 0.66, 0.3, 0.32);
    spot(pen, color, 0.5, 0.26, 0.22);
    return;
  }
  const width = lineWidth(look, 0.045, 0.9);
  drawLegs(pen, look, size < 20 ? color : colors.ink);
  const outline = size < 14 ? 0 : width;
  for (const [y, across, down] of [
    [0.74, 0.18, 0.22],
    [0.5, 0.115, 0.12],
    [0.27, 0.155, 0.145],
  ]) {
    oval(pen, 0.5, y, across, down);
    inked(pen, color, colors.ink, outline);
  }
  if (size < 22) return;
  spot(pen, lighter(color, 0.35), 0.45, 0.69, 0.05, 0.08, 0.3);
  pen.strokeStyle = darker(color, 0.45);
  pen.lineWidth = width * 0.8;
  for (const y of [0.74, 0.83]) {
    pen.beginPath();
    pen.moveTo(0.36, y);
    pen.quadraticCurveTo(0.5, y + 0.05, 0.64, y);
    pen.stroke();
  }
  for (const x of [0.43, 0.57]) {
    spot(pen, colors.eye, x, 0.24, 0.045);
    spot(pen, colors.pupil, x, 0.225, 0.026);
  }
}

/** @param {Pen} pen @param {Look} look @param {string} color */
function drawLegs(pen, look, color) {
  const width = lineWidth(look, 0.055);
  for (const side of [-1, 1]) {
    const x = (/** @type {number} */ away) => 0.5 + side * away;
    for (const [from, to] of [
      [0.46, 0.26],
      [0.52, 0.54],
      [0.58, 0.82],
    ])
      line(pen, color, width, [
        [0.5, from],
        [x(0.26), (from + to) / 2 - 0.03],
        [x(0.38), to + 0.04],
      ]);
    if (look.size < 16) continue;
    pen.beginPath();
    pen.moveTo(x(0.05), 0.2);
    pen.quadraticCurveTo(x(0.12), 0.08, x(0.24), 0.05);
    pen.stroke();
  }
}

/** Returns the painter of a hill: a mound with an entrance in a ring of its owner's color; a razed one is crossed out. @param {number} seat @param {boolean} stands @param {boolean} digits @returns {Painter} */
export function hill(seat, stands, digits) {
  return (pen, look) => {
    const { size, colors, dark } = look;
    const width = lineWidth(look, 0.04);
    oval(pen, 0.5, 0.5, 0.46);
    inked(pen, stands ? seatColor(seat, dark) : colors.wall, colors.ink, width);
    oval(pen, 0.5, 0.5, 0.32);
    inked(pen, colors.earth, colors.ink, size < 14 ? 0 : width * 0.7);
    spot(pen, '#140d10', 0.5, 0.53, 0.17, 0.15);
    if (size >= 22) for (const [x, y] of CRUMBS) spot(pen, colors.crumb, x, y, 0.035);
    if (!stands)
      for (const [from, to] of [
        [0.18, 0.82],
        [0.82, 0.18],
      ])
        line(pen, colors.ink, width * 2.4, [
          [from, 0.18],
          [to, 0.82],
        ]);
    if (!digits) return;
    spot(pen, stands ? seatColor(seat, dark) : colors.wall, 0.5, 0.5, 0.3);
    pen.font = '800 0.52px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillStyle = stands ? seatInk(seat, dark) : colors.ink;
    pen.fillText(String(seat), 0.5, 0.53);
  };
}

const CRUMBS = [
  [0.35, 0.33],
  [0.62, 0.3],
  [0.7, 0.55],
  [0.3, 0.6],
  [0.52, 0.74],
];

/** Returns the painter of food: a leaf with a vein. @returns {Painter} */
export function food() {
  return (pen, look) => {
    const { size, colors } = look;
    const width = lineWidth(look, 0.045, 0.9);
    curved(
      pen,
      [0.18, 0.82],
      [
        [0.08, 0.34, 0.5, 0.12, 0.86, 0.16],
        [0.9, 0.56, 0.66, 0.92, 0.18, 0.82],
      ],
    );
    inked(pen, colors.gold, colors.ink, size < 10 ? 0 : width);
    if (size < 14) return;
    pen.strokeStyle = colors.goldShade;
    pen.lineWidth = width * 1.2;
    pen.beginPath();
    pen.moveTo(0.24, 0.77);
    pen.quadraticCurveTo(0.5, 0.58, 0.76, 0.27);
    pen.stroke();
    if (size < 30) return;
    for (const vein of VEINS) line(pen, colors.goldShade, width * 0.7, vein);
  };
}

const VEINS = [
  [
    [0.42, 0.63],
    [0.36, 0.42],
  ],
  [
    [0.56, 0.5],
    [0.52, 0.3],
  ],
  [
    [0.46, 0.6],
    [0.66, 0.62],
  ],
  [
    [0.58, 0.47],
    [0.76, 0.45],
  ],
];
