/**
 * The sprites of plants and drops. The four flowers differ by outline: a round daisy, a spiky star, a goblet and an egg.
 */

import { mix } from 'wag/games/drawing/palette.js';
import { curved, inked, line, lineWidth, oval, polygon, spot } from 'wag/games/drawing/sprites.js';

/** @typedef {import('../drawing/sprites.js').Pen} Pen */
/** @typedef {import('../drawing/sprites.js').Look} Look */
/** @typedef {import('../drawing/sprites.js').Painter} Painter */
/** @typedef {'sprout'|'leaves'|'bud'|'ripe'|'dead'} Growth */
/** What a blossom is drawn with. @typedef {{pen: Pen, look: Look, color: string, light: string, dark: string, width: number}} Brush */

const GREEN = { day: ['#3c7a2c', '#5c9a3d', '#7d6a53'], night: ['#6fbf5c', '#8fd070', '#a08c70'] };
const WATER = { day: '#2478c2', night: '#7cc4ff' };
/** Color by day and by night of each card: anemone, blue jazz, crocus, tulip. @type {Record<number, [string, string]>} */
const COLORS = {
  3: ['#d0348f', '#ff86c8'],
  4: ['#2f55d6', '#86a6ff'],
  5: ['#7a35c4', '#c493ff'],
  6: ['#d3341f', '#ff7a63'],
};
/** Where the stem ends. */
const TOPS = { sprout: 0.66, leaves: 0.5, bud: 0.38, ripe: 0.34, dead: 0.52 };
/** Middle of a blossom. */
const [X, Y] = [0.5, 0.33];

/** Returns the painter of a plant. @param {number} card @param {Growth} growth @returns {Painter} */
export function plant(card, growth) {
  return (pen, look) => {
    const { size, colors, dark } = look;
    const color = (COLORS[card] ?? COLORS[3])[dark ? 1 : 0];
    const width = lineWidth(look, 0.035, 0.9);
    const [stem, leaf, withered] = dark ? GREEN.night : GREEN.day;
    const isDead = growth === 'dead';
    spot(pen, colors.shadow, 0.5, 0.92, 0.22, 0.045);
    pen.strokeStyle = isDead ? withered : stem;
    pen.lineWidth = lineWidth(look, 0.075, 1.6);
    pen.beginPath();
    pen.moveTo(0.5, 0.93);
    if (isDead) pen.bezierCurveTo(0.5, 0.6, 0.48, 0.42, 0.7, 0.5);
    else pen.lineTo(0.5, TOPS[growth]);
    pen.stroke();
    const outline = size < 22 ? 0 : width;
    const small = growth === 'sprout';
    for (const side of [-1, 1]) {
      const y = small ? 0.75 - side * 0.01 : 0.84 - side * 0.02;
      drawLeaf(pen, side, y, small ? 0.24 : 0.3, isDead ? withered : leaf, colors.ink, outline);
    }
    if (growth === 'leaves') {
      oval(pen, 0.5, 0.46, 0.075, 0.1);
      inked(pen, leaf, colors.ink, width);
    }
    if (growth === 'bud') drawBud(pen, color, leaf, colors.ink, width);
    if (growth === 'dead') drawWithered(pen, withered, colors.ink, width);
    if (growth !== 'ripe') return;
    const [light, shade] = [mix(color, '#ffffff', 0.4), mix(color, '#12061f', 0.28)];
    BLOSSOMS[card]?.({ pen, look, color, light, dark: shade, width });
  };
}

/** @param {Pen} pen @param {number} side @param {number} y @param {number} reach @param {string} color @param {string} ink @param {number} width */
function drawLeaf(pen, side, y, reach, color, ink, width) {
  const x = (/** @type {number} */ away) => 0.5 + side * reach * away;
  curved(
    pen,
    [0.5, y],
    [
      [x(0.4), y - reach * 0.9, x(1), y - reach * 0.6, x(1.05), y - reach * 0.75],
      [x(1), y - reach * 0.05, x(0.4), y, 0.5, y],
    ],
  );
  inked(pen, color, ink, width);
}

/** @param {Pen} pen @param {string} color @param {string} leaf @param {string} ink @param {number} width */
function drawBud(pen, color, leaf, ink, width) {
  curved(
    pen,
    [0.5, 0.14],
    [
      [0.68, 0.3, 0.64, 0.5, 0.5, 0.5],
      [0.36, 0.5, 0.32, 0.3, 0.5, 0.14],
    ],
  );
  inked(pen, color, ink, width);
  pen.beginPath();
  pen.arc(0.5, 0.42, 0.12, 0.1, Math.PI - 0.1);
  inked(pen, leaf);
}

