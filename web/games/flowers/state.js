/**
 * The state of the flower farm, and how events change it.
 */

/** @typedef {{card: number, needed: number, left: number}} Plant */
/** `tiles` in the order of acquisition, `cards` by card number. @typedef {{points: number, gold: number, fertilizer: number, tiles: number[], cards: number[], misses: number}} Player */
/** @typedef {{game: number, round: number, rounds: number, mover: number, special: Set<number>, players: Player[], plants: (Plant|null)[]}} State */

/** The number of a tile is 8 x + y; y counts from below. */
export const SIDE = 8;
/** The cards in the order of their numbers, named as in the numbers of a match. */
export const CARDS = ['water', 'mole', 'fertilizer', 'anemone', 'blue_jazz', 'crocus', 'tulip'];
export const SEEDS = [3, 4, 5, 6];

/** @param {number} tile @returns {[number, number]} */
export function coordinatesOf(tile) {
  return [Math.floor(tile / SIDE), tile % SIDE];
}

/** Returns the field where a tile is drawn; rows count from the top. @param {number} tile @returns {[number, number]} */
export function fieldOf(tile) {
  const [x, y] = coordinatesOf(tile);
  return [x, SIDE - 1 - y];
}

/** @param {number} x @param {number} row @returns {number} */
export function tileAt(x, row) {
  return x * SIDE + SIDE - 1 - row;
}

/** @param {number} tile */
export function formatTile(tile) {
  return `(${coordinatesOf(tile).join(',')})`;
}

/** @param {any} _ @param {any} frame @returns {State} */
export function open(_, frame) {
  return copy({ ...frame, special: new Set(frame.special) });
}

/** @param {State} state @returns {State} */
export function copy(state) {
  const players = state.players.map((player) => ({
    ...player,
    tiles: [...player.tiles],
    cards: [...player.cards],
  }));
  return { ...state, players, plants: state.plants.map((plant) => plant && { ...plant }) };
}

/** Returns the owner of a tile, or 0. @param {State} state @param {number} tile */
export function ownerOf(state, tile) {
  return state.players.findIndex((player) => player.tiles.includes(tile)) + 1;
}

/** Returns true if the viewer sees only the kind of a plant, because it belongs to the other player. @param {State} state @param {number} tile @param {number|null} [eyes] */
export function isHidden(state, tile, eyes) {
  return Boolean(eyes) && ownerOf(state, tile) !== eyes;
}

/** @param {any} scene @param {number} card @returns {any} */
export function numbersOf(scene, card) {
  return scene.numbers[CARDS[card]];
}

/** @param {Plant|null} plant @param {number} drops */
function water(plant, drops) {
  if (plant && plant.needed >= 0) plant.needed = Math.max(-1, plant.needed - drops);
}

/** The change to the state for each type of event. @type {Record<string, (scene: any, state: State, event: any, player: Player) => void>} */
const CHANGES = {
  missed: (_, __, ___, player) => {
    player.misses += 1;
  },
  lost: (_, __, ___, player) => {
    player.points = 0;
  },
  bought: (scene, _, event, player) => {
    player.gold -= scene.numbers.tile * event.tiles.length;
    player.tiles.push(...event.tiles);
  },
  paid: (scene, _, event, player) => {
    for (const [card, amount] of event.cards) {
      player.gold -= numbersOf(scene, card).price * amount;
      player.cards[card] += amount;
    }
  },
  planted: (scene, state, event, player) => {
    for (const [tile, card] of event.plants) {
      const { drops, life } = numbersOf(scene, card);
      state.plants[tile] = { card, needed: drops, left: life };
      player.cards[card] -= 1;
    }
  },
  watered: (_, state, event, player) => {
    for (const [tile, drops] of event.drops) {
      player.cards[0] -= drops;
      water(state.plants[tile], drops);
    }
  },
  harvested: (_, state, event, player) => {
    for (const tile of event.tiles) state.plants[tile] = null;
    player.gold += event.gain;
    player.points += event.gain;
  },
  fertilized: (_, __, event, player) => {
    if (!event.works) return;
    player.cards[2] -= 1;
    player.fertilizer += 3;
  },
  dug: (_, state, event, player) => {
    if (event.fault) return;
    player.cards[1] -= 1;
    state.plants[event.tile] = null;
    for (const one of state.players) one.tiles = one.tiles.filter((tile) => tile !== event.tile);
    player.tiles.push(event.tile);
  },
  rained: (scene, state) => {
    for (const plant of state.plants) water(plant, scene.numbers.rain.drops);
  },
  round_over: (_, state) => {
    state.round += 1;
    for (const player of state.players) player.fertilizer = Math.max(0, player.fertilizer - 1);
    for (const plant of state.plants) {
      if (!plant) continue;
      plant.left -= 1;
      if (plant.left <= 0) plant.needed = -1;
    }
  },
  again: (scene, state, event) => {
    const { numbers } = scene;
    for (const [index, player] of state.players.entries()) {
      Object.assign(player, {
        points: numbers.points,
        gold: numbers.gold,
        fertilizer: 0,
        tiles: [index === 0 ? 0 : SIDE * SIDE - 1],
        cards: CARDS.map((name) => numbers[name].owned),
      });
    }
    Object.assign(state, {
      game: state.game + 1,
      round: 1,
      special: new Set(event.special),
      plants: state.plants.map(() => null),
    });
  },
};

/** @param {any} scene @param {State} state @param {import('../../generated/replay.js').Turn} turn */
export function applyTurn(scene, state, turn) {
  const events = turn.events ?? [];
  for (const event of events) CHANGES[event.type]?.(scene, state, event, state.players[event.seat - 1]);
  state.mover = events.some(({ type }) => type === 'round_over' || type === 'again') ? 1 : 3 - state.mover;
}
