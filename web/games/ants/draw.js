/**
 * Drawing of the ant war: water and land once, then hills, food and moving ants, as sprites or as a density on small
 * squares. The board wraps around at its edges. For a selected player, the part of the board that its ants do not see
 * is covered; for a selected ant, its viewport and attack radius are shown; for a selected square with notes, the
 * squares named in them are marked.
 */

import { drawDensity } from 'wag/games/ants/density.js';
import { drawNamed, drawOverlays } from 'wag/games/ants/overlay.js';
import { parseSelection } from 'wag/games/ants/selection.js';
import { ant, food, hill } from 'wag/games/ants/sprites.js';
import { STEPS, keyOf, keysOf, movesIn, seenBy, within, wrapped } from 'wag/games/ants/state.js';
import { areaOf, noise, paintLand, paintWater } from 'wag/games/drawing/ground.js';
import { GRAB_MS, STAR_MS, STEP_MS, easeOut, isPlain, progress } from 'wag/games/drawing/motion.js';
import { paletteOf } from 'wag/games/drawing/palette.js';
import { sheetOf, stamp } from 'wag/games/drawing/sprites.js';
import { drawStar } from 'wag/games/drawing/strike.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** An ant's square, the direction of its step, and whether it is born or dies in this step. @typedef {{x: number, y: number, dx: number, dy: number, way: string, born: boolean, dies: boolean}} Mover */

/** Size of a square in page pixels from which ants are sprites. */
const SPRITES_FROM = 6;
/** The smallest hill, in page pixels. */
const HILL_MIN = 18;

const LIGHT = { fog: 'rgba(40, 44, 52, 0.45)', reach: 'rgba(179, 38, 30, 0.22)', sight: '#1f2328' };
const DARK = { fog: 'rgba(0, 0, 0, 0.55)', reach: 'rgba(255, 138, 128, 0.28)', sight: '#f2f4f8' };

/** The ants of each player, by seat. @type {WeakMap<Step, Mover[][]>} */
const movers = new WeakMap();
/** @type {WeakMap<any, Map<number, Uint8Array>>} */
const sights = new WeakMap();

/** @param {boolean} dark */
const colors = (dark) => (dark ? DARK : LIGHT);

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function paintGround(ctx, scene, viewport, dark) {
  const colors = paletteOf(dark);
  const area = areaOf(ctx, scene, viewport);
  ctx.save();
  ctx.beginPath();
  ctx.rect(...boxOf(scene, viewport));
  ctx.clip();
  if (viewport.scale >= 10 * viewport.ratio) paintLand(ctx, area, colors);
  else {
    ctx.fillStyle = colors.land[0];
    ctx.fillRect(...boxOf(scene, viewport));
  }
  paintWater(ctx, area, (x, y) => scene.rows[y]?.[x] === '%' || isWaterBeyond(scene, x, y), colors);
  ctx.restore();
}

/** Returns whether a square beyond an edge of the board is water; the board wraps around there. @param {any} scene @param {number} x @param {number} y */
function isWaterBeyond(scene, x, y) {
  if (scene.rows[y]?.[x] !== undefined) return false;
  const [row, col] = wrapped(scene, y, x);
  return scene.rows[row][col] === '%';
}

/** Returns left, top, width and height of the board on the canvas. @param {any} scene @param {Viewport} viewport @returns {[number, number, number, number]} */
function boxOf(scene, { left, top, scale }) {
  return [left, top, scene.width * scale, scene.height * scale];
}

/** Fills adjacent squares without gaps. @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {number} row @param {number} col @param {number} count */
function cover(ctx, viewport, row, col, count) {
  const [x, y] = [viewport.left + col * viewport.scale, viewport.top + row * viewport.scale].map(Math.round);
  ctx.fillRect(
    x,
    y,
    Math.round(viewport.left + (col + count) * viewport.scale) - x,
    Math.round(viewport.top + (row + 1) * viewport.scale) - y,
  );
}

/** @param {Step} step */
function moversOf(step) {
  let all = movers.get(step);
  if (!all) {
    all = planMoves(step);
    movers.set(step, all);
  }
  return all;
}

