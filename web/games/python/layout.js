/**
 * Where cells are on the board. The unit of a layout is a field of the shell: a square cell has one, a hexagon is two wide.
 * Odd rows of hexagons are shifted to the right.
 */

/** @typedef {import('./state.js').State} State */
/**
 * `lines` is the number of lines of text below the cells.
 * @typedef {{columns: number, rows: number, hexagons: boolean, lines: number}} Layout
 */

/** The distance of two rows of hexagons, and half the height of one, for a width of 2. */
const ROW = Math.sqrt(3);
const HALF_HEIGHT = 2 / ROW;
/** The height of a line of text below the cells, as a part of the board's width. */
const LINE = 1 / 18;
/** The side of a board that has only a text. */
const TEXT_SIDE = 20;

/** Returns the size of the board in fields. @param {Layout} layout */
export function boundsOf({ columns, rows, hexagons, lines }) {
  if (columns === 0) return { width: TEXT_SIDE, height: TEXT_SIDE };
  const width = hexagons ? 2 * columns + 1 : columns;
  const height = hexagons ? ROW * (rows - 1) + 2 * HALF_HEIGHT : rows;
  return { width, height: height + lines * heightOfLine(width) };
}

/** Returns the height of a line of text in fields. @param {number} width */
export const heightOfLine = (width) => width * LINE;

/** Returns the bottom of the cells. @param {Layout} layout */
export const bottomOf = (layout) => (layout.columns === 0 ? 0 : boundsOf({ ...layout, lines: 0 }).height);

/** Returns the center of a cell. @param {Layout} layout @param {number} x @param {number} y @returns {[number, number]} */
export function centerOf({ hexagons }, x, y) {
  if (!hexagons) return [x + 0.5, y + 0.5];
  return [2 * x + 1 + (y & 1), HALF_HEIGHT + y * ROW];
}

/**
 * Returns the cell of a field, or null.
 * @param {Layout} layout @param {number} across @param {number} down
 * @returns {[number, number]|null}
 */
export function cellAt(layout, across, down) {
  const { columns, rows, hexagons } = layout;
  let [x, y] = [across, down];
  if (hexagons) {
    y = Math.max(0, Math.min(rows - 1, Math.round((down + 0.5 - HALF_HEIGHT) / ROW)));
    x = Math.floor((across + 0.5 - (y & 1)) / 2);
  }
  return x >= 0 && y >= 0 && x < columns && y < rows ? [x, y] : null;
}

/**
 * Returns the corners of a hexagon, clockwise from the top, for a width of 2.
 * @param {[number, number]} center
 * @returns {[number, number][]}
 */
export function cornersOf([x, y]) {
  const half = HALF_HEIGHT / 2;
  return [
    [x, y - HALF_HEIGHT],
    [x + 1, y - half],
    [x + 1, y + half],
    [x, y + HALF_HEIGHT],
    [x - 1, y + half],
    [x - 1, y - half],
  ];
}

/** Returns both ends of a wall. @param {Layout} layout @param {import('./state.js').Wall} wall @returns {[number, number][]} */
export function endsOf(layout, { x, y, south }) {
  if (!layout.hexagons)
    return south
      ? [
          [x, y + 1],
          [x + 1, y + 1],
        ]
      : [
          [x + 1, y],
          [x + 1, y + 1],
        ];
  const corners = cornersOf(centerOf(layout, x, y));
  return south ? [corners[2], corners[3]] : [corners[1], corners[2]];
}
