/**
 * The players' drawings over the board: lines such as `v circle 5 6 2.5 true`, and notes on squares, `i 5 6 TEXT`. The
 * engine has validated them (`overlay.rs`). Lines and arrows take the shorter way around the board. Everything after
 * `v setLayer NAME` belongs to that layer; a note without a layer belongs to the layer of notes.
 */

import { STEPS } from 'wag/games/ants/state.js';
import { textOr } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** The context of a drawing; `viewport` and `scene` give the position of a row and column on the canvas. @typedef {{ctx: CanvasRenderingContext2D, viewport: Viewport, scene: any}} Pen */

/** Offset from the center of a square, in thirds of its side. @type {Record<string, number>} */
const OFFSETS = { T: -1, M: 0, B: 1, L: -1, R: 1 };

/** The layer of notes without a layer. */
const NOTES = 'notes';
/** Maximum number of layers that can be hidden; further ones are always shown. */
const LAYERS_MAX = 20;
/** Colors of a square with a note, and of a square named in a note. */
const MARKS = { note: '#d05c00', named: 'rgb(255 140 0 / 0.5)' };

/** Returns the drawings of each player in this turn. @param {Step} step @returns {{seat: number, lines: string[]}[]} */
export function drawingsOf({ turns }) {
  return turns
    .flatMap((turn) => turn.events ?? [])
    .filter((event) => event.type === 'drawn')
    .map(({ seat, lines }) => ({ seat, lines }));
}

/** Returns lines with their layers; the name of a layer is empty for lines without one. @param {string[]} lines @returns {{line: string, layer: string}[]} */
function layered(lines) {
  let layer = '';
  return lines.flatMap((line) => {
    const [, name] = /^v setLayer (\S+)$/.exec(line) ?? [];
    if (name) layer = name === '-' ? '' : name;
    return name ? [] : [{ line, layer: layer || (line.startsWith('i ') ? NOTES : '') }];
  });
}

/** Returns the layers of this step: one per player that has drawn, then the named layers of all players. @param {Step} step @param {import('../../shell/game.js').Localizer} localizer */
export function layersOf(step, { t, name }) {
  const drawings = drawingsOf(step);
  const layers = new Set(
    drawings
      .flatMap(({ lines }) => layered(lines))
      .map(({ layer }) => layer)
      .filter(Boolean),
  );
  const word = (/** @type {string} */ layer) => textOr(t, `ants.layer.${layer}`, layer);
  return [
    ...drawings.map(({ seat }) => ({ id: drawnBy(seat), text: t('ants.drawings', { name: name(seat) }) })),
    ...[...layers].slice(0, LAYERS_MAX).map((layer) => ({ id: layerId(layer), text: word(layer) })),
  ];
}

/** Returns the layer of a player's drawings. @param {number} seat */
export function drawnBy(seat) {
  return `drawn${seat}`;
}

/** @param {string} layer */
function layerId(layer) {
  return `layer:${layer}`;
}

/** Returns the drawings of each player that are not hidden. @param {Step} step @param {Set<string>} hidden */
function shownOf(step, hidden) {
  return drawingsOf(step)
    .filter(({ seat }) => !hidden.has(drawnBy(seat)))
    .map(({ seat, lines }) => ({
      seat,
      lines: layered(lines).filter(({ line, layer }) => isStyle(line) || !hidden.has(layerId(layer))),
    }));
}

/** Returns true if a line changes how later lines are drawn. @param {string} line */
const isStyle = (line) => line.startsWith('v set');

/** Returns the notes on a square, by player and layer. @param {Step} step @param {[number, number]} at @param {Set<string>} [hidden] @returns {{seat: number, layer: string, text: string}[]} */
export function notesAt(step, [col, row], hidden = new Set()) {
  const start = `i ${row} ${col} `;
  return shownOf(step, hidden).flatMap(({ seat, lines }) => {
    /** @type {Map<string, string>} */
    const notes = new Map();
    for (const { line, layer } of lines) {
      if (line.startsWith(start))
        notes.set(layer, `${notes.get(layer) ?? ''} ${line.slice(start.length)}`.trim());
    }
    return [...notes].filter(([, text]) => text).map(([layer, text]) => ({ seat, layer, text }));
  });
}

