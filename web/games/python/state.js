/**
 * The states of a match of a game in Python: a board of tiles, pieces, walls and a text. Everything comes from a file that a
 * stranger may have written, so it is bounded and checked here.
 */

import { boardOf } from 'wag/games/python/board.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';

/** `seat` is 0 if nobody owns it. @typedef {{sign: string, tone: string, seat: number, text: string}} Tile */
/**
 * `id` is null if the piece does not move smoothly.
 * @typedef {{x: number, y: number, sign: string, seat: number, text: string, id: number|null}} Piece
 */
/** A wall at the east or the south side of a cell. @typedef {{x: number, y: number, south: boolean}} Wall */
/**
 * `choices` has for each cell the number of the move that chooses it, or 0.
 * @typedef {{columns: number, rows: number, tiles: Tile[], choices: number[]}} Grid
 */
/**
 * `cells` row by row are indices of tiles; `grid` is the board that a text shows.
 * @typedef {{round: number, columns: number, rows: number, cells: number[], pieces: Piece[], walls: Wall[], hexagons: boolean, text: string, grid: Grid|null, figures: number[][], places: number[], out: number[]}} State
 */

const SIDE_MAX = 200;
const PIECES_MAX = 2000;
const TEXT_MAX = 16_384;
const SEATS_MAX = 64;
/** @type {Tile} */
const EMPTY = { sign: '', tone: '', seat: 0, text: '' };

/** @param {unknown} value @param {number} most @returns {number} a whole number from 0 to `most`, or -1 */
function whole(value, most) {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most ? value : -1;
}

/** @param {unknown} value @param {number} most @returns {any[]} */
const list = (value, most) => (Array.isArray(value) ? value.slice(0, most) : []);

/** @param {unknown} value @param {number} most */
const word = (value, most) => (typeof value === 'string' ? singleLine(value, most) : '');

/** Returns one or two characters. @param {unknown} value */
const signOf = (value) => [...word(value, 12)].slice(0, 2).join('').trim();

/** @param {unknown} value */
const seatOf = (value) => Math.max(0, whole(value, SEATS_MAX));

/** Returns the tiles of a match. @param {any} scene @returns {Tile[]} */
export function tilesOf(scene) {
  return list(scene?.tiles, 256).map((one) => ({
    sign: signOf(one?.sign),
    tone: word(one?.tone, 12).toLowerCase(),
    seat: seatOf(one?.seat),
    text: word(one?.text, 200),
  }));
}

/** @param {any} _ the scene @param {any} frame @returns {State} */
export function open(_, frame) {
  const cells = list(frame?.cells, SIDE_MAX * SIDE_MAX).map((tile) => whole(tile, 255));
  const columns = Math.max(0, whole(frame?.width, SIDE_MAX));
  const rows = columns > 0 ? Math.min(SIDE_MAX, Math.floor(cells.length / columns)) : 0;
  /** @type {State} */
  const state = {
    round: 0,
    columns: rows > 0 ? columns : 0,
    rows,
    cells,
    pieces: [],
    walls: [],
    hexagons: frame?.hexagons === true,
    text: '',
    grid: null,
    figures: [],
    places: [],
    out: [],
  };
  change(state, frame);
  return state;
}

/** @param {State} state @returns {State} */
export const copy = (state) => ({ ...state, cells: [...state.cells] });

/** @param {any} _ the scene @param {State} state @param {import('../../generated/replay.js').Turn} turn */
export function applyTurn(_, state, turn) {
  for (const event of turn.events ?? []) {
    if (event.type !== 'changed') continue;
    for (const pair of list(event.cells, SIDE_MAX * SIDE_MAX)) {
      const at = whole(pair?.[0], state.cells.length - 1);
      if (at >= 0) state.cells[at] = whole(pair[1], 255);
    }
    change(state, event);
  }
}

/** Takes over the parts that a frame or a change has. @param {State} state @param {any} parts */
function change(state, parts) {
  if (typeof parts?.round === 'number') state.round = parts.round;
  if (parts?.text !== undefined) {
    state.text = typeof parts.text === 'string' ? sanitize(parts.text.slice(0, TEXT_MAX)) : '';
    state.grid = state.rows === 0 ? gridOf(state.text) : null;
  }
  if (parts?.pieces !== undefined) state.pieces = list(parts.pieces, PIECES_MAX).flatMap(pieceOf);
  if (parts?.walls !== undefined) state.walls = list(parts.walls, PIECES_MAX).flatMap(wallOf);
  if (parts?.figures !== undefined)
    state.figures = list(parts.figures, SEATS_MAX).map((own) =>
      list(own, 16).map((value) => (Number.isFinite(value) ? value : 0)),
    );
  if (parts?.places !== undefined)
    state.places = list(parts.places, SEATS_MAX).map((place) => Math.max(0, whole(place, SEATS_MAX)));
  if (parts?.out !== undefined) state.out = list(parts.out, SEATS_MAX).map(seatOf);
}

/** @param {any} one @returns {Piece[]} */
function pieceOf(one) {
  const [x, y, id] = [
    whole(one?.x, SIDE_MAX - 1),
    whole(one?.y, SIDE_MAX - 1),
    whole(one?.id, Number.MAX_SAFE_INTEGER),
  ];
  if (x < 0 || y < 0) return [];
  return [
    {
      x,
      y,
      sign: signOf(one.sign),
      seat: seatOf(one.seat),
      text: word(one.text, 200),
      id: id < 0 ? null : id,
    },
  ];
}

/** @param {any} one @returns {Wall[]} */
function wallOf(one) {
  const [x, y] = [whole(one?.x, SIDE_MAX - 1), whole(one?.y, SIDE_MAX - 1)];
  return x < 0 || y < 0 ? [] : [{ x, y, south: one.south === true }];
}

/** Returns the board that a text shows, or null. @param {string} text @returns {Grid|null} */
function gridOf(text) {
  const board = boardOf(text);
  if (!board) return null;
  const cells = board.rows.flat();
  return {
    columns: board.rows[0].length,
    rows: board.rows.length,
    choices: cells.map((cell) => cell.choice),
    tiles: cells.map(({ sign, choice }) => ({
      ...EMPTY,
      sign: sign || (choice > 0 && !board.byColumn ? String(choice) : ''),
      seat: ['X', 'O'].indexOf(sign) + 1,
    })),
  };
}

/** Returns what a text says beside the board in it. @param {State} state */
export function textBeside({ text, grid }) {
  return grid ? (boardOf(text)?.rest ?? '') : text;
}

/** Returns the number of columns and rows; both are 0 if there is only a text. @param {State} state @returns {[number, number]} */
export function sizeOf({ columns, rows, grid }) {
  return grid ? [grid.columns, grid.rows] : [columns, rows];
}

/**
 * Returns the tile of a cell.
 * @param {Tile[]} tiles of the match @param {State} state @param {number} x @param {number} y
 * @returns {Tile}
 */
export function tileAt(tiles, { grid, columns, cells }, x, y) {
  if (grid) return grid.tiles[y * grid.columns + x] ?? EMPTY;
  return tiles[cells[y * columns + x]] ?? EMPTY;
}

/** Returns the pieces on a cell. @param {State} state @param {number} x @param {number} y */
export const piecesAt = ({ pieces }, x, y) => pieces.filter((piece) => piece.x === x && piece.y === y);