/** @param {Pen} pen @param {string} color @param {string} ink @param {number} width */
function drawWithered(pen, color, ink, width) {
  oval(pen, 0.74, 0.58, 0.12, 0.15, 0.5);
  inked(pen, color, ink, width);
  line(pen, ink, width, [
    [0.7, 0.5],
    [0.76, 0.68],
  ]);
}

/** @type {Record<number, (brush: Brush) => void>} */
const BLOSSOMS = {
  3({ pen, look: { size, colors }, color, light, width }) {
    for (let petal = 0; petal < 6; petal += 1) {
      const angle = (petal / 6) * Math.PI * 2;
      oval(pen, X + Math.cos(angle) * 0.18, Y + Math.sin(angle) * 0.18, 0.135);
      inked(pen, petal % 2 ? color : mix(color, light, 0.45), colors.ink, width);
    }
    oval(pen, X, Y, 0.12);
    inked(pen, '#fff8e6', colors.ink, width);
    if (size >= 22) spot(pen, '#2a1f2d', X, Y, 0.055);
  },
  4({ pen, look: { size, colors }, color, width }) {
    const points = Array.from({ length: 16 }, (_, point) => {
      const angle = (point / 16) * Math.PI * 2 - Math.PI / 2;
      const radius = point % 2 ? 0.155 : 0.33;
      return [X + Math.cos(angle) * radius, Y + Math.sin(angle) * radius];
    });
    polygon(pen, points);
    inked(pen, color, colors.ink, width);
    oval(pen, X, Y, 0.1);
    inked(pen, colors.gold, colors.ink, size < 22 ? 0 : width);
  },
  5({ pen, look: { colors }, color, dark, width }) {
    for (const [lean, fill] of /** @type {[number, string][]} */ ([
      [-1, dark],
      [1, dark],
      [0, color],
    ])) {
      const tip = X + lean * 0.3;
      curved(
        pen,
        [X, Y + 0.22],
        [
          [X + lean * 0.1 - 0.18, Y + 0.1, X + lean * 0.26 - 0.08, Y - 0.12, tip, Y - 0.28],
          [X + lean * 0.26 + 0.1, Y - 0.12, X + lean * 0.1 + 0.18, Y + 0.1, X, Y + 0.22],
        ],
      );
      inked(pen, fill, colors.ink, width);
    }
    line(pen, colors.gold, width * 1.6, [
      [X, Y - 0.02],
      [X, Y - 0.16],
    ]);
  },
  6({ pen, look: { size, colors }, color, light, width }) {
    pen.beginPath();
    for (const [dx, dy] of [
      [-0.26, -0.22],
      [-0.12, -0.06],
      [0, -0.28],
      [0.12, -0.06],
      [0.26, -0.22],
    ])
      pen.lineTo(X + dx, Y + dy);
    pen.bezierCurveTo(X + 0.32, Y + 0.14, X + 0.16, Y + 0.22, X, Y + 0.22);
    pen.bezierCurveTo(X - 0.16, Y + 0.22, X - 0.32, Y + 0.14, X - 0.26, Y - 0.22);
    pen.closePath();
    inked(pen, color, colors.ink, width);
    if (size >= 22) spot(pen, light, X - 0.14, Y + 0.04, 0.04, 0.1, 0.15);
  },
};

/** Returns the painter of a drop of water: full if it was given, an outline if it is still needed. @param {boolean} full @returns {Painter} */
export function drop(full) {
  return (pen, look) => {
    const color = look.dark ? WATER.night : WATER.day;
    pen.beginPath();
    pen.moveTo(0.5, 0.06);
    pen.bezierCurveTo(0.62, 0.3, 0.82, 0.46, 0.82, 0.64);
    pen.arc(0.5, 0.64, 0.32, 0, Math.PI);
    pen.bezierCurveTo(0.18, 0.46, 0.38, 0.3, 0.5, 0.06);
    pen.closePath();
    const pale = look.dark ? 'rgb(11 14 20 / 35%)' : 'rgb(255 255 255 / 45%)';
    inked(pen, full ? color : pale, color, lineWidth(look, 0.09, 1.2));
    if (full && look.size >= 14) spot(pen, 'rgb(255 255 255 / 80%)', 0.38, 0.66, 0.06, 0.1, 0.4);
  };
}
