/**
 * The sprites of bases, which grow with their stock, and of resources.
 */

import { darker, mix } from 'wag/games/drawing/palette.js';
import { curved, inked, line, lineWidth, oval, polygon, spot } from 'wag/games/drawing/sprites.js';
import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

/** @typedef {import('../drawing/sprites.js').Pen} Pen */
/** @typedef {import('../drawing/sprites.js').Look} Look */
/** @typedef {import('../drawing/sprites.js').Painter} Painter */

/** Stock from which a base is a hut, a house, a castle. */
const STEPS = [500, 2000, 8000];

/** Returns how a base looks: 1 burrow, 2 hut, 3 house with a tower, 4 castle. @param {number} stock */
export function baseStep(stock) {
  return 1 + STEPS.filter((least) => stock >= least).length;
}

/** Returns the painter of a base. @param {number} seat @param {number} step @param {boolean} out @param {boolean} digits @returns {Painter} */
export function base(seat, step, out, digits) {
  return (pen, look) => {
    spot(pen, look.colors.shadow, 0.5, 0.93, 0.42, 0.06);
    const builder = new Builder(pen, look, seat, out);
    BUILD[step](builder);
    if (!digits) return;
    pen.font = '800 0.42px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    pen.lineWidth = 0.14;
    pen.strokeStyle = builder.color;
    pen.strokeText(String(seat), 0.5, 0.72);
    pen.fillStyle = out ? look.colors.ink : seatInk(seat, look.dark);
    pen.fillText(String(seat), 0.5, 0.72);
  };
}

/** Draws the parts of a base. Small bases have mostly the owner's color, large ones are mostly stone. */
class Builder {
  /** @param {Pen} pen @param {Look} look @param {number} seat @param {boolean} out */
  constructor(pen, look, seat, out) {
    const tint = look.size < 34 ? 0.6 : 0.12;
    this.pen = pen;
    this.colors = look.colors;
    this.width = lineWidth(look, 0.032, 1.2);
    this.color = out ? look.colors.wall : seatColor(seat, look.dark);
    this.stone = mix(look.dark ? '#dde4f2' : '#fff6e3', this.color, tint);
    this.shade = mix(look.dark ? '#9aa6c4' : '#e2d0ae', this.color, tint);
  }

  /** @param {number} x @param {number} y @param {number} radius */
  door(x, y, radius) {
    const { pen } = this;
    pen.beginPath();
    pen.moveTo(x - radius, y);
    pen.arc(x, y - radius * 1.1, radius, Math.PI, 0);
    pen.lineTo(x + radius, y);
    pen.closePath();
    inked(pen, this.colors.ink);
  }

  /** @param {number} x @param {number} y @param {number} across @param {number} down */
  walls(x, y, across, down) {
    const { pen, width } = this;
    pen.beginPath();
    pen.rect(x, y, across, down);
    inked(pen, this.stone, this.colors.ink, width);
    pen.fillStyle = this.shade;
    pen.fillRect(x + across * 0.68, y + width / 2, across * 0.32 - width / 2, down - width);
  }

  /** @param {number} x @param {number} y @param {number} across @param {number} down */
  roof(x, y, across, down) {
    const { pen, width } = this;
    polygon(pen, [
      [x - 0.04, y],
      [x + across / 2, y - down],
      [x + across + 0.04, y],
    ]);
    inked(pen, this.color, this.colors.ink, width);
    polygon(pen, [
      [x + across / 2, y - down + width],
      [x + across + 0.02, y - width / 2],
      [x + across * 0.62, y - width / 2],
    ]);
    inked(pen, darker(this.color, 0.38));
  }

  /** @param {number} x @param {number} y @param {number} height */
  flag(x, y, height) {
    const { pen, width } = this;
    line(pen, this.colors.ink, width, [
      [x, y],
      [x, y - height],
    ]);
    polygon(pen, [
      [x, y - height],
      [x + 0.17, y - height + 0.05],
      [x, y - height + 0.11],
    ]);
    inked(pen, this.color, this.colors.ink, width * 0.8);
  }

  /** Draws a heap of what was delivered. @param {number} x @param {number} y @param {number} radius */
  heap(x, y, radius) {
    oval(this.pen, x, y, radius, radius * 0.72);
    inked(this.pen, this.colors.gold, this.colors.ink, this.width);
    spot(this.pen, this.colors.goldLight, x - radius * 0.25, y - radius * 0.25, radius * 0.35, radius * 0.2);
  }
}

