/**
 * The state of a match of Warriors & Gatherers, updated by events. No rules are repeated here, since the events contain
 * everything.
 */

/** @typedef {{id: number, type: 'WARRIOR'|'GATHERER', x: number, y: number, cargo: number, last: string}} Unit */
/** @typedef {{stock: number, kills: number, losses: number, out: boolean, units: Map<number, Unit>}} Player */
/** @typedef {{size: number, title?: string, rows: string[], rules: any}} Scene */
/** `resources` maps a field number to an amount. @typedef {{size: number, players: Player[], resources: Map<number, number>}} State */
/** @typedef {import('../../shell/replay/frames.js').GameEvent} GameEvent */

/** @param {Scene} scene @param {any} frame @returns {State} */
export function open(scene, frame) {
  const players = frame.players.map((/** @type {any} */ player) => ({
    stock: player.stock,
    kills: player.kills,
    losses: player.losses,
    out: player.out,
    units: new Map(player.units.map((/** @type {any} */ unit) => [unit.id, openUnit(unit)])),
  }));
  const resources = new Map(
    frame.resources.map((/** @type {[number, number, number]} */ [x, y, amount]) => [
      y * scene.size + x,
      amount,
    ]),
  );
  return { size: scene.size, players, resources };
}

/** @param {any} unit @returns {Unit} */
function openUnit({ id, type, at, cargo, last }) {
  return { id, type, x: at[0], y: at[1], cargo, last };
}

/** @param {State} state @returns {State} */
export function copy(state) {
  const players = state.players.map((player) => {
    const units = new Map();
    for (const [id, unit] of player.units) units.set(id, { ...unit });
    return { ...player, units };
  });
  return { size: state.size, players, resources: new Map(state.resources) };
}

/**
 * Applies a turn. First, the last moves of the seats whose turn it is are reset.
 * @param {Scene} scene @param {State} state @param {import('../../generated/replay.js').Turn} turn
 */
export function applyTurn(scene, state, turn) {
  for (const seat of turn.seats ?? []) {
    for (const unit of state.players[seat - 1]?.units.values() ?? []) unit.last = 'STAY';
  }
  for (const event of turn.events ?? []) APPLY[event.type]?.(state, event, scene);
}

/** @param {State} state @param {{seat: number, id: number}} name */
export function unitOf(state, name) {
  return state.players[name.seat - 1]?.units.get(name.id);
}

/** @type {Record<string, (state: State, event: GameEvent, scene: Scene) => void>} */
const APPLY = {
  created(state, event, scene) {
    const player = state.players[event.seat - 1];
    const [x, y] = baseOf(scene, event.seat);
    player.stock -= scene.rules[event.unit.toLowerCase()].cost;
    player.units.set(event.id, { id: event.id, type: event.unit, x, y, cargo: 0, last: 'STAY' });
  },
  moved(state, event) {
    const unit = unitOf(state, event);
    if (!unit) return;
    unit.last = direction(event.from, event.to);
    [unit.x, unit.y] = event.to;
  },
  fought(state, event) {
    const [winner, loser] = event.attacker_won
      ? [event.attacker, event.defender]
      : [event.defender, event.attacker];
    state.players[winner.seat - 1].kills += 1;
    state.players[loser.seat - 1].losses += 1;
    state.players[loser.seat - 1].units.delete(loser.id);
    changeResources(state, event.at, event.dropped);
  },
  picked_up(state, event) {
    const unit = unitOf(state, event);
    if (unit) unit.cargo += event.amount;
    changeResources(state, event.at, -event.amount);
  },
  delivered(state, event) {
    const unit = unitOf(state, event);
    if (unit) unit.cargo = 0;
    state.players[event.seat - 1].stock += event.amount;
  },
  spawned(state, event) {
    changeResources(state, event.at, event.amount);
  },
  out(state, event) {
    state.players[event.seat - 1].out = true;
  },
};

/** @param {State} state @param {[number, number]} at @param {number} by */
function changeResources(state, at, by) {
  const field = at[1] * state.size + at[0];
  const amount = (state.resources.get(field) ?? 0) + by;
  if (amount > 0) state.resources.set(field, amount);
  else state.resources.delete(field);
}

/** @param {[number, number]} from @param {[number, number]} to */
export function direction(from, to) {
  if (to[0] !== from[0]) return to[0] > from[0] ? 'EAST' : 'WEST';
  if (to[1] !== from[1]) return to[1] > from[1] ? 'SOUTH' : 'NORTH';
  return 'STAY';
}

/** @type {Record<string, [number, number]>} */
export const STEP = { NORTH: [0, -1], SOUTH: [0, 1], EAST: [1, 0], WEST: [-1, 0], STAY: [0, 0] };

/** Returns the terrain of a field in the map file: Y wall, X water, R resource field, 1 to 4 a base, anything else land. @param {Scene} scene @param {number} x @param {number} y */
export function terrain(scene, x, y) {
  return scene.rows[y]?.[x] ?? ' ';
}

/** @type {WeakMap<Scene, [number, number][]>} */
const bases = new WeakMap();

/** @param {Scene} scene @param {number} seat @returns {[number, number]} */
export function baseOf(scene, seat) {
  let found = bases.get(scene);
  if (!found) {
    found = ['1', '2', '3', '4'].map((sign) => {
      const y = scene.rows.findIndex((row) => row.includes(sign));
      return [y < 0 ? 0 : scene.rows[y].indexOf(sign), Math.max(0, y)];
    });
    bases.set(scene, found);
  }
  return found[seat - 1];
}

/** @param {State} state @param {number} seat */
export function score(state, seat) {
  const player = state.players[seat - 1];
  return { cells: [player.stock, player.units.size, player.kills, player.losses], out: player.out };
}
