/**
 * The state of the ant war, and how turns change it. Squares are (row, column), while the page's fields are [column,
 * row]. Arrays are never modified but replaced, because states share them.
 */

/** Row, column, owner. @typedef {[number, number, number]} Ant */
/** Row, column, owner, and true if it is not razed. @typedef {[number, number, number, boolean]} Hill */
/** @typedef {{score: number, hive: number, status: string}} Player */
/** @typedef {{turn: number, ants: Ant[], food: [number, number][], hills: Hill[], players: Player[]}} State */
/** @typedef {import('../../shell/replay/frames.js').GameEvent} GameEvent */
/** @typedef {{width: number, height: number, rows: string[], viewradius2: number, attackradius2: number}} Scene */

/** Row and column offset of each direction. @type {Record<string, [number, number]>} */
export const STEPS = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };

/** Points for razing a hill. */
const RAZED = 2;

/** Returns the number of a square. @param {{width: number}} scene @param {number} row @param {number} col */
export function keyOf(scene, row, col) {
  return row * scene.width + col;
}

/** @param {Scene} scene @param {number} row @param {number} col @returns {[number, number]} */
export function wrapped(scene, row, col) {
  return [(row + scene.height) % scene.height, (col + scene.width) % scene.width];
}

/** Returns the numbers of squares. @param {Scene} scene @param {number[][]} squares */
export function keysOf(scene, squares) {
  return new Set(squares.map(([row, col]) => keyOf(scene, row, col)));
}

/** Returns the direction of each moving ant by the number of its square. @param {Scene} scene @param {GameEvent[]} events @returns {Map<number, string>} */
export function movesIn(scene, events) {
  const moves = events.filter((event) => event.type === 'moved').flatMap((event) => event.moves);
  return new Map(moves.map(([row, col, way]) => [keyOf(scene, row, col), way]));
}

/** @param {Scene} scene @param {Ant[]} ants @param {Map<number, string>} moves @returns {Ant[]} */
function moveAnts(scene, ants, moves) {
  return ants.map((ant) => {
    const step = STEPS[moves.get(keyOf(scene, ant[0], ant[1])) ?? ''];
    return step ? [...wrapped(scene, ant[0] + step[0], ant[1] + step[1]), ant[2]] : ant;
  });
}

/** @param {any} _ @param {any} frame @returns {State} */
export function open(_, frame) {
  return { turn: frame.turn, ants: frame.ants, food: frame.food, hills: frame.hills, players: frame.players };
}

/** @param {State} state @returns {State} */
export function copy(state) {
  return { ...state };
}

/** @param {Scene} scene @param {State} state @param {import('../../generated/replay.js').Turn} turn */
export function applyTurn(scene, state, turn) {
  for (const event of turn.events ?? []) applyEvent(scene, state, event);
}

/** @param {Scene} scene @param {State} state @param {GameEvent} event */
function applyEvent(scene, state, event) {
  if (event.type === 'turn') state.turn += 1;
  if (event.type === 'moved') state.ants = moveAnts(scene, state.ants, movesIn(scene, [event]));
  if (event.type === 'died') state.ants = without(scene, state.ants, event.ants);
  if (event.type === 'born') {
    state.ants = [...state.ants, ...event.ants];
    for (const [, , owner] of event.ants) change(state, owner, { hive: -1 });
  }
  if (event.type === 'food') state.food = [...state.food, ...event.food];
  if (event.type === 'gathered') {
    state.food = without(scene, state.food, event.food);
    for (const [, , owner] of event.food) if (owner) change(state, owner, { hive: 1 });
  }
  if (event.type === 'razed') raze(state, event.hill, event.seat);
  if (event.type === 'removed') {
    const standing = state.hills.filter(([, , owner, stands]) => owner === event.seat && stands).length;
    change(state, event.seat, { score: -standing }, event.why);
  }
  if (event.type === 'counted')
    state.players = state.players.map((player, index) => ({
      ...player,
      score: event.scores[index],
      hive: event.hives[index],
    }));
  if (event.type === 'eliminated') change(state, event.seat, {}, 'eliminated');
  if (event.type === 'over')
    for (const [index, score] of event.bonus.entries()) change(state, index + 1, { score });
}

/** @template {number[]} T @param {Scene} scene @param {T[]} list @param {number[][]} gone @returns {T[]} */
function without(scene, list, gone) {
  const keys = keysOf(scene, gone);
  return list.filter(([row, col]) => !keys.has(keyOf(scene, row, col)));
}

/** @param {State} state @param {number} seat @param {{score?: number, hive?: number}} by @param {string} [status] */
function change(state, seat, { score = 0, hive = 0 }, status) {
  state.players = state.players.map((player, index) =>
    index === seat - 1
      ? { score: player.score + score, hive: player.hive + hive, status: status ?? player.status }
      : player,
  );
}

/** A razed hill costs its owner one point; a player that was removed has already paid for all of its hills. @param {State} state @param {number} hill @param {number} by */
function raze(state, hill, by) {
  const owner = state.hills[hill][2];
  if (['survived', 'eliminated'].includes(state.players[owner - 1].status))
    change(state, owner, { score: -1 });
  change(state, by, { score: RAZED });
  state.hills = state.hills.map((one, index) => (index === hill ? [one[0], one[1], one[2], false] : one));
}

/** Returns the squares within a radius, as offsets from the center. @param {number} radius2 @returns {[number, number][]} */
export function within(radius2) {
  const far = Math.floor(Math.sqrt(radius2));
  const axis = Array.from({ length: 2 * far + 1 }, (_, index) => index - far);
  return axis.flatMap((row) =>
    axis
      .filter((col) => row * row + col * col <= radius2)
      .map((col) => /** @type {[number, number]} */ ([row, col])),
  );
}

/** Returns an array with 1 for each square that the ants of a player see. @param {Scene} scene @param {State} state @param {number} seat */
export function seenBy(scene, state, seat) {
  const near = within(scene.viewradius2);
  const seen = new Uint8Array(scene.width * scene.height);
  for (const [row, col, owner] of state.ants) {
    if (owner !== seat) continue;
    for (const [down, right] of near) seen[keyOf(scene, ...wrapped(scene, row + down, col + right))] = 1;
  }
  return seen;
}
