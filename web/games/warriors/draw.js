/**
 * Drawing of a round at time `t`: resources, bases, moving units, and what happens to them. Nothing here may change a
 * state.
 */

import { noise } from 'wag/games/drawing/ground.js';
import { drawLabel } from 'wag/games/drawing/labels.js';
import { sheetOf } from 'wag/games/drawing/sprites.js';
import { STEP_MS, easeOut, gait, isPlain, progress, startOf } from 'wag/games/drawing/motion.js';
import { base, baseStep, pileStep, resource } from 'wag/games/warriors/buildings.js';
import { gatherer, warrior } from 'wag/games/warriors/creatures.js';
import {
  drawBlocked,
  drawCrowds,
  drawDeliveries,
  drawFights,
  drawGrabs,
  grabProgress,
  isGone,
  strikeShift,
} from 'wag/games/warriors/effects.js';
import { planOf } from 'wag/games/warriors/plan.js';
import { parseSelection, positionOf } from 'wag/games/warriors/selection.js';
import { baseOf } from 'wag/games/warriors/state.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('../../shell/game.js').Viewport} Viewport */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./plan.js').Mover} Mover */

/** The smallest units and bases, in page pixels. */
const UNIT_MIN = 7;
const BASE_MIN = 16;
/** Width of units and bases in fields. */
const UNIT = 1.08;
const BASE = 1.55;
/** Size of a field in page pixels from which steps deform their units. */
const GAIT_FROM = 12;

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const { step, viewport, dark, digits } = picture;
  const plan = planOf(picture.step);
  drawResources(ctx, picture, plan);
  for (const [index, player] of step.after.players.entries())
    drawBase(ctx, step.scene, viewport, { dark, digits }, index + 1, player);
  const sheet = sheetOf(Math.max(viewport.scale * UNIT, UNIT_MIN * viewport.ratio), dark);
  for (const mover of plan.movers) drawUnit(ctx, picture, plan, mover, sheet);
  drawGrabs(ctx, picture, plan);
  if (viewport.scale >= 14 * viewport.ratio) drawCrowds(ctx, picture, plan);
  drawFights(ctx, picture, plan);
  drawDeliveries(ctx, picture, plan);
  drawBlocked(ctx, picture);
}

/**
 * Draws the bases of a map, and its resources: all of them if the rules place some on every resource field, else as many
 * as a match usually starts with.
 * @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark
 */
export function preview(ctx, scene, viewport, dark) {
  drawStartResources(ctx, scene, viewport, dark);
  for (const seat of [1, 2, 3, 4])
    drawBase(ctx, scene, viewport, { dark, digits: false }, seat, { stock: 0, out: false });
}

/** @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {boolean} dark */
function drawStartResources(ctx, scene, { scale, left, top }, dark) {
  const { start_probability: share = 0, spawn_amount: amount = 0 } = scene.rules ?? {};
  if (amount === 0) return;
  const pile = pileStep(amount);
  const sprite = sheetOf(scale, dark).get(`pile ${pile}`, () => resource(pile));
  for (const [y, row] of scene.rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== 'R' || (share < 1 && noise(x + 50, y + 9) >= share)) continue;
      ctx.drawImage(sprite, Math.round(left + x * scale), Math.round(top + (y - 0.06) * scale));
    }
  }
}

