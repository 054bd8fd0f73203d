/**
 * What happens in a round, planned once per round, so that drawing only copies sprites: the way of each unit, fights,
 * pick-ups and deliveries. Nothing here may change a state.
 */

import { baseOf } from 'wag/games/warriors/state.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {import('../../shell/replay/frames.js').GameEvent} GameEvent */
/** @typedef {import('./state.js').Unit} Unit */
/**
 * `turn` is the turn of the round in which the unit moves, `strikes` the one in which it attacks, `dies` the one in
 * which it dies, `grabs` the one in which it picks something up; -1 for none. `dx`, `dy` is the direction of its attack.
 * @typedef {{seat: number, unit: Unit, x: number, y: number, toX: number, toY: number, turn: number, strikes: number, dies: number, grabs: number, dx: number, dy: number, inBase: boolean, facing: string, before: string, after: string}} Mover
 */
/** A fight, and the seat of the unit that was lost. @typedef {{x: number, y: number, turn: number, loser: number}} Fight */
/** Something that a unit picks up from a field. @typedef {{field: number, turn: number, mover: Mover}} Grab */
/** @typedef {{seat: number, amount: number, turn: number}} Delivery */
/** @typedef {{movers: Mover[], fights: Fight[], grabs: Grab[], deliveries: Delivery[], turns: number}} Plan */

/** Number of steps of a load. */
const LOADS = 4;

/** @type {WeakMap<Step, Plan>} */
const plans = new WeakMap();

/** @param {Step} step @returns {Plan} */
export function planOf(step) {
  let plan = plans.get(step);
  if (!plan) {
    plan = makePlan(step);
    plans.set(step, plan);
  }
  return plan;
}

/** Returns how a load is drawn: 0 for none, 4 if it is full. @param {number} cargo @param {number} full */
export function loadStep(cargo, full) {
  return cargo <= 0 ? 0 : Math.min(LOADS, Math.ceil((cargo / full) * LOADS));
}

/** @param {Step} step @returns {Plan} */
function makePlan(step) {
  /** @type {Map<number, Mover>[]} */
  const byId = step.after.players.map(() => new Map());
  for (const [index, player] of step.before.players.entries()) {
    for (const unit of player.units.values()) byId[index].set(unit.id, moverOf(index + 1, unit));
  }
  /** @type {Plan} */
  const plan = { movers: [], fights: [], grabs: [], deliveries: [], turns: Math.max(1, step.turns.length) };
  for (const [turn, { events }] of step.turns.entries()) {
    for (const event of events ?? []) planEvent(step, plan, byId, event, turn);
  }
  for (const map of byId) for (const mover of map.values()) plan.movers.push(finish(step, mover));
  // Those in front cover those behind them.
  plan.movers.sort((one, other) => one.toY - other.toY);
  return plan;
}

/** @param {number} seat @param {Unit} unit @returns {Mover} */
function moverOf(seat, unit) {
  const { x, y } = unit;
  const never = { turn: -1, strikes: -1, dies: -1, grabs: -1, dx: 0, dy: 0, inBase: false };
  return { seat, unit, x, y, toX: x, toY: y, ...never, facing: 'SOUTH', before: '', after: '' };
}

/** @param {Step} step @param {Plan} plan @param {Map<number, Mover>[]} byId @param {GameEvent} event @param {number} turn */
function planEvent(step, plan, byId, event, turn) {
  const mover = byId[event.seat - 1]?.get(event.id);
  if (event.type === 'created') {
    const [x, y] = baseOf(step.scene, event.seat);
    const unit = { id: event.id, type: event.unit, x, y, cargo: 0, last: 'STAY' };
    byId[event.seat - 1].set(event.id, moverOf(event.seat, unit));
  } else if (event.type === 'moved' && mover) {
    [mover.toX, mover.toY] = event.to;
    mover.turn = turn;
    turnTo(mover, event.to[0] - mover.x, event.to[1] - mover.y);
  } else if (event.type === 'fought') {
    planFight(plan, byId, event, turn);
  } else if (event.type === 'picked_up' && mover) {
    mover.grabs = turn;
    plan.grabs.push({ field: event.at[1] * step.scene.size + event.at[0], turn, mover });
  } else if (event.type === 'delivered') {
    plan.deliveries.push({ seat: event.seat, amount: event.amount, turn });
  }
}

/** @param {Plan} plan @param {Map<number, Mover>[]} byId @param {GameEvent} event @param {number} turn */
function planFight(plan, byId, event, turn) {
  const attacker = byId[event.attacker.seat - 1].get(event.attacker.id);
  const defender = byId[event.defender.seat - 1].get(event.defender.id);
  const [x, y] = event.at;
  const loser = event.attacker_won ? defender : attacker;
  plan.fights.push({ x, y, turn, loser: (event.attacker_won ? event.defender : event.attacker).seat });
  if (loser) loser.dies = turn;
  if (!attacker) return;
  attacker.strikes = turn;
  [attacker.dx, attacker.dy] = [x - attacker.x, y - attacker.y];
  turnTo(attacker, attacker.dx, attacker.dy);
}

/** @param {Mover} mover @param {number} dx @param {number} dy */
function turnTo(mover, dx, dy) {
  if (dx !== 0) mover.facing = dx > 0 ? 'EAST' : 'WEST';
  else if (dy !== 0) mover.facing = dy > 0 ? 'SOUTH' : 'NORTH';
}

/** @param {Step} step @param {Mover} mover */
function finish(step, mover) {
  const { seat, unit, facing } = mover;
  const [x, y] = baseOf(step.scene, seat);
  mover.inBase = mover.toX === x && mover.toY === y;
  const full = step.scene.rules[unit.type.toLowerCase()].max_resources;
  const cargo = step.after.players[seat - 1].units.get(unit.id)?.cargo ?? unit.cargo;
  mover.before = keyOf(unit.type, seat, facing, loadStep(unit.cargo, full));
  mover.after = keyOf(unit.type, seat, facing, loadStep(cargo, full));
  return mover;
}

/** Returns the key of a unit's sprite. @param {string} type @param {number} seat @param {string} facing @param {number} load */
function keyOf(type, seat, facing, load) {
  return `${type} ${seat} ${facing} ${load}`;
}
