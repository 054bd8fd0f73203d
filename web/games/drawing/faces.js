/**
 * Faces of players in games without creatures on the board: what stands for a player in chips and events.
 */

import { darker, lighter } from 'wag/games/drawing/palette.js';
import { inked, lineWidth, oval, polygon, sheetOf, spot } from 'wag/games/drawing/sprites.js';
import { seatColor } from 'wag/shell/basics/seats.js';

/** @typedef {import('./sprites.js').Pen} Pen */
/** @typedef {import('./sprites.js').Painter} Painter */

/** A shield, as that of a player of the gem duel. */
const SHIELD = [
  [0.12, 0.14],
  [0.5, 0.05],
  [0.88, 0.14],
  [0.86, 0.56],
  [0.5, 0.96],
  [0.14, 0.56],
];
/** A pot with a rim, for gardeners. */
const POT = [
  [0.1, 0.38],
  [0.9, 0.38],
  [0.9, 0.54],
  [0.82, 0.54],
  [0.72, 0.95],
  [0.28, 0.95],
  [0.18, 0.54],
  [0.1, 0.54],
];

/** @param {number} seat @returns {Painter} */
function shield(seat) {
  return (pen, look) => {
    const color = seatColor(seat, look.dark);
    polygon(pen, SHIELD);
    inked(pen, color, look.colors.ink, lineWidth(look, 0.07));
    polygon(pen, [SHIELD[1], SHIELD[2], SHIELD[3], SHIELD[4]]);
    pen.fillStyle = darker(color, 0.2);
    pen.fill();
    drawEyes(pen, 0.42);
  };
}

/** @param {number} seat @returns {Painter} */
function pot(seat) {
  return (pen, look) => {
    const color = seatColor(seat, look.dark);
    for (const side of [-1, 1]) {
      oval(pen, 0.5 + side * 0.17, 0.22, 0.19, 0.1, side * -0.5);
      inked(pen, '#4f9d3a', look.colors.ink, lineWidth(look, 0.05));
    }
    polygon(pen, POT);
    inked(pen, color, look.colors.ink, lineWidth(look, 0.07));
    pen.fillStyle = lighter(color, 0.25);
    pen.fillRect(0.15, 0.42, 0.7, 0.06);
    drawEyes(pen, 0.68);
  };
}

/** @param {Pen} pen @param {number} y */
export function drawEyes(pen, y) {
  for (const x of [0.36, 0.64]) {
    spot(pen, '#ffffff', x, y, 0.12);
    spot(pen, '#1b1622', x + 0.02, y + 0.02, 0.06);
  }
}

/** @param {string} name @param {(seat: number) => Painter} face */
const portraitOf = (name, face) => {
  /** @param {CanvasRenderingContext2D} ctx @param {number} seat @param {number} size @param {boolean} dark */
  return (ctx, seat, size, dark) =>
    ctx.drawImage(
      sheetOf(size, dark).get(`${name} ${seat}`, () => face(seat)),
      0,
      0,
    );
};

export const shieldPortrait = portraitOf('shield', shield);
export const potPortrait = portraitOf('pot', pot);