/** @param {Step} step @returns {Mover[][]} */
function planMoves({ scene, before, turns }) {
  /** @type {Mover[][]} */
  const all = before.players.map(() => []);
  const events = turns.flatMap((turn) => turn.events ?? []);
  const moves = movesIn(scene, events);
  const dead = keysOf(
    scene,
    events.filter((event) => event.type === 'died').flatMap((event) => event.ants),
  );
  for (const [row, col, owner] of before.ants) {
    const way = moves.get(keyOf(scene, row, col)) ?? '';
    const [dy, dx] = STEPS[way] ?? [0, 0];
    const dies = dead.has(keyOf(scene, ...wrapped(scene, row + dy, col + dx)));
    all[owner - 1].push({ x: col, y: row, dx, dy, way: way || restingWay(col, row), born: false, dies });
  }
  for (const [row, col, owner] of events
    .filter((event) => event.type === 'born')
    .flatMap((event) => event.ants)) {
    const rests = { dx: 0, dy: 0, way: restingWay(col, row) };
    all[owner - 1].push({ x: col, y: row, ...rests, born: true, dies: false });
  }
  return all;
}

/** Returns the direction in which a resting ant looks; it is the same in all rounds. @param {number} x @param {number} y */
function restingWay(x, y) {
  return 'nesw'[Math.floor(noise(x, y) * 4)];
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const { step, t, viewport, dark, digits, selection } = picture;
  const target = parseSelection(selection);
  ctx.save();
  ctx.beginPath();
  ctx.rect(...boxOf(step.scene, viewport));
  ctx.clip();
  if (viewport.scale < SPRITES_FROM * viewport.ratio) {
    drawDensity(ctx, step.scene, t < 0.5 ? step.before : step.after, viewport, dark);
    for (const one of step.after.hills) drawHill(ctx, viewport, dark, digits, one);
  } else {
    for (const one of step.after.hills) drawHill(ctx, viewport, dark, digits, one);
    drawFood(ctx, picture);
    for (const [index, list] of moversOf(step).entries()) drawAnts(ctx, picture, index + 1, list);
    for (const list of moversOf(step)) drawDeaths(ctx, picture, list);
  }
  if (target && 'seat' in target) drawFog(ctx, picture, target.seat);
  drawOverlays(ctx, step, viewport, picture.hidden);
  if (target && 'at' in target) {
    drawReach(ctx, picture, target.at);
    drawNamed(ctx, step, viewport, picture.hidden, target.at);
  }
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
export function preview(ctx, scene, viewport, dark) {
  for (const [row, col, owner] of scene.hills) drawHill(ctx, viewport, dark, false, [row, col, owner, true]);
}

/** Draws what stands for a player in the standings. @param {CanvasRenderingContext2D} ctx @param {number} seat @param {number} size @param {boolean} dark */
export function portrait(ctx, seat, size, dark) {
  ctx.drawImage(
    sheetOf(size, dark).get(`ant ${seat} n`, () => ant(seat, 'n', false)),
    0,
    0,
  );
}

/** @param {CanvasRenderingContext2D} ctx @param {Viewport} viewport @param {boolean} dark @param {boolean} digits @param {import('./state.js').Hill} hill */
function drawHill(ctx, { left, top, scale, ratio }, dark, digits, [row, col, owner, stands]) {
  const sheet = sheetOf(Math.max(HILL_MIN * ratio, scale * 1.8), dark);
  const sprite = sheet.get(`hill ${owner} ${stands} ${digits}`, () => hill(owner, stands, digits));
  stamp(ctx, sprite, left + (col + 0.5) * scale, top + (row + 0.5) * scale);
}

/** Draws the food; what is gathered in this round shrinks. @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
function drawFood(ctx, picture) {
  const { step, viewport, dark } = picture;
  const { left, top, scale } = viewport;
  const sprite = sheetOf(scale, dark).get('food', food);
  const size = sprite.width;
  const place = (/** @type {number[]} */ [row, col], /** @type {number} */ share) => {
    const inset = (size * (1 - share)) / 2;
    const [x, y] = [Math.round(left + col * scale), Math.round(top + row * scale)];
    if (share === 1) ctx.drawImage(sprite, x, y);
    else ctx.drawImage(sprite, x + inset, y + inset, size * share, size * share);
  };
  for (const square of step.after.food) place(square, 1);
  const gone = 1 - progress(picture, 0, GRAB_MS, STEP_MS);
  if (gone === 0) return;
  for (const event of step.turns.flatMap((turn) => turn.events ?? []))
    if (event.type === 'gathered') for (const square of event.food) place(square, gone);
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {number} seat @param {Mover[]} list */
function drawAnts(ctx, picture, seat, list) {
  const { step, viewport, dark, digits } = picture;
  const { width, height } = step.scene;
  const { left, top, scale } = viewport;
  const sheet = sheetOf(scale * 1.1, dark);
  const sprites = new Map(
    [...'nesw'].map((way) => [
      way,
      sheet.get(`ant ${seat} ${way}${digits ? ' digit' : ''}`, () => ant(seat, way, digits)),
    ]),
  );
  const part = progress(picture, 0, STEP_MS);
  const way = isPlain(picture) ? part : easeOut(part);
  const late = progress(picture, 0, STAR_MS, STEP_MS);
  const put = (/** @type {Mover} */ mover, /** @type {number} */ x, /** @type {number} */ y) => {
    const sprite = /** @type {HTMLCanvasElement} */ (sprites.get(mover.way));
    const [middle, center] = [left + (x + 0.5) * scale, top + (y + 0.5) * scale];
    const size = mover.born ? late : 1;
    if (size === 1) return stamp(ctx, sprite, middle, center);
    const side = sprite.width * size;
    ctx.drawImage(sprite, middle - side / 2, center - side / 2, side, side);
  };
  for (const mover of list) {
    if ((mover.dies && late >= 0.6) || (mover.born && late === 0)) continue;
    const [x, y] = [mover.x + mover.dx * way, mover.y + mover.dy * way];
    put(mover, x, y);
    if (x < 0 || x > width - 1) put(mover, x + (x < 0 ? width : -width), y);
    if (y < 0 || y > height - 1) put(mover, x, y + (y < 0 ? height : -height));
  }
}

