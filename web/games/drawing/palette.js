/**
 * The colors of boards by day and by night, which all games share. Colors of players are in `seats.js`.
 */

/** @typedef {typeof DAY} Palette */

const DAY = {
  ink: '#2a1f2d',
  rim: '#fffaf0',
  eye: '#ffffff',
  pupil: '#1d1520',
  shadow: 'rgb(10 8 20 / 20%)',
  land: ['#ecdfc4', '#e7d9bb', '#f1e6cf'],
  tuft: '#b9b483',
  soil: '#d6d2a0',
  sprig: '#a4a25a',
  shore: '#f8f0dc',
  water: '#86c0d3',
  deep: '#6fadc6',
  wave: '#b9e0ea',
  wall: '#a99c97',
  wallTop: '#c9beb7',
  wallFront: '#82756f',
  gold: '#ffd84a',
  goldLight: '#fff3b0',
  goldShade: '#d99a12',
  sack: '#f7e3b4',
  sackShade: '#c9a86a',
  rope: '#8a5f2b',
  coordinates: '#5d4f3a',
  flash: '#fff3b0',
  danger: '#a8200d',
  earth: '#8a6a45',
  crumb: '#b8946a',
};

/** @type {Palette} */
const NIGHT = {
  ink: '#0c0f1a',
  rim: '#e9f0ff',
  eye: '#ffffff',
  pupil: '#10131f',
  shadow: 'rgb(4 6 14 / 28%)',
  land: ['#313c4c', '#2d3746', '#384355'],
  tuft: '#4d5c6b',
  soil: '#2c413f',
  sprig: '#5d7d5d',
  shore: '#56688a',
  water: '#0d2a4f',
  deep: '#0a2244',
  wave: '#24508a',
  wall: '#58627a',
  wallTop: '#7682a0',
  wallFront: '#363e54',
  gold: '#ffe88a',
  goldLight: '#fffbe0',
  goldShade: '#d8a53a',
  sack: '#f3e2b8',
  sackShade: '#b89b66',
  rope: '#7d5a30',
  coordinates: '#aebbd4',
  flash: '#fff3b0',
  danger: '#ff9d8f',
  earth: '#6b5336',
  crumb: '#937451',
};

/** @param {boolean} dark */
export function paletteOf(dark) {
  return dark ? NIGHT : DAY;
}

/** Returns red, green and blue of a color such as `#0b64cf`. @param {string} color @returns {[number, number, number]} */
export function partsOf(color) {
  const number = Number.parseInt(color.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Mixes two colors; `share` is the share of the second one. @param {string} first @param {string} second @param {number} share */
export function mix(first, second, share) {
  const [from, to] = [partsOf(first), partsOf(second)];
  const parts = from.map((part, at) => Math.round(part + (to[at] - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** @param {string} color @param {number} share */
export const lighter = (color, share) => mix(color, '#ffffff', share);

/** @param {string} color @param {number} share */
export const darker = (color, share) => mix(color, '#05030d', share);
