/**
 * Colors of players that color-blind people can tell apart, the color of text on them, and dash patterns for lines.
 */

// Lighter on a dark background. `src/watch/seat_colors.rs` tests how far apart any two are for color-blind people.
const LIGHT = [
  '#0b64cf',
  '#c56607',
  '#0e4a32',
  '#9f2285',
  '#617b7b',
  '#9e7e51',
  '#9479bc',
  '#bc245c',
  '#2123d8',
  '#4a4506',
];
const DARK = [
  '#58c5ff',
  '#f4a70e',
  '#2a995d',
  '#af70b3',
  '#788d8c',
  '#c7ff79',
  '#fcfae9',
  '#d16c12',
  '#a8c1d1',
  '#c6c688',
];
const INKS = { dark: '#14161a', light: '#ffffff' };
const DASHES = [
  [],
  [7, 3],
  [2, 3],
  [9, 3, 2, 3],
  [4, 4],
  [12, 4],
  [1, 4],
  [6, 2, 1, 2],
  [3, 3],
  [10, 2, 2, 2, 2, 2],
];

/** @param {number} seat @param {boolean} dark */
export function seatColor(seat, dark) {
  return (dark ? DARK : LIGHT)[(seat - 1) % LIGHT.length];
}

/** Returns the color of text on a player's color: the one with more contrast. @param {number} seat @param {boolean} dark */
export function seatInk(seat, dark) {
  const luminance = luminanceOf(seatColor(seat, dark));
  const onDark = (luminance + 0.05) / (luminanceOf(INKS.dark) + 0.05);
  return onDark > 1.05 / (luminance + 0.05) ? INKS.dark : INKS.light;
}

/** Returns the luminance, from 0 (black) to 1 (white). @param {string} color */
function luminanceOf(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {number} seat @returns {number[]} */
export function seatDash(seat) {
  return DASHES[(seat - 1) % DASHES.length];
}
