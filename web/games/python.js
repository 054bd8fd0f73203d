/**
 * The display of games in Python: one for all, made of the tiles, pieces and texts that a game declares. Selections: `f4,5` is
 * the cell (4,5), `i7` the piece with the number 7. Seats of a scene and of a state count from 1.
 */

import {
  cellOf,
  choiceLabel,
  describe,
  describeEvent,
  haveCells,
  moveByClick,
  parseSelection,
} from 'wag/games/python/describe.js';
import { draw, paintGround, placesOf, portrait } from 'wag/games/python/draw.js';
import { boundsOf, cellAt, centerOf } from 'wag/games/python/layout.js';
import { applyTurn, copy, open, piecesAt, sizeOf, textBeside, tilesOf } from 'wag/games/python/state.js';
import { texts, textsOfGame } from 'wag/games/python/texts.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../shell/game.js').GameDisplay} GameDisplay */
/** @typedef {import('./python/state.js').State} State */

const FIGURES_MAX = 16;
const FIGURE_MAX = 24;
const TITLE_MAX = 60;
/** Maximum number of lines of text below the cells. */
const LINES_MAX = 4;

/** Returns the names of the figures. @param {any} scene @returns {string[]} */
function figuresOf(scene) {
  const figures = Array.isArray(scene?.figures) ? scene.figures.slice(0, FIGURES_MAX) : [];
  return figures.map((/** @type {unknown} */ name) => String(name));
}

/** Returns the texts, with those of a match. @param {any} scene @param {string[]} figures */
function textsWith(scene, figures) {
  const own = Object.fromEntries(figures.map((name) => [`figure.${name}`, singleLine(name, FIGURE_MAX)]));
  if (typeof scene?.title === 'string') own['game.title'] = singleLine(scene.title, TITLE_MAX);
  return Object.fromEntries(
    Object.entries(texts).map(([language, words]) => [language, { ...words, ...own }]),
  );
}

/** Returns the display of one match. @param {any} scene @returns {GameDisplay} */
function displayOf(scene) {
  const tiles = tilesOf(scene);
  const figures = figuresOf(scene);
  /** The layout of the first keyframe; all frames of a match have a board of the same size. @type {import('./python/layout.js').Layout} */
  let layout = { columns: 0, rows: 0, hexagons: false, lines: 0 };
  let isByCell = false;

  /** @param {State} state @param {[number, number]} cell @returns {[number, number]} the field that is framed */
  const fieldOf = (state, cell) => {
    const [x, y] = centerOf({ ...layout, hexagons: state.hexagons }, ...cell);
    return [x - 0.5, y - 0.5];
  };

  return {
    name: 'python',
    texts: textsWith(scene, figures),
    forMatch: displayOf,
    textsOfGame,
    open: (_, frame) => {
      const state = open(scene, frame);
      const [columns, rows] = sizeOf(state);
      const text = textBeside(state).trimEnd();
      const lines = text ? Math.min(LINES_MAX, text.split('\n').length) : 0;
      layout = { columns, rows, hexagons: state.hexagons, lines: Math.max(layout.lines, lines) };
      return state;
    },
    copy,
    applyTurn,
    bounds: () => boundsOf(layout),
    paintGround: (ctx, _, viewport, dark) => paintGround(ctx, layout, viewport, dark),
    draw: (ctx, picture) => draw(ctx, picture, layout, tiles),
    preview: () => {},
    portrait,
    pick: (step, x, y) => {
      const cell = cellAt(layout, x, y);
      if (!cell) return null;
      const piece = piecesAt(step.after, ...cell).findLast(({ id }) => id !== null);
      return piece ? `i${piece.id}` : `f${cell}`;
    },
    positionOf: ({ after }, selection) => {
      const cell = cellOf(after, selection);
      return cell && fieldOf(after, cell);
    },
    drawnAt: (picture, selection) => {
      const { after } = picture.step;
      const target = parseSelection(selection);
      const found =
        target && 'id' in target && placesOf(picture, layout).find(([piece]) => piece.id === target.id);
      if (found) return [found[1][0] - 0.5, found[1][1] - 0.5];
      const cell = cellOf(after, selection);
      return cell && fieldOf(after, cell);
    },
    ownerOf: () => null,
    selectionsOf: ({ after }, seat) =>
      /** @type {State} */ (after).pieces
        .filter((piece) => piece.seat === seat)
        .map(({ id, x, y }) => (id === null ? `f${x},${y}` : `i${id}`)),
    trail: () => [],
    describe: (step, selection, localizer) => describe(step, selection, localizer, tiles),
    describeEvent,
    columns: figures.map((name) => `figure.${name}`),
    score: (state, seat) => ({ cells: state.figures[seat - 1] ?? [], out: state.out.includes(seat) }),
    lead: (state, seat) => -(state.places[seat - 1] ?? 0),
    marks: [
      { kind: 'event', color: '#0b5cad', dark: '#6db8ff', quiet: true },
      { kind: 'refused', color: '#8a6100', dark: '#f2c14e', quiet: true },
      { kind: 'failed', color: '#b3261e', dark: '#ff8a80', isLine: true },
    ],
    choiceLabel,
    choiceFromSelection: (choices, selection, state) => {
      const cell = cellOf(state, selection);
      isByCell ||= haveCells(choices, state);
      return cell && moveByClick(choices, cell, state, isByCell);
    },
  };
}

/** @type {GameDisplay} */
export default displayOf(null);