/** Draws what stands for a player in the standings. @param {CanvasRenderingContext2D} ctx @param {number} seat @param {number} size @param {boolean} dark */
export function portrait(ctx, seat, size, dark) {
  const key = `GATHERER ${seat} SOUTH 0`;
  ctx.drawImage(
    sheetOf(size, dark).get(key, () => painterOf(key, false)),
    0,
    0,
  );
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan */
function drawResources(ctx, picture, plan) {
  const { step, t, viewport, dark } = picture;
  const { scale, left, top, ratio } = viewport;
  const sheet = sheetOf(scale, dark);
  const sprites = [1, 2, 3].map((pile) => sheet.get(`pile ${pile}`, () => resource(pile)));
  const late = new Set(
    plan.grabs.filter((grab) => grabProgress(picture, plan, grab) < 0.3).map(({ field }) => field),
  );
  const shown = t < 0.5 ? step.before.resources : step.after.resources;
  const { width, height } = ctx.canvas;
  for (const [field, amount] of late.size > 0 ? adjusted(step, shown, late) : shown) {
    const column = field % step.scene.size;
    const x = Math.round(left + column * scale);
    const y = Math.round(top + ((field - column) / step.scene.size - 0.06) * scale);
    if (x > -scale && y > -scale && x < width && y < height)
      ctx.drawImage(sprites[pileStep(amount) - 1], x, y);
  }
  if (scale >= 34 * ratio) drawAmounts(ctx, picture, shown);
}

/** Returns the resources shown, but those from before on the fields from which nothing has been taken yet. @param {Step} step @param {Map<number, number>} shown @param {Set<number>} late */
function adjusted(step, shown, late) {
  const all = new Map(shown);
  for (const field of late) {
    const before = step.before.resources.get(field);
    if (before) all.set(field, before);
  }
  return all;
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Map<number, number>} shown */
function drawAmounts(ctx, { step, viewport, dark }, shown) {
  for (const [field, amount] of shown) {
    const x = field % step.scene.size;
    const y = (field - x) / step.scene.size;
    drawLabel(ctx, String(amount), viewport, [x + 0.5, y + 0.9], viewport.scale * 0.22, dark);
  }
}

/** Draws a base, large enough to be visible on the largest board. @param {CanvasRenderingContext2D} ctx @param {any} scene @param {Viewport} viewport @param {{dark: boolean, digits: boolean}} look @param {number} seat @param {{stock: number, out: boolean}} player */
function drawBase(ctx, scene, { scale, left, top, ratio }, { dark, digits }, seat, { stock, out }) {
  const sheet = sheetOf(Math.max(BASE_MIN * ratio, scale * BASE), dark);
  const [x, y] = baseOf(scene, seat);
  const step = baseStep(stock);
  const sprite = sheet.get(`base ${seat} ${step} ${out} ${digits}`, () => base(seat, step, out, digits));
  ctx.drawImage(
    sprite,
    Math.round(left + (x + 0.5) * scale - sheet.size / 2),
    Math.round(top + (y + 1.04) * scale - sheet.size),
  );
}

/** Returns the painter of a unit. @param {string} key see `keyOf` in `plan.js` @param {boolean} digits */
function painterOf(key, digits) {
  const [type, seat, facing, load] = key.split(' ');
  const paint = type === 'WARRIOR' ? warrior : gatherer;
  return paint(Number(seat), facing, Number(load), digits);
}

/** Returns the progress of a unit's step, from 0 to 1. @param {Picture} picture @param {Plan} plan @param {Mover} mover */
function stepProgress(picture, plan, mover) {
  if (mover.turn < 0) return 1;
  return progress(picture, startOf(picture, mover.turn, plan.turns), STEP_MS);
}

/** Returns where a unit is drawn. @param {Picture} picture @param {Plan} plan @param {Mover} mover @param {number} part @returns {[number, number]} */
function placeOf(picture, plan, mover, part) {
  const way = isPlain(picture) ? part : easeOut(part);
  const x = mover.x + (mover.toX - mover.x) * way;
  const y = mover.y + (mover.toY - mover.y) * way;
  if (mover.strikes < 0 || mover.turn === mover.strikes) return [x, y];
  const shift = strikeShift(picture, plan, mover);
  return [x + mover.dx * shift, y + mover.dy * shift];
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan @param {Mover} mover @param {import('../drawing/sprites.js').Sheet} sheet */
function drawUnit(ctx, picture, plan, mover, sheet) {
  const { viewport, digits } = picture;
  const part = stepProgress(picture, plan, mover);
  if ((mover.inBase && part >= 1) || isGone(picture, plan, mover)) return;
  const { scale, ratio } = viewport;
  const side = sheet.size;
  const [x, y] = placeOf(picture, plan, mover, part);
  const left = Math.round(viewport.left + (x + 0.5) * scale - side / 2);
  const top = Math.round(viewport.top + (y + 0.46) * scale - side / 2);
  if (left < -side || top < -side || left > ctx.canvas.width || top > ctx.canvas.height) return;
  const grabbed = mover.grabs < 0 ? part >= 1 : grabProgress(picture, plan, { mover }) > 0.85;
  const key = grabbed ? mover.after : mover.before;
  const sprite = sheet.get(digits ? `${key} digit` : key, () => painterOf(key, digits));
  const swell = mover.grabs >= 0 && picture.t < 1 ? swellOf(grabProgress(picture, plan, { mover })) : 1;
  const moves = part < 1 && scale >= GAIT_FROM * ratio && !isPlain(picture);
  if (!moves && swell === 1) return ctx.drawImage(sprite, left, top);
  const { stretch, lift } = moves ? gait(part) : { stretch: 0, lift: 0 };
  const along = mover.toX === mover.x ? -stretch : stretch;
  const [width, height] = [side * (1 + along) * swell, side * (1 - along) * swell];
  // The feet stay on the ground.
  ctx.drawImage(
    sprite,
    left + (side - width) / 2,
    top + (side - height) * 0.93 - lift * scale,
    width,
    height,
  );
}

/** Returns how much a unit swells at the end of a pick-up. @param {number} part */
function swellOf(part) {
  return part > 0.85 && part < 1 ? 1.08 : 1;
}

/**
 * Returns the position where a selected target is drawn at time `t`.
 * @param {Picture} picture @param {string} selection @returns {[number, number]|null}
 */
export function drawnAt(picture, selection) {
  const target = parseSelection(selection);
  if (target?.kind !== 'unit') return positionOf(picture.step, selection);
  const plan = planOf(picture.step);
  const mover = plan.movers.find((one) => one.seat === target.seat && one.unit.id === target.id);
  return mover ? placeOf(picture, plan, mover, stepProgress(picture, plan, mover)) : null;
}
