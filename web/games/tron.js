/**
 * The display of light cycles. Selections: `p1` is the cycle of player 1, `f4,5` a field.
 */

import { draw, headAt, paintGround, portrait } from 'wag/games/tron/draw.js';
import { texts } from 'wag/games/tron/texts.js';
import { linksOf } from 'wag/games/tron/trails.js';
import { refusalFacts, refusalsOf } from 'wag/shell/panels/refusals.js';

/** `survived` is the number of rounds survived, or null until the cycle has crashed. @typedef {{at: [number, number], facing: string, survived: number|null}} Cycle */
/** `walls` row by row: the owner's seat, or 0; `links` has the field before each field of a wall, or -1. @typedef {{walls: number[], links: number[], cycles: Cycle[], rounds: number}} State */
/** @typedef {import('../shell/game.js').Step} Step */
/** @typedef {import('../shell/game.js').Localizer} Localizer */
/** @typedef {import('../shell/game.js').Fact} Fact */
/** @typedef {import('../shell/replay/frames.js').GameEvent} GameEvent */

/** @type {Record<string, [number, number]>} */
const STEPS = { NORTH: [0, -1], EAST: [1, 0], SOUTH: [0, 1], WEST: [-1, 0] };
/** @type {Record<string, string>} */
const ARROWS = { NORTH: '↑', EAST: '→', SOUTH: '↓', WEST: '←' };

/** Returns the direction from one field to the next. @param {number[]} from @param {number[]} to */
function between(from, to) {
  return (
    Object.keys(STEPS).find(
      (name) => STEPS[name][0] === to[0] - from[0] && STEPS[name][1] === to[1] - from[1],
    ) ?? null
  );
}

/** @param {any} scene @param {any} frame @returns {State} */
function open(scene, frame) {
  const walls = frame.rows.flatMap((/** @type {string} */ row) => [...row].map((sign) => Number(sign) || 0));
  return {
    walls,
    links: linksOf({ width: scene.width, walls }, frame.cycles),
    cycles: frame.cycles.map((/** @type {Cycle} */ cycle) => ({ ...cycle })),
    rounds: frame.rounds,
  };
}

/** @param {State} state @returns {State} */
function copy(state) {
  return {
    ...state,
    walls: [...state.walls],
    links: [...state.links],
    cycles: state.cycles.map((cycle) => ({ ...cycle })),
  };
}

/** @param {any} scene @param {State} state @param {import('../generated/replay.js').Turn} turn */
function applyTurn(scene, state, turn) {
  for (const event of turn.events ?? []) {
    const cycle = state.cycles[event.seat - 1];
    if (event.type === 'crashed') cycle.survived = state.rounds;
    if (event.type !== 'moved') continue;
    const field = event.to[1] * scene.width + event.to[0];
    cycle.facing = between(cycle.at, event.to) ?? cycle.facing;
    state.links[field] = cycle.at[1] * scene.width + cycle.at[0];
    state.walls[field] = event.seat;
    cycle.at = event.to;
  }
  state.rounds += 1;
}

/** @param {string|null} selection @returns {{seat: number} | {at: [number, number]} | null} */
function parseSelection(selection) {
  const player = /^p([1-4])$/.exec(selection ?? '');
  if (player) return { seat: Number(player[1]) };
  const field = /^f(\d{1,3}),(\d{1,3})$/.exec(selection ?? '');
  return field ? { at: [Number(field[1]), Number(field[2])] } : null;
}

/** @param {Step} step @param {number} x @param {number} y */
function pick({ scene }, x, y) {
  return x >= 0 && y >= 0 && x < scene.width && y < scene.height ? `f${x},${y}` : null;
}

/** @param {Step} step @param {string} selection @returns {[number, number]|null} */
function positionOf(step, selection) {
  const target = parseSelection(selection);
  if (!target) return null;
  return 'at' in target ? target.at : (step.after.cycles[target.seat - 1]?.at ?? null);
}

/** @param {string} selection */
function ownerOf(selection) {
  const target = parseSelection(selection);
  return target && 'seat' in target ? target.seat : null;
}

