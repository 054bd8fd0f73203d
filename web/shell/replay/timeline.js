/**
 * The rounds of a match as steps to display, computed from keyframes and the turns since. Loads chunks on demand and
 * caches a few; it must never hold a whole match.
 */

import { Cache } from 'wag/shell/basics/cache.js';

/** @typedef {import('../../generated/replay.js').Chunk} Chunk */
/** @typedef {import('../game.js').Step} Step */

const CHUNKS_MAX = 24;

export class Timeline {
  /** @type {Cache<Chunk>} */
  #chunks;
  /** @type {Step|null} */
  #last = null;
  #game;
  #scene;
  #rounds;

  /**
   * @param {import('../game.js').GameDisplay} game
   * @param {import('../../generated/replay.js').Header} header
   * @param {(chunk: number) => Promise<Chunk>} load
   */
  constructor(game, header, load) {
    this.#game = game;
    this.#scene = header.scene;
    this.#rounds = Math.max(1, header.chunk_rounds);
    this.#chunks = new Cache(load, CHUNKS_MAX);
  }

  /** @param {number} round */
  chunkOf(round) {
    return Math.max(0, Math.floor((round - 1) / this.#rounds));
  }

  /** Returns the last round of the chunk that contains `round`. @param {number} round */
  endOfChunk(round) {
    return (this.chunkOf(round) + 1) * this.#rounds;
  }

  /** Returns a chunk, loading it if necessary. @param {number} chunk */
  load(chunk) {
    return this.#chunks.get(chunk);
  }

  /** Returns a chunk only if it is loaded. @param {number} chunk */
  peek(chunk) {
    return this.#chunks.peek(chunk);
  }

  /** Drops the chunk after `round`, because the match has grown and the chunk may have changed. @param {number} round */
  invalidate(round) {
    this.#chunks.drop(this.chunkOf(round + 1));
  }

  /** Returns a step if its data are loaded. @param {number} round @returns {Step|null} */
  step(round) {
    if (this.#last?.round === round) return this.#last;
    const chunk = this.#chunks.peek(this.chunkOf(round));
    if (!chunk) return null;
    const before = this.#before(chunk, round);
    const turns = turnsOf(chunk, round);
    const after = this.#game.copy(before);
    for (const turn of turns) this.#game.applyTurn(this.#scene, after, turn);
    this.#last = { round, scene: this.#scene, before, after, turns };
    return this.#last;
  }

  /** Returns the state before a round. @param {Chunk} chunk @param {number} round */
  #before(chunk, round) {
    const near =
      this.#last && this.#last.round < round && this.#last.round >= chunk.first_round - 1 ? this.#last : null;
    // Later turns must only change a copy.
    const state = near ? this.#game.copy(near.after) : this.#game.open(this.#scene, chunk.frame);
    for (const turn of chunk.turns) {
      if (turn.round >= round) break;
      if (!near || turn.round > near.round) this.#game.applyTurn(this.#scene, state, turn);
    }
    return state;
  }
}

/** @param {Chunk} chunk @param {number} round */
export function turnsOf(chunk, round) {
  return chunk.turns.filter((turn) => turn.round === round);
}
