/**
 * The sprites of stones and bombs. Stones differ by shape as well as by color, bombs by pips as on a die.
 */

import { mix } from 'wag/games/drawing/palette.js';
import { inked, lineWidth, oval, polygon, spot } from 'wag/games/drawing/sprites.js';

/** @typedef {import('../drawing/sprites.js').Pen} Pen */
/** @typedef {import('../drawing/sprites.js').Look} Look */
/** @typedef {import('../drawing/sprites.js').Painter} Painter */
/** The outline of a stone, and the point to which its facets shrink by a share. @typedef {{outline: number[][], middle: [number, number], share: number}} Cut */

/** Returns corners on a circle. @param {number} count @param {(corner: number) => number} radius @param {number} y */
function corners(count, radius, y) {
  return Array.from({ length: count }, (_, corner) => {
    const angle = (corner / count) * Math.PI * 2 - Math.PI / 2;
    return [0.5 + Math.cos(angle) * radius(corner), y + Math.sin(angle) * radius(corner)];
  });
}

/** Color by day and by night of each stone. @type {Record<string, [string, string]>} */
const COLORS = {
  R: ['#d6322b', '#ff6f61'],
  Y: ['#e2a300', '#ffd24a'],
  G: ['#1a8a4f', '#4fd08b'],
  B: ['#2267d0', '#69b2ff'],
  L: ['#8b3fb5', '#cf93f5'],
};

/** Rhombus, triangle, square, circle and star. @type {Record<string, Cut>} */
const CUTS = {
  R: { outline: corners(4, (corner) => (corner % 2 ? 0.4 : 0.45), 0.5), middle: [0.5, 0.5], share: 0.56 },
  Y: {
    outline: [
      [0.5, 0.08],
      [0.95, 0.87],
      [0.05, 0.87],
    ],
    middle: [0.5, 0.62],
    share: 0.44,
  },
  G: {
    outline: [
      [0.25, 0.12],
      [0.75, 0.12],
      [0.88, 0.25],
      [0.88, 0.75],
      [0.75, 0.88],
      [0.25, 0.88],
      [0.12, 0.75],
      [0.12, 0.25],
    ],
    middle: [0.5, 0.5],
    share: 0.56,
  },
  B: { outline: corners(24, () => 0.43, 0.5), middle: [0.5, 0.5], share: 0.56 },
  L: { outline: corners(10, (corner) => (corner % 2 ? 0.25 : 0.48), 0.53), middle: [0.5, 0.53], share: 0.5 },
};

/** Returns the painter of a stone or a bomb; a stone can carry its letter. @param {string} letter @param {boolean} lettered @returns {Painter} */
export function tile(letter, lettered) {
  if (!CUTS[letter]) return bomb(Number(letter));
  const paint = stone(letter);
  if (!lettered) return paint;
  return (pen, look) => {
    paint(pen, look);
    pen.font = '800 0.4px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillStyle = look.dark || letter === 'Y' ? '#14161a' : '#ffffff';
    pen.fillText(letter, 0.5, CUTS[letter].middle[1] + 0.03);
  };
}

/** @param {string} letter @returns {Painter} */
function stone(letter) {
  return (pen, look) => {
    const { size, dark, colors } = look;
    const color = COLORS[letter][dark ? 1 : 0];
    const { outline, middle, share } = CUTS[letter];
    const width = lineWidth(look, 0.045);
    polygon(pen, outline);
    inked(pen, color, colors.ink, width);
    if (size < 14) return;
    drawFacets(pen, CUTS[letter], color);
    const light = mix(color, '#ffffff', 0.42);
    polygon(pen, shrunk(outline, middle, share));
    inked(pen, mix(color, light, 0.25));
    if (size >= 22) spot(pen, 'rgb(255 255 255 / 85%)', middle[0] - 0.1, middle[1] - 0.1, 0.055, 0.035, -0.7);
    polygon(pen, outline);
    pen.strokeStyle = colors.ink;
    pen.lineWidth = width;
    pen.stroke();
  };
}

/** @param {number[][]} outline @param {[number, number]} middle @param {number} share */
function shrunk(outline, [left, top], share) {
  return outline.map(([x, y]) => [left + (x - left) * share, top + (y - top) * share]);
}

/** Draws the facets between the outline and the middle, lit from above. @param {Pen} pen @param {Cut} cut @param {string} color */
function drawFacets(pen, { outline, middle, share }, color) {
  const inner = shrunk(outline, middle, share);
  for (const [index, corner] of outline.entries()) {
    const next = (index + 1) % outline.length;
    const [dx, dy] = [0, 1].map((axis) => (corner[axis] + outline[next][axis]) / 2 - middle[axis]);
    const lit = (-dx - dy * 1.3) / Math.hypot(dx, dy);
    const tone = lit > 0 ? mix(color, '#ffffff', 0.42) : mix(color, '#12061f', 0.3);
    polygon(pen, [corner, outline[next], inner[next], inner[index]]);
    inked(pen, mix(color, tone, Math.min(1, Math.abs(lit) * 0.75)));
  }
}

/** Places of the pips, in steps from the middle. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
};

/** @param {number} number @returns {Painter} */
function bomb(number) {
  return (pen, look) => {
    const { size, dark, colors } = look;
    const width = lineWidth(look, 0.045);
    pen.strokeStyle = dark ? '#b08a55' : '#5f4526';
    pen.lineWidth = width * 1.7;
    pen.beginPath();
    pen.moveTo(0.66, 0.24);
    pen.quadraticCurveTo(0.74, 0.06, 0.86, 0.12);
    pen.stroke();
    polygon(
      pen,
      corners(10, (corner) => (corner % 2 ? 0.05 : 0.12), 0.12).map(([x, y]) => [x + 0.38, y]),
    );
    inked(pen, '#ffb020');
    oval(pen, 0.47, 0.57, 0.38);
    inked(pen, dark ? '#0d1018' : '#2b2a3a', dark ? '#aab6d2' : colors.ink, width);
    if (size >= 40) spot(pen, 'rgb(255 255 255 / 22%)', 0.33, 0.4, 0.13, 0.07, -0.7);
    for (const [x, y] of PIPS[number] ?? [])
      spot(pen, colors.eye, 0.47 + x * 0.17, 0.57 + y * 0.17, Math.max(0.068, 1.05 / size));
  };
}
