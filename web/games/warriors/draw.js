/**
 * Drawing of a round at time `t`: resources, bases, moving units, fights, and marks for the selected unit. Movements
 * are computed once per round; after that, drawing only copies sprites. Nothing here may change a state.
 */

import { baseSprite, resourceSprite, unitSprite } from 'wag/games/warriors/sprites.js';
import { baseOf, STEP } from 'wag/games/warriors/state.js';
import { parseSelection, positionOf } from 'wag/games/warriors/selection.js';
import { seatColor } from 'wag/shell/basics/seats.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/game.js').Picture} Picture */
/** @typedef {import('./state.js').Unit} Unit */
/** `turn` is the turn of the round in which the unit moves, `dies` the one in which it dies; -1 for none. @typedef {{seat: number, unit: Unit, x: number, y: number, toX: number, toY: number, turn: number, dies: number, dx: number, dy: number, inBase: boolean, cargo: number, full: number}} Mover */
/** @typedef {{x: number, y: number, turn: number}} Spark */
/** @typedef {{seat: number, amount: number, turn: number}} Delivery */
/** @typedef {{movers: Mover[], sparks: Spark[], deliveries: Delivery[], turns: number}} Plan */

/** @type {WeakMap<Step, Plan>} */
const plans = new WeakMap();

/** @param {Step} step @returns {Plan} */
function planOf(step) {
  let plan = plans.get(step);
  if (!plan) {
    plan = makePlan(step);
    plans.set(step, plan);
  }
  return plan;
}

/** @param {Step} step @returns {Plan} */
function makePlan(step) {
  /** @type {Map<number, Mover>[]} */
  const byId = step.after.players.map(() => new Map());
  for (const [index, player] of step.before.players.entries()) {
    for (const unit of player.units.values()) byId[index].set(unit.id, moverOf(step, index + 1, unit));
  }
  /** @type {Plan} */
  const plan = { movers: [], sparks: [], deliveries: [], turns: Math.max(1, step.turns.length) };
  for (const [turn, { events }] of step.turns.entries()) {
    for (const event of events ?? []) planEvent(step, plan, byId, event, turn);
  }
  for (const map of byId) for (const mover of map.values()) plan.movers.push(finish(step, mover));
  return plan;
}

/** @param {Step} step @param {number} seat @param {Unit} unit @returns {Mover} */
function moverOf(step, seat, unit) {
  const full = step.scene.rules[unit.type.toLowerCase()].max_resources;
  return {
    seat,
    unit,
    x: unit.x,
    y: unit.y,
    toX: unit.x,
    toY: unit.y,
    turn: -1,
    dies: -1,
    dx: 0,
    dy: 0,
    inBase: false,
    cargo: unit.cargo,
    full,
  };
}

/** @param {Step} step @param {Plan} plan @param {Map<number, Mover>[]} byId @param {import('../../shell/replay/frames.js').GameEvent} event @param {number} turn */
function planEvent(step, plan, byId, event, turn) {
  const mover = byId[event.seat - 1]?.get(event.id);
  if (event.type === 'created') {
    const [x, y] = baseOf(step.scene, event.seat);
    const unit = { id: event.id, type: event.unit, x, y, cargo: 0, last: 'STAY' };
    byId[event.seat - 1].set(event.id, moverOf(step, event.seat, unit));
  } else if (event.type === 'moved' && mover) {
    [mover.toX, mover.toY] = event.to;
    mover.turn = turn;
  } else if (event.type === 'fought') {
    plan.sparks.push({ x: event.at[0], y: event.at[1], turn });
    const attacker = byId[event.attacker.seat - 1].get(event.attacker.id);
    const loser = event.attacker_won ? byId[event.defender.seat - 1].get(event.defender.id) : attacker;
    if (loser) loser.dies = turn;
    if (loser && loser === attacker) [loser.dx, loser.dy] = [event.at[0] - loser.x, event.at[1] - loser.y];
  } else if (event.type === 'delivered') {
    plan.deliveries.push({ seat: event.seat, amount: event.amount, turn });
  }
}

/** @param {Step} step @param {Mover} mover */
function finish(step, mover) {
  const [x, y] = baseOf(step.scene, mover.seat);
  mover.inBase = mover.toX === x && mover.toY === y;
  mover.cargo = step.after.players[mover.seat - 1].units.get(mover.unit.id)?.cargo ?? mover.cargo;
  return mover;
}

