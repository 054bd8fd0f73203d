/**
 * The state of a gem duel, updated by events. No rules are repeated here: the events contain everything, and the
 * accounts of colors follow from what events credit and take.
 */

/** @typedef {{life: number, shield: number, red: number, yellow: number, green: number, lilac: number}} Account */
/** `field` has a list of letters for each column, from below. @typedef {{field: string[][], players: Account[], mover: number, moves: number, over: boolean}} State */
/** @typedef {{size: number, opener: number, rules: any, preview?: any}} Scene */
/** @typedef {import('../../shell/replay/frames.js').GameEvent} GameEvent */
/** @typedef {import('../../generated/replay.js').Turn} Turn */

/** @type {Record<string, 'red'|'yellow'|'green'|'lilac'>} */
const ACCOUNTS = { R: 'red', Y: 'yellow', G: 'green', L: 'lilac' };

/** @param {Scene} scene @param {any} frame @returns {State} */
export function open(scene, frame) {
  return {
    field: columns(scene.size, frame.rows),
    players: frame.players.map((/** @type {Account} */ account) => ({ ...account })),
    mover: frame.mover,
    moves: frame.moves,
    over: frame.over === true,
  };
}

/** Converts rows, the top one first, to columns. @param {number} size @param {string[]} rows */
export function columns(size, rows) {
  return Array.from({ length: size }, (_, x) =>
    rows
      .map((row) => row[x] ?? '.')
      .reverse()
      .filter((letter) => letter !== '.'),
  );
}

/** @param {State} state @returns {State} */
export function copy(state) {
  return { ...state, field: copyField(state.field), players: state.players.map((player) => ({ ...player })) };
}

/** @param {string[][]} field */
export function copyField(field) {
  return field.map((column) => [...column]);
}

/** @param {Scene} scene @param {State} state @param {Turn} turn */
export function applyTurn(scene, state, turn) {
  const seat = turn.seats?.[0] ?? state.mover;
  state.moves += 1;
  state.mover = seat === 1 ? 2 : 1;
  for (const event of turn.events ?? []) {
    change(state.field, event);
    APPLY[event.type]?.(state, event, scene);
  }
}

/** Applies an event to a board; returns true if it has changed. @param {string[][]} field @param {GameEvent} event */
export function change(field, event) {
  if (event.type === 'swapped') {
    const [[x1, y1], [x2, y2]] = [event.from, event.to];
    if (field[x1]?.[y1] === undefined || field[x2]?.[y2] === undefined) return false;
    [field[x1][y1], field[x2][y2]] = [field[x2][y2], field[x1][y1]];
    return true;
  }
  if (event.type === 'removed') {
    const gone = new Set(event.places.map((/** @type {[number, number]} */ [x, y]) => `${x},${y}`));
    for (const [x, column] of field.entries()) field[x] = column.filter((_, y) => !gone.has(`${x},${y}`));
    refill(field, event.refill);
    return true;
  }
  if (event.type === 'row_dropped') {
    for (const column of field) column.shift();
    refill(field, event.refill);
    return true;
  }
  return false;
}

/** @param {string[][]} field @param {[number, number, string][]} tiles */
function refill(field, tiles) {
  for (const [x, , letter] of tiles) field[x]?.push(letter);
}

/** @type {Record<string, (state: State, event: GameEvent, scene: Scene) => void>} */
const APPLY = {
  failed(state, event) {
    Object.assign(state.players[event.seat - 1], { life: 0, shield: 0 });
    state.mover = event.seat;
  },
  credited(state, event, scene) {
    const player = state.players[event.seat - 1];
    for (const letter of event.tiles) {
      if (ACCOUNTS[letter]) player[ACCOUNTS[letter]] += 1;
      else if (letter === 'B') player.shield = Math.min(player.shield + 1, scene.rules.shield);
    }
  },
  cashed_in(state, event, scene) {
    const account = ACCOUNTS[event.colour];
    if (account) state.players[event.seat - 1][account] -= scene.rules.threshold;
  },
  hurt(state, event) {
    state.players[event.seat - 1] = { ...event.left };
  },
  another_turn(state, event, scene) {
    state.players[event.seat - 1].lilac -= scene.rules.threshold;
    state.mover = event.seat;
  },
  ended(state) {
    state.over = true;
  },
};

/** @param {State} state @param {number} seat */
export function score(state, seat) {
  const { life, shield, red, yellow, green, lilac } = state.players[seat - 1];
  return { cells: [life, shield, red, yellow, green, lilac], out: life === 0 };
}