/** Draws a star where an ant dies; it stays if nothing moves. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Mover[]} list */
function drawDeaths(ctx, picture, list) {
  const { step, viewport, dark, t } = picture;
  const late = progress(picture, 0, STAR_MS, STEP_MS);
  const shown = t >= 1 || isPlain(picture) || (late > 0 && late < 1);
  if (!shown) return;
  for (const { x, y, dx, dy, dies } of list) {
    if (!dies) continue;
    const [row, col] = wrapped(step.scene, y + dy, x + dx);
    const middle = viewport.left + (col + 0.5) * viewport.scale;
    drawStar(ctx, middle, viewport.top + (row + 0.5) * viewport.scale, viewport.scale * 0.8, dark);
  }
}

/** Covers the squares that a player does not see. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {number} seat */
function drawFog(ctx, { step, viewport, dark }, seat) {
  const { scene, after } = step;
  const known = sights.get(after) ?? new Map();
  sights.set(after, known);
  if (!known.has(seat)) known.set(seat, seenBy(scene, after, seat));
  const seen = known.get(seat);
  ctx.fillStyle = colors(dark).fog;
  for (let row = 0; row < scene.height; row += 1) {
    for (let col = 0; col < scene.width; col += 1) {
      const from = col;
      while (col < scene.width && !seen[keyOf(scene, row, col)]) col += 1;
      if (col > from) cover(ctx, viewport, row, from, col - from);
    }
  }
}

/** Draws the attack radius and the viewport radius of the ant on a square. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {[number, number]} at */
function drawReach(ctx, { step, viewport, dark }, [col, row]) {
  const { scene, after } = step;
  if (!after.ants.some((/** @type {number[]} */ ant) => ant[0] === row && ant[1] === col)) return;
  ctx.fillStyle = colors(dark).reach;
  for (const [down, right] of within(scene.attackradius2)) {
    const [there, across] = wrapped(scene, row + down, col + right);
    cover(ctx, viewport, there, across, 1);
  }
  ctx.strokeStyle = colors(dark).sight;
  ctx.lineWidth = viewport.ratio;
  ctx.setLineDash([4 * viewport.ratio, 4 * viewport.ratio]);
  for (const right of [-scene.width, 0, scene.width]) {
    for (const down of [-scene.height, 0, scene.height]) {
      ctx.beginPath();
      ctx.arc(
        viewport.left + (col + right + 0.5) * viewport.scale,
        viewport.top + (row + down + 0.5) * viewport.scale,
        Math.sqrt(scene.viewradius2) * viewport.scale,
        0,
        Math.PI * 2,
      );
      ctx.stroke();
    }
  }
  ctx.setLineDash([]);
}