/** @param {Step} step @param {string} selection @param {Localizer} localizer @returns {import('../shell/game.js').Description} */
function describe(step, selection, localizer) {
  const { t } = localizer;
  const target = parseSelection(selection);
  if (target && 'seat' in target && step.after.cycles[target.seat - 1])
    return describeCycle(step, target.seat, localizer);
  if (!target || 'seat' in target) return { title: t('tron.nothing'), seat: null, facts: [] };
  const owner = step.after.walls[target.at[1] * step.scene.width + target.at[0]];
  /** @type {Fact[]} */
  const facts = [{ label: t('tron.field'), value: formatField(target.at) }];
  if (!owner) return { title: t('tron.free'), seat: null, facts };
  const links = [{ text: localizer.name(owner), selection: `p${owner}` }];
  return {
    title: t('tron.wall', { name: localizer.name(owner) }),
    seat: owner,
    facts: [...facts, { label: t('tron.owner'), value: '', links }],
  };
}

/** @param {Step} step @param {number} seat @param {Localizer} localizer */
function describeCycle(step, seat, localizer) {
  const { t } = localizer;
  const { at, facing, survived } = step.after.cycles[seat - 1];
  const state = survived === null ? t('tron.rides') : t('tron.out', { round: survived + 1 });
  const orders = step.turns.flatMap((turn) =>
    (turn.orders ?? []).filter((one) => one.seat === seat).flatMap((one) => one.list),
  );
  const events = step.turns.flatMap((turn) => turn.events ?? []).filter((event) => event.seat === seat);
  /** @type {Fact[]} */
  const facts = [
    { label: t('tron.position'), value: formatField(at) },
    { label: t('tron.facing'), value: t(`tron.${facing}`) },
    ...orders.map((order) => ({
      label: t('tron.order'),
      value: t(order.move ? `tron.${order.move}` : 'tron.nonsense'),
      at: order.at,
      calls: order.calls,
    })),
    ...refusalFacts(refusalsOf(step, seat), t('tron.order'), localizer),
    ...events.map((event) => ({
      label: t('tron.happened'),
      value: describeEvent(event, localizer)?.text ?? '',
    })),
    {
      label: t('tron.state'),
      value: state,
      ...(survived === null ? {} : { tone: /** @type {const} */ ('bad') }),
    },
  ];
  return { title: localizer.name(seat), seat, facts };
}

/** @param {number[]} at */
function formatField(at) {
  return `[${at[0]}, ${at[1]}]`;
}

/** @param {GameEvent} event @param {Localizer} localizer @returns {import('../shell/game.js').Sentence|null} */
function describeEvent(event, { t, name }) {
  const sentence = (/** @type {number} */ weight, /** @type {string} */ text) => ({
    text,
    selection: `p${event.seat}`,
    seat: event.seat,
    weight,
  });
  const who = name(event.seat);
  if (event.type === 'moved') return sentence(0, t('tron.moved', { name: who, at: formatField(event.to) }));
  if (event.type === 'refused') return sentence(1, t('tron.refused', { name: who }));
  if (event.type !== 'crashed') return null;
  const at = formatField(event.at);
  if (!event.wall_of) return sentence(2, t('tron.crashed', { name: who, at }));
  if (event.wall_of === event.seat) return sentence(2, t('tron.intoOwn', { name: who, at }));
  return sentence(2, t('tron.into', { name: who, at, other: name(event.wall_of) }));
}

/** @type {import('../shell/game.js').GameDisplay} */
export default {
  name: 'tron',
  texts,
  open,
  copy,
  applyTurn,
  bounds: (scene) => scene,
  paintGround,
  draw,
  preview: () => {},
  portrait,
  pick,
  positionOf,
  drawnAt: (picture, selection) => {
    const whose = ownerOf(selection);
    return whose && picture.step.after.cycles[whose - 1]
      ? headAt(picture, whose)
      : positionOf(picture.step, selection);
  },
  ownerOf,
  selectionsOf: (_, player) => [`p${player}`],
  trail: (selection, turn) =>
    (turn.events ?? [])
      .filter((event) => event.type === 'moved' && event.seat === ownerOf(selection))
      .map((event) => event.to),
  describe,
  describeEvent,
  selectionOf: (note) => `p${note.seat}`,
  columns: ['figure.rounds'],
  score: (state, player) => {
    const { survived } = state.cycles[player - 1];
    return { cells: [survived ?? state.rounds], out: survived !== null };
  },
  marks: [
    { kind: 'crashed', color: '#b3261e', dark: '#ff8a80' },
    { kind: 'refused', color: '#8a6100', dark: '#f2c14e', quiet: true },
  ],
  choiceLabel: (choice) => `${ARROWS[choice] ?? ''} ${choice}`.trim(),
  choiceFromSelections: (choices, before, now) => {
    const [from, to] = [parseSelection(before), parseSelection(now)];
    const direction = from && to && 'at' in from && 'at' in to ? between(from.at, to.at) : null;
    return choices.find((choice) => choice === direction) ?? null;
  },
};