/** Returns true for the layer of notes without a layer. @param {string} layer */
export function isPlainNote(layer) {
  return layer === NOTES;
}

/** Returns the squares named in a text, as row and column, each once. @param {string} text @returns {[number, number][]} */
export function squaresIn(text) {
  const named = new Map(
    [...text.matchAll(/<r:(\d{1,3}) c:(\d{1,3})>/g)].map(([word, row, col]) => [
      word,
      /** @type {[number, number]} */ ([Number(row), Number(col)]),
    ]),
  );
  return [...named.values()];
}

/** @param {CanvasRenderingContext2D} ctx @param {Step} step @param {Viewport} viewport @param {Set<string>} hidden */
export function drawOverlays(ctx, step, viewport, hidden) {
  for (const { lines } of shownOf(step, hidden)) {
    ctx.save();
    ctx.fillStyle = ctx.strokeStyle = 'rgb(0 0 0)';
    ctx.lineWidth = viewport.ratio;
    const pen = { ctx, viewport, scene: step.scene };
    for (const { line } of lines) drawLine(pen, line.split(' '));
    drawCorners(
      pen,
      lines.map(({ line }) => line),
    );
    ctx.restore();
  }
}

/** Draws a corner on each square that has a note. @param {Pen} pen @param {string[]} lines */
function drawCorners(pen, lines) {
  const squares = new Set(
    lines.filter((line) => line.startsWith('i ')).map((line) => line.split(' ', 3).slice(1).join(' ')),
  );
  const [half, size] = [pen.viewport.scale / 2, Math.max(pen.viewport.scale * 0.45, 3 * pen.viewport.ratio)];
  pen.ctx.fillStyle = MARKS.note;
  for (const square of squares) {
    const [row, col] = square.split(' ').map(Number);
    shape(
      pen,
      true,
      ([x, y]) => {
        pen.ctx.moveTo(x + half, y - half);
        pen.ctx.lineTo(x + half, y - half + size);
        pen.ctx.lineTo(x + half - size, y - half);
      },
      row,
      col,
    );
  }
}

/** Marks all squares named in the notes of a square. @param {CanvasRenderingContext2D} ctx @param {Step} step @param {Viewport} viewport @param {Set<string>} hidden @param {[number, number]} at */
export function drawNamed(ctx, step, viewport, hidden, at) {
  const pen = { ctx, viewport, scene: step.scene };
  const half = viewport.scale / 2;
  ctx.save();
  ctx.fillStyle = MARKS.named;
  ctx.strokeStyle = MARKS.note;
  ctx.lineWidth = 1.5 * viewport.ratio;
  for (const [row, col] of squaresIn(
    notesAt(step, at, hidden)
      .map(({ text }) => text)
      .join(' '),
  )) {
    for (const filled of [true, false])
      shape(pen, filled, ([x, y]) => ctx.rect(x - half, y - half, viewport.scale, viewport.scale), row, col);
  }
  ctx.restore();
}

/** @param {Pen} pen @param {string[]} words */
function drawLine(pen, [kind, name, ...words]) {
  if (kind !== 'v') return;
  const { ctx, viewport } = pen;
  const numbers = words.map(Number);
  const [row, col] = numbers;
  const filled = words.at(-1) === 'true';
  const size = viewport.scale;
  const color = () => `rgb(${numbers.slice(0, 3).join(' ')} / ${numbers[3]})`;
  if (name === 'setFillColor') ctx.fillStyle = color();
  if (name === 'setLineColor') ctx.strokeStyle = color();
  if (name === 'setLineWidth') ctx.lineWidth = Math.max(numbers[0], 0.1) * viewport.ratio;
  if (name === 'line' || name === 'arrow') line(pen, numbers, name === 'arrow');
  if (name === 'circle')
    shape(pen, filled, ([x, y]) => ctx.arc(x, y, numbers[2] * size, 0, Math.PI * 2), row, col);
  if (name === 'rect')
    shape(pen, filled, ([x, y]) => ctx.rect(x, y, numbers[2] * size, numbers[3] * size), row, col);
  if (name === 'star')
    shape(
      pen,
      filled,
      (middle) =>
        star(ctx, middle, numbers[2] * size, numbers[3] * size, Math.min(Math.round(numbers[4]), 100)),
      row,
      col,
    );
  if (name === 'tile')
    shape(pen, true, ([x, y]) => ctx.rect(x - size / 2, y - size / 2, size, size), row, col);
  if (name === 'tileSubTile')
    shape(
      pen,
      true,
      ([x, y]) =>
        ctx.rect(
          x + ((OFFSETS[words[2][1]] - 0.5) * size) / 3,
          y + ((OFFSETS[words[2][0]] - 0.5) * size) / 3,
          size / 3,
          size / 3,
        ),
      row,
      col,
    );
  if (name === 'tileBorder') shape(pen, false, (middle) => border(ctx, middle, size / 2, words[2]), row, col);
  if (name === 'routePlan') shape(pen, false, (from) => route(ctx, from, size, words[2] ?? ''), row, col);
}