/** @type {Record<number, (builder: Builder) => void>} */
const BUILD = {
  1(builder) {
    const { pen } = builder;
    curved(pen, [0.14, 0.92], [[0.16, 0.44, 0.84, 0.44, 0.86, 0.92]]);
    inked(pen, builder.color, builder.colors.ink, builder.width);
    pen.save();
    pen.clip();
    pen.fillStyle = darker(builder.color, 0.38);
    pen.fillRect(0.66, 0.4, 0.3, 0.6);
    pen.restore();
    builder.door(0.46, 0.92, 0.13);
    builder.flag(0.5, 0.56, 0.3);
  },
  2(builder) {
    builder.walls(0.2, 0.56, 0.6, 0.36);
    builder.roof(0.2, 0.56, 0.6, 0.28);
    builder.door(0.44, 0.92, 0.11);
    builder.flag(0.5, 0.3, 0.22);
    builder.heap(0.8, 0.87, 0.11);
  },
  3(builder) {
    builder.walls(0.56, 0.36, 0.28, 0.56);
    builder.roof(0.56, 0.36, 0.28, 0.22);
    builder.walls(0.13, 0.58, 0.5, 0.34);
    builder.roof(0.13, 0.58, 0.5, 0.24);
    builder.door(0.36, 0.92, 0.1);
    builder.flag(0.7, 0.16, 0.14);
    builder.heap(0.74, 0.86, 0.13);
    builder.heap(0.6, 0.89, 0.09);
  },
  4(builder) {
    const { pen } = builder;
    builder.walls(0.1, 0.34, 0.24, 0.58);
    builder.walls(0.66, 0.34, 0.24, 0.58);
    builder.walls(0.3, 0.46, 0.4, 0.46);
    for (const x of [0.3, 0.44, 0.58]) {
      pen.beginPath();
      pen.rect(x, 0.4, 0.1, 0.08);
      inked(pen, builder.stone, builder.colors.ink, builder.width * 0.8);
    }
    builder.roof(0.1, 0.34, 0.24, 0.22);
    builder.roof(0.66, 0.34, 0.24, 0.22);
    builder.door(0.5, 0.92, 0.12);
    builder.flag(0.22, 0.13, 0.12);
    builder.flag(0.78, 0.13, 0.12);
    builder.heap(0.24, 0.87, 0.14);
    builder.heap(0.78, 0.86, 0.15);
    builder.heap(0.65, 0.9, 0.09);
  },
};

/** Returns how many crystals stand for an amount: 1 to 3. @param {number} amount */
export function pileStep(amount) {
  return amount >= 100 ? 3 : amount >= 40 ? 2 : 1;
}

/** The crystals of each pile: place, size and lean. @type {Record<number, [number, number, number, number][]>} */
const PILES = {
  1: [[0.5, 0.68, 0.24, 0.05]],
  2: [
    [0.36, 0.7, 0.25, -0.12],
    [0.63, 0.64, 0.33, 0.1],
  ],
  3: [
    [0.24, 0.66, 0.3, -0.2],
    [0.77, 0.66, 0.3, 0.2],
    [0.5, 0.55, 0.46, 0],
  ],
};
const FRONT = /** @type {[number, number, number, number][]} */ ([
  [0.36, 0.8, 0.18, -0.1],
  [0.66, 0.81, 0.17, 0.1],
]);

/** Returns the painter of resources; `pile` is 1 to 3. @param {number} pile @returns {Painter} */
export function resource(pile) {
  return (pen, look) => {
    const { size, colors } = look;
    const width = lineWidth(look, 0.045);
    if (size < 8) {
      // Muted, so that units stay in front.
      pen.fillStyle = mix(colors.gold, colors.soil, 0.35);
      pen.fillRect(0.5 - 0.11 * pile, 0.5 - 0.11 * pile, 0.22 * pile, 0.22 * pile);
      return;
    }
    if (size < 12) {
      const reach = 0.14 * pile;
      polygon(pen, [
        [0.5, 0.5 - reach],
        [0.5 + reach, 0.5],
        [0.5, 0.5 + reach],
        [0.5 - reach, 0.5],
      ]);
      return inked(pen, colors.gold, colors.ink, width);
    }
    spot(pen, colors.shadow, 0.5, 0.86, 0.14 + 0.1 * pile, 0.06);
    for (const crystal of PILES[pile]) drawCrystal(pen, look, crystal, width);
    if (pile === 3 && size >= 22) for (const crystal of FRONT) drawCrystal(pen, look, crystal, width);
  };
}

const CRYSTAL = [
  [0, -1],
  [0.55, -0.45],
  [0.42, 0.55],
  [-0.42, 0.55],
  [-0.55, -0.45],
];

/** @param {Pen} pen @param {Look} look @param {[number, number, number, number]} crystal @param {number} width */
function drawCrystal(pen, { colors }, [x, y, scale, lean], width) {
  const points = CRYSTAL.map(([across, down]) => [x + scale * (across - lean * down), y + scale * down]);
  polygon(pen, points);
  inked(pen, colors.gold);
  polygon(pen, [points[0], points[1], points[2], [x + scale * 0.12, y + scale * 0.5]]);
  inked(pen, colors.goldShade);
  polygon(pen, [points[0], points[4], [x - scale * 0.1, y - scale * 0.3]]);
  inked(pen, colors.goldLight);
  polygon(pen, points);
  pen.strokeStyle = colors.ink;
  pen.lineWidth = width;
  pen.stroke();
}
