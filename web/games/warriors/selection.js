/**
 * Selections: `u1.7` is unit 7 of seat 1, `b2` the base of seat 2, `f4,5` a field.
 */

import { baseOf, terrain, unitOf } from 'wag/games/warriors/state.js';

/** @typedef {import('../../shell/game.js').Step} Step */
/** @typedef {{kind: 'unit', seat: number, id: number} | {kind: 'base', seat: number} | {kind: 'field', x: number, y: number}} Target */

/** @param {{seat: number, id: number}} unit */
export function unitKey(unit) {
  return `u${unit.seat}.${unit.id}`;
}

/** @param {string} selection @returns {Target|null} */
export function parseSelection(selection) {
  const unit = /^u([1-4])\.(\d{1,15})$/.exec(selection);
  if (unit) return { kind: 'unit', seat: Number(unit[1]), id: Number(unit[2]) };
  const base = /^b([1-4])$/.exec(selection);
  if (base) return { kind: 'base', seat: Number(base[1]) };
  const field = /^f(\d{1,3}),(\d{1,3})$/.exec(selection);
  return field ? { kind: 'field', x: Number(field[1]), y: Number(field[2]) } : null;
}

/** @param {string} selection @param {string} value such as `<Unit 7 GATHERER at [3, 4], carries 0>` */
export function isValueOf(selection, value) {
  const target = parseSelection(selection);
  return target?.kind === 'unit' && value.startsWith(`<Unit ${target.id} `);
}

/** @param {Step} step @param {number} x @param {number} y @returns {string|null} */
export function pick(step, x, y) {
  const { size } = step.scene;
  if (x < 0 || y < 0 || x >= size || y >= size) return null;
  const sign = terrain(step.scene, x, y);
  if (sign >= '1' && sign <= '4') return `b${sign}`;
  for (const [index, player] of step.after.players.entries()) {
    for (const unit of player.units.values()) {
      if (unit.x === x && unit.y === y) return unitKey({ seat: index + 1, id: unit.id });
    }
  }
  return `f${x},${y}`;
}

/** @param {Step} step @param {string} selection @returns {[number, number]|null} */
export function positionOf(step, selection) {
  const target = parseSelection(selection);
  if (!target) return null;
  if (target.kind === 'field') return [target.x, target.y];
  if (target.kind === 'base') return baseOf(step.scene, target.seat);
  const unit = unitOf(step.after, target) ?? unitOf(step.before, target);
  return unit ? [unit.x, unit.y] : null;
}

/** Returns the selection that a note or a refused order is about. @param {{seat: number, kind?: string, values?: Record<string, any>, field?: [number, number]}} note */
export function selectionOf({ seat, kind, values = {}, field }) {
  const id = kind === 'blocked' ? values.unit : values.of;
  if (/^\d{1,15}$/.test(String(id ?? ''))) return unitKey({ seat, id: Number(id) });
  return kind === 'never_reached' && field ? `f${field[0]},${field[1]}` : `b${seat}`;
}

/** @param {string} selection */
export function ownerOf(selection) {
  const target = parseSelection(selection);
  return target && target.kind !== 'field' ? target.seat : null;
}

/** @param {Step} step @param {number} seat */
export function selectionsOf(step, seat) {
  const units = [...(step.after.players[seat - 1]?.units.keys() ?? [])].sort((a, b) => a - b);
  return [`b${seat}`, ...units.map((id) => unitKey({ seat, id }))];
}

/** @param {string} selection @param {import('../../generated/replay.js').Turn} turn @returns {import('../../shell/replay/frames.js').Point[]} */
export function trail(selection, turn) {
  const target = parseSelection(selection);
  if (target?.kind !== 'unit') return [];
  const moves = (turn.events ?? []).filter(
    (event) => event.type === 'moved' && event.seat === target.seat && event.id === target.id,
  );
  return moves.flatMap((event) => [event.from, event.to]);
}