/** Returns the center of a square on the canvas. @param {Pen} pen @param {number} row @param {number} col @returns {[number, number]} */
function point({ viewport }, row, col) {
  return [viewport.left + (col + 0.5) * viewport.scale, viewport.top + (row + 0.5) * viewport.scale];
}

/** Draws a shape, and again beyond the edges of the board, where it wraps around. @param {Pen} pen @param {boolean} filled @param {(middle: [number, number]) => void} trace @param {number} row @param {number} col */
function shape(pen, filled, trace, row, col) {
  const { ctx, scene } = pen;
  for (const down of [-scene.height, 0, scene.height]) {
    for (const right of [-scene.width, 0, scene.width]) {
      ctx.beginPath();
      trace(point(pen, row + down, col + right));
      if (filled) ctx.fill();
      else ctx.stroke();
    }
  }
}

/** @param {Pen} pen @param {number[]} numbers @param {boolean} pointed */
function line(pen, [row, col, toRow, toCol], pointed) {
  const { ctx, viewport, scene } = pen;
  const [down, right] = [shortestOffset(toRow - row, scene.height), shortestOffset(toCol - col, scene.width)];
  shape(
    pen,
    false,
    ([x, y]) => {
      const [endX, endY] = [x + right * viewport.scale, y + down * viewport.scale];
      ctx.moveTo(x, y);
      ctx.lineTo(endX, endY);
      if (!pointed) return;
      const angle = Math.atan2(down, right);
      for (const side of [-0.5, 0.5]) {
        ctx.moveTo(endX, endY);
        ctx.lineTo(
          endX - Math.cos(angle + side) * viewport.scale * 0.7,
          endY - Math.sin(angle + side) * viewport.scale * 0.7,
        );
      }
    },
    row,
    col,
  );
}

/** Returns the shorter way around the board. @param {number} steps @param {number} size */
function shortestOffset(steps, size) {
  const ahead = ((steps % size) + size) % size;
  return ahead > size / 2 ? ahead - size : ahead;
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number]} middle @param {number} inner @param {number} outer @param {number} points */
function star(ctx, [x, y], inner, outer, points) {
  for (let corner = 0; corner < 2 * points; corner += 1) {
    const [way, far] = [(corner / points - 0.5) * Math.PI, corner % 2 ? inner : outer];
    ctx.lineTo(x + Math.cos(way) * far, y + Math.sin(way) * far);
  }
  ctx.closePath();
}

/** Adds the sides of a square that a corner names; `MM` stands for all of them. @param {CanvasRenderingContext2D} ctx @param {[number, number]} middle @param {number} half @param {string} corner */
function border(ctx, [x, y], half, corner) {
  if (corner === 'MM') return ctx.rect(x - half, y - half, 2 * half, 2 * half);
  const [down, right] = [OFFSETS[corner[0]] * half, OFFSETS[corner[1]] * half];
  if (down) {
    ctx.moveTo(x - half, y + down);
    ctx.lineTo(x + half, y + down);
  }
  if (right) {
    ctx.moveTo(x + right, y - half);
    ctx.lineTo(x + right, y + half);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number]} from @param {number} size @param {string} directions */
function route(ctx, [x, y], size, directions) {
  ctx.moveTo(x, y);
  for (const direction of directions) {
    const [down, right] = STEPS[direction];
    [x, y] = [x + right * size, y + down * size];
    ctx.lineTo(x, y);
  }
}