/** Returns the progress of a turn within the step, from 0 to 1. @param {Picture} picture @param {Plan} plan @param {number} turn */
function turnProgress(picture, plan, turn) {
  if (!picture.staggered || turn < 0) return picture.t;
  return Math.max(0, Math.min(1, picture.t * plan.turns - turn));
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
export function draw(ctx, picture) {
  const plan = planOf(picture.step);
  drawResources(ctx, picture);
  // On large boards, bases are larger than their field and are drawn above the units.
  const small = picture.viewport.scale < 11 * picture.viewport.ratio;
  if (!small) drawBases(ctx, picture);
  for (const mover of plan.movers) drawUnit(ctx, picture, plan, mover);
  if (small) drawBases(ctx, picture);
  if (picture.viewport.scale >= 14 * picture.viewport.ratio) drawCrowds(ctx, picture, plan);
  for (const spark of plan.sparks) drawSpark(ctx, picture, plan, spark);
  drawDeliveries(ctx, picture, plan);
  drawOrder(ctx, picture);
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
function drawResources(ctx, { step, t, viewport, dark }) {
  const size = Math.max(3, Math.round(viewport.scale));
  const { resources } = t < 0.5 ? step.before : step.after;
  for (const [field, amount] of resources) {
    const x = field % step.scene.size;
    const y = (field - x) / step.scene.size;
    ctx.drawImage(
      resourceSprite(amount, dark, size),
      Math.round(viewport.left + x * viewport.scale),
      Math.round(viewport.top + y * viewport.scale),
    );
    if (viewport.scale >= 34 * viewport.ratio)
      label(
        ctx,
        String(amount),
        viewport.left + (x + 0.5) * viewport.scale,
        viewport.top + (y + 0.87) * viewport.scale,
        viewport.scale * 0.24,
        dark,
      );
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
function drawBases(ctx, { step, viewport, dark }) {
  for (const [index, player] of step.after.players.entries())
    drawBase(ctx, step.scene, viewport, dark, index + 1, player.out);
}

/** Draws the bases of a map. @param {CanvasRenderingContext2D} ctx @param {any} scene @param {import('../../shell/game.js').Viewport} viewport @param {boolean} dark */
export function preview(ctx, scene, viewport, dark) {
  for (const seat of [1, 2, 3, 4]) drawBase(ctx, scene, viewport, dark, seat, false);
}

/** Draws a base, large enough to be visible on the largest board. @param {CanvasRenderingContext2D} ctx @param {any} scene @param {import('../../shell/game.js').Viewport} viewport @param {boolean} dark @param {number} seat @param {boolean} out */
function drawBase(ctx, scene, viewport, dark, seat, out) {
  const size = Math.max(Math.round(11 * viewport.ratio), Math.round(viewport.scale));
  const [x, y] = baseOf(scene, seat);
  const shift = (size - viewport.scale) / 2;
  ctx.drawImage(
    baseSprite(seat, dark, size, out),
    Math.round(viewport.left + x * viewport.scale - shift),
    Math.round(viewport.top + y * viewport.scale - shift),
  );
}

/** @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan @param {Mover} mover */
function drawUnit(ctx, picture, plan, mover) {
  const { viewport, dark } = picture;
  const part = turnProgress(picture, plan, mover.turn);
  const rest = part >= 1 || mover.turn < 0;
  if (mover.inBase && rest) return;
  const ease = rest ? 1 : part * part * (3 - 2 * part);
  let x = mover.x + (mover.toX - mover.x) * (mover.turn < 0 ? 0 : ease);
  let y = mover.y + (mover.toY - mover.y) * (mover.turn < 0 ? 0 : ease);
  if (mover.dies >= 0) {
    const death = turnProgress(picture, plan, mover.dies);
    if (death >= 1) return;
    ctx.globalAlpha = 1 - Math.max(0, death - 0.5) * 2;
    x += mover.dx * 0.5 * Math.min(1, death * 2);
    y += mover.dy * 0.5 * Math.min(1, death * 2);
  }
  const left = Math.round(viewport.left + x * viewport.scale);
  const top = Math.round(viewport.top + y * viewport.scale);
  const size = Math.max(4, Math.round(viewport.scale));
  if (left < -size || top < -size || left > ctx.canvas.width || top > ctx.canvas.height)
    return resetAlpha(ctx);
  ctx.drawImage(unitSprite(mover.unit.type, mover.seat, dark, size), left, top);
  const cargo = part >= 1 ? mover.cargo : mover.unit.cargo;
  if (cargo > 0) drawCargo(ctx, left, top, size, cargo / mover.full, dark);
  resetAlpha(ctx);
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
  if (!mover) return null;
  const part = mover.turn < 0 ? 1 : turnProgress(picture, plan, mover.turn);
  const ease = part * part * (3 - 2 * part);
  return [mover.x + (mover.toX - mover.x) * ease, mover.y + (mover.toY - mover.y) * ease];
}

/** @param {CanvasRenderingContext2D} ctx */
function resetAlpha(ctx) {
  if (ctx.globalAlpha !== 1) ctx.globalAlpha = 1;
}

/** Draws the cargo as a golden bar. @param {CanvasRenderingContext2D} ctx @param {number} left @param {number} top @param {number} size @param {number} part @param {boolean} dark */
function drawCargo(ctx, left, top, size, part, dark) {
  const height = Math.max(2, Math.round(size * 0.13));
  const width = Math.round(size * 0.76);
  const x = left + Math.round(size * 0.12);
  const y = top + size - height;
  ctx.fillStyle = dark ? '#0d0f12' : '#4d3a05';
  ctx.fillRect(x, y, width, height);
  const inset = size >= 18 ? 1 : 0;
  ctx.fillStyle = '#ffc93c';
  ctx.fillRect(
    x + inset,
    y + inset,
    Math.max(1, Math.round((width - 2 * inset) * Math.min(1, part))),
    height - 2 * inset,
  );
}

/** Draws the number of units inside each base. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan */
function drawCrowds(ctx, { step, viewport, dark }, plan) {
  const counts = step.after.players.map(() => 0);
  for (const mover of plan.movers) if (mover.inBase && mover.dies < 0) counts[mover.seat - 1] += 1;
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const [x, y] = baseOf(step.scene, index + 1);
    badge(
      ctx,
      `×${count}`,
      viewport.left + (x + 1) * viewport.scale,
      viewport.top + y * viewport.scale,
      Math.max(10 * viewport.ratio, viewport.scale * 0.36),
      seatColor(index + 1, dark),
      dark,
    );
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y @param {number} size @param {string} color @param {boolean} dark */
function badge(ctx, text, x, y, size, color, dark) {
  ctx.font = `700 ${Math.round(size)}px system-ui, sans-serif`;
  const width = ctx.measureText(text).width + size * 0.7;
  ctx.fillStyle = dark ? '#0d0f12' : '#ffffff';
  ctx.strokeStyle = color;
  ctx.lineWidth = Math.max(1, size / 9);
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - size * 0.65, width, size * 1.3, size * 0.65);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = dark ? '#f2f4f7' : '#16181c';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, x, y + size * 0.06);
}

/** Draws a fight as a star that flares up, and stays small until the end of the round. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan @param {Spark} spark */
function drawSpark(ctx, picture, plan, spark) {
  const part = turnProgress(picture, plan, spark.turn);
  if (part <= 0.25) return;
  const { viewport, dark } = picture;
  const flare = part < 1 ? Math.sin(((part - 0.25) / 0.75) * Math.PI) : 0;
  const radius = Math.max(5, viewport.scale * (0.5 + 0.35 * flare));
  const x = viewport.left + (spark.x + 0.5) * viewport.scale;
  const y = viewport.top + (spark.y + 0.5) * viewport.scale;
  ctx.beginPath();
  for (let point = 0; point < 16; point += 1) {
    const reach = point % 2 === 0 ? radius : radius * 0.62;
    const angle = (point / 16) * Math.PI * 2 + 0.2;
    ctx.lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  ctx.closePath();
  ctx.lineWidth = Math.max(1.5, viewport.scale / 14);
  ctx.strokeStyle = dark ? '#ff6b5e' : '#c4160a';
  ctx.stroke();
  if (flare > 0) {
    ctx.fillStyle = `rgb(255 205 60 / ${0.75 * flare})`;
    ctx.fill();
  }
}

/** Draws the amounts delivered above the bases. @param {CanvasRenderingContext2D} ctx @param {Picture} picture @param {Plan} plan */
function drawDeliveries(ctx, picture, plan) {
  const { viewport, dark, step } = picture;
  if (viewport.scale < 10) return;
  const sums = new Map();
  for (const { seat, amount, turn } of plan.deliveries) {
    const sum = sums.get(seat) ?? { amount: 0, turn };
    sum.amount += amount;
    sums.set(seat, sum);
  }
  for (const [seat, { amount, turn }] of sums) {
    const part = turnProgress(picture, plan, turn);
    if (part < 0.5) continue;
    const [x, y] = baseOf(step.scene, seat);
    const size = Math.max(11 * viewport.ratio, viewport.scale * 0.42);
    label(
      ctx,
      `+${amount}`,
      viewport.left + (x + 0.5) * viewport.scale,
      viewport.top + (y + 1.25) * viewport.scale,
      size,
      dark,
    );
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y @param {number} size @param {boolean} dark */
function label(ctx, text, x, y, size, dark) {
  ctx.font = `700 ${Math.round(size)}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineWidth = Math.max(2, size / 5);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = dark ? '#16181c' : '#ffffff';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = dark ? '#ffd975' : '#6b4a00';
  ctx.fillText(text, x, y);
}

/** Marks the direction in which the selected unit was blocked. @param {CanvasRenderingContext2D} ctx @param {Picture} picture */
function drawOrder(ctx, { step, viewport, selection, dark }) {
  const target = selection ? parseSelection(selection) : null;
  if (target?.kind !== 'unit') return;
  for (const turn of step.turns) {
    for (const event of turn.events ?? []) {
      if (event.type !== 'blocked' || event.seat !== target.seat || event.id !== target.id) continue;
      const unit = step.after.players[target.seat - 1].units.get(target.id);
      if (!unit) continue;
      const [dx, dy] = STEP[event.direction];
      const x = viewport.left + (unit.x + 0.5 + dx * 0.5) * viewport.scale;
      const y = viewport.top + (unit.y + 0.5 + dy * 0.5) * viewport.scale;
      const reach = viewport.scale * 0.36;
      ctx.strokeStyle = dark ? '#ff6b5e' : '#c4160a';
      ctx.lineWidth = Math.max(2, viewport.scale / 8);
      ctx.beginPath();
      ctx.moveTo(x - dy * reach, y - dx * reach);
      ctx.lineTo(x + dy * reach, y + dx * reach);
      ctx.stroke();
    }
  }
}
