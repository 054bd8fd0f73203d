/**
 * How the players of any game are told apart: a colour that colour-blind people can tell from the others, the colour of
 * text on it, and a pattern of dashes for lines.
 */

// After Okabe and Ito; lighter on dark ground.
const LIGHT = ['#0068b3', '#d97700', '#00795a', '#b0438d', '#5b5f66', '#8a6d00', '#3d8fc9', '#a33b1f', '#6a3fb5', '#4f6f00'];
const DARK = ['#5ab4f5', '#f5a83a', '#2fc79a', '#ee8fc6', '#b9bec7', '#e3cc5a', '#9bd4ff', '#ff9d80', '#c3a6ff', '#c6e377'];
const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 4], [12, 4], [1, 4], [6, 2, 1, 2], [3, 3], [10, 2, 2, 2, 2, 2]];

/** @param {number} seat @param {boolean} dark */
export function seatColor(seat, dark) {
  return (dark ? DARK : LIGHT)[(seat - 1) % LIGHT.length];
}

/** The colour of text on a player's colour. @param {number} seat @param {boolean} dark */
export function seatInk(seat, dark) {
  return dark || seat === 2 ? '#14161a' : '#ffffff';
}

/** @param {number} seat @returns {number[]} */
export function seatDash(seat) {
  return DASHES[(seat - 1) % DASHES.length];
}
