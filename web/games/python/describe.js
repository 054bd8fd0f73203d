/**
 * The sentences of the pages about a match of a game in Python: things on the board, events, orders, and a person's moves.
 */

import { piecesAt, sizeOf, tileAt } from 'wag/games/python/state.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Localizer} Localizer */
/** @typedef {import('../../shell/game.js').Fact} Fact */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Tile} Tile */

const TEXT_MAX = 300;
const CHOICE_MAX = 60;

/** Returns a value of a game as text. @param {unknown} value @param {number} [most] */
function valueText(value, most = TEXT_MAX) {
  return singleLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), most);
}

/** @param {unknown} at @returns {[number, number]|null} */
function pointOf(at) {
  return Array.isArray(at) && at.length === 2 && at.every((one) => Number.isInteger(one) && one >= 0)
    ? [at[0], at[1]]
    : null;
}

/** @param {string|null} selection @returns {{at: [number, number]}|{id: number}|null} */
export function parseSelection(selection) {
  const cell = /^f(\d{1,3}),(\d{1,3})$/.exec(selection ?? '');
  if (cell) return { at: [Number(cell[1]), Number(cell[2])] };
  const piece = /^i(\d{1,15})$/.exec(selection ?? '');
  return piece ? { id: Number(piece[1]) } : null;
}

/**
 * Returns the cell of a selection, if it is on the board.
 * @param {State} state @param {string} selection
 * @returns {[number, number]|null}
 */
export function cellOf(state, selection) {
  const target = parseSelection(selection);
  if (!target) return null;
  if ('at' in target) return target.at;
  const piece = state.pieces.find(({ id }) => id === target.id);
  return piece ? [piece.x, piece.y] : null;
}

/**
 * @param {Step} step @param {string} selection @param {Localizer} localizer @param {Tile[]} tiles
 * @returns {import('../../shell/game.js').Description}
 */
export function describe(step, selection, localizer, tiles) {
  const { t, name } = localizer;
  const at = cellOf(step.after, selection);
  const [columns, rows] = sizeOf(step.after);
  if (!at || at[0] >= columns || at[1] >= rows) return { title: t('python.free'), seat: null, facts: [] };
  const tile = tileAt(tiles, step.after, ...at);
  const pieces = piecesAt(step.after, ...at);
  const target = parseSelection(selection);
  const id = target && 'id' in target ? target.id : null;
  const shown = pieces.find((piece) => piece.id === id) ?? pieces[0];
  const seat = shown?.seat || tile.seat || null;
  /** @type {Fact[]} */
  const facts = [{ label: t('python.field'), value: `[${at[0]}, ${at[1]}]` }];
  if (seat) facts.push({ label: t('python.owner'), value: name(seat) });
  for (const piece of pieces)
    facts.push({
      label: t('python.piece'),
      value: [piece.sign, piece.text].filter(Boolean).join(' · ') || '–',
    });
  const about = [tile.sign === '.' ? '' : tile.sign, tile.text].filter(Boolean).join(' · ');
  if (about) facts.push({ label: t('python.tile'), value: about });
  if (seat) facts.push(...turnFacts(step, seat, localizer));
  const title = shown?.text || shown?.sign || tile.text || tile.sign || t('python.cell');
  return { title, seat, facts };
}

/**
 * Returns the orders of a seat in its turn, and what happened to it.
 * @param {Step} step @param {number} seat @param {Localizer} localizer
 * @returns {Fact[]}
 */
function turnFacts(step, seat, localizer) {
  const { t } = localizer;
  const orders = step.turns
    .flatMap((turn) => turn.orders ?? [])
    .filter((one) => one.seat === seat)
    .flatMap((one) => one.list);
  const events = step.turns
    .flatMap((turn) => turn.events ?? [])
    .map((event) => describeEvent(event, localizer));
  return [
    ...orders.map((order) => ({
      label: t('python.order'),
      value: valueText(order.order ?? order.move ?? order.unreadable),
      at: order.at,
      calls: order.calls,
    })),
    ...events.flatMap((one) =>
      one?.seat === seat ? [{ label: t('python.happened'), value: one.text }] : [],
    ),
  ];
}

/**
 * @param {import('../../shell/replay/frames.js').GameEvent} event @param {Localizer} localizer
 * @returns {import('../../shell/game.js').Sentence|null}
 */
export function describeEvent(event, { t, name }) {
  const sentence = (/** @type {string} */ text, /** @type {number} */ weight) => ({
    text,
    selection: null,
    seat: Number.isInteger(event.seat) ? event.seat : null,
    weight,
  });
  if (event.type === 'refused')
    return sentence(t('python.refused', { name: name(event.seat), why: valueText(event.why) }), 1);
  if (event.type === 'failed') {
    const place = event.file ? singleLine(`${event.file}:${event.line}`, CHOICE_MAX) : '';
    return sentence(
      t(place ? 'python.failedAt' : 'python.failed', { why: valueText(event.message), place }),
      2,
    );
  }
  return event.type === 'said' ? describeSaid(event.event) : null;
}

/**
 * Describes an event in the game's own words. Its seats count from 0.
 * @param {any} event
 * @returns {import('../../shell/game.js').Sentence|null}
 */
function describeSaid(event) {
  if (typeof event !== 'object' || event === null) return null;
  const { type, seat, at, text, only: _, ...facts } = event;
  const values = Object.entries(facts).map(([key, value]) => `${key} ${valueText(value, 80)}`);
  const words = [valueText(type ?? ''), values.join(', ')].filter(Boolean).join(': ');
  const point = pointOf(at);
  return {
    text: valueText(typeof text === 'string' && text ? text : words),
    selection: point && `f${point}`,
    seat: Number.isInteger(seat) && seat >= 0 ? seat + 1 : null,
    weight: 1,
  };
}

/** @param {string} text of a move, which is JSON @returns {unknown} */
function moveOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the label of a move's button. @param {string} choice */
export function choiceLabel(choice) {
  const move = moveOf(choice);
  return Array.isArray(move) && move.every((one) => typeof one !== 'object')
    ? valueText(move.join(', '), CHOICE_MAX)
    : valueText(move, CHOICE_MAX);
}

/**
 * Returns the move that a click on a cell makes, if it is only one: the cell itself as `[x, y]`, its number row by row, or its
 * column. `isByCell` says whether the numbers of this match are those of cells.
 * @param {string[]} choices @param {[number, number]} cell @param {State} state @param {boolean} isByCell
 */
export function moveByClick(choices, [x, y], state, isByCell) {
  const { grid } = state;
  const numbered = grid?.choices[y * grid.columns + x] ?? 0;
  if (numbered > 0) return choices[numbered - 1] ?? null;
  const [columns] = sizeOf(state);
  const found = choices.filter((choice) => {
    const move = moveOf(choice);
    const point = pointOf(move);
    return point ? point[0] === x && point[1] === y : move === (isByCell ? y * columns + x : x);
  });
  return found.length === 1 ? found[0] : null;
}

/** Returns whether the moves have a number that cannot be a column. @param {string[]} choices @param {State} state */
export function haveCells(choices, state) {
  const [columns] = sizeOf(state);
  return choices.some((choice) => Number(moveOf(choice)) >= columns);
}
