/**
 * The sprite of a light cycle, seen from above.
 */

import { lighter } from 'wag/games/drawing/palette.js';
import { inked, line, lineWidth, spot } from 'wag/games/drawing/sprites.js';
import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

/** @typedef {import('../drawing/sprites.js').Painter} Painter */

/** @type {Record<string, number>} */
const TURNS = { NORTH: 0, EAST: Math.PI / 2, SOUTH: Math.PI, WEST: -Math.PI / 2 };

/** Returns the painter of a cycle. @param {number} seat @param {string} facing @param {boolean} crashed @param {boolean} digits @returns {Painter} */
export function cycle(seat, facing, crashed, digits) {
  return (pen, look) => {
    const { size, dark, colors } = look;
    const color = seatColor(seat, dark);
    const width = lineWidth(look, 0.05, 1.1);
    pen.save();
    pen.translate(0.5, 0.5);
    pen.rotate(TURNS[facing] ?? 0);
    pen.translate(-0.5, -0.5);
    pen.beginPath();
    pen.moveTo(0.5, 0.02);
    pen.bezierCurveTo(0.8, 0.08, 0.84, 0.4, 0.8, 0.94);
    pen.lineTo(0.2, 0.94);
    pen.bezierCurveTo(0.16, 0.4, 0.2, 0.08, 0.5, 0.02);
    pen.closePath();
    inked(pen, crashed ? colors.wall : lighter(color, dark ? 0.3 : 0.12), colors.ink, width);
    pen.beginPath();
    pen.moveTo(0.5, 0.2);
    pen.bezierCurveTo(0.68, 0.24, 0.68, 0.4, 0.66, 0.56);
    pen.lineTo(0.34, 0.56);
    pen.bezierCurveTo(0.32, 0.4, 0.32, 0.24, 0.5, 0.2);
    pen.closePath();
    inked(pen, colors.ink);
    if (size >= 22) spot(pen, 'rgb(255 255 255 / 75%)', 0.43, 0.32, 0.04, 0.08, 0.3);
    for (const x of [0.3, 0.7]) spot(pen, colors.eye, x, 0.82, 0.06, 0.05);
    pen.restore();
    if (crashed) {
      for (const [from, to] of [
        [0.12, 0.88],
        [0.88, 0.12],
      ])
        line(pen, '#ff5a4d', 0.16, [
          [from, 0.12],
          [to, 0.88],
        ]);
    } else if (digits && size >= 12) {
      spot(pen, color, 0.5, 0.5, 0.3);
      pen.font = '800 0.5px system-ui, sans-serif';
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillStyle = seatInk(seat, dark);
      pen.fillText(String(seat), 0.5, 0.53);
    }
  };
}
