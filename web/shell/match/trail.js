/**
 * The path of the selected thing up to the current round: its last steps, or all of them on request. Collected chunk by
 * chunk, backwards.
 */

import { PATH } from 'wag/shell/basics/limits.js';

/** @typedef {import('../replay/frames.js').Point} Point */

export class Trail {
  /** Rounds in which the selected thing moved, with the fields of each. @type {{round: number, places: Point[]}[]} */
  #found = [];
  /** First and last of the chunks collected. @type {[number, number]|null} */
  #range = null;
  #selection = '';
  #replay;
  #busy = false;
  /** Number of steps in the path that was requested last. */
  steps = 0;

  /** @param {import('../replay/replay.js').Replay} replay */
  constructor(replay) {
    this.#replay = replay;
  }

  /** Discards the range collected, because the match has grown. */
  invalidate() {
    this.#range = null;
  }

  /** Returns the path up to a round. Missing parts are fetched; `replay.moved` is emitted when they arrive. @param {number} round @returns {Point[]} */
  pathUntil(round) {
    const { selection, timeline } = this.#replay;
    this.steps = 0;
    if (!selection) return [];
    const chunk = timeline.chunkOf(Math.max(1, round));
    if (
      selection !== this.#selection ||
      !this.#range ||
      chunk > this.#range[1] + 1 ||
      chunk < this.#range[0]
    ) {
      this.#selection = selection;
      this.#found = [];
      this.#range = null;
    }
    this.#fetch(chunk);
    const earliest = this.#replay.wholePath ? 0 : round - PATH.rounds;
    const steps = this.#found.filter((one) => one.round <= round && one.round > earliest);
    const shown = steps.slice(-this.#stepsMax);
    this.steps = shown.length;
    return shown.flatMap((one) => one.places);
  }

  get #stepsMax() {
    return this.#replay.wholePath ? PATH.stepsMax : PATH.steps;
  }

  /** @param {number} chunk */
  async #fetch(chunk) {
    if (this.#busy) return;
    const { timeline, playback, wholePath } = this.#replay;
    const isEnough = this.#found.length >= PATH.stepsMax;
    const earliest = wholePath ? 1 : Math.max(1, playback.round - PATH.rounds);
    const first = isEnough ? chunk : timeline.chunkOf(earliest);
    const next = !this.#range
      ? chunk
      : this.#range[1] < chunk
        ? this.#range[1] + 1
        : this.#range[0] > first
          ? this.#range[0] - 1
          : null;
    if (next === null) return;
    this.#busy = true;
    try {
      const selection = this.#selection;
      const loaded = timeline.peek(next) ?? (await this.#replay.source.chunk(next));
      if (selection === this.#selection) this.#add(next, loaded);
    } catch {
      // The path stays as it is; the board reports a missing chunk that it needs.
      return;
    } finally {
      this.#busy = false;
    }
    this.#replay.moved.emit();
  }

  /** @param {number} number @param {import('../../generated/replay.js').Chunk} chunk */
  #add(number, chunk) {
    const { game } = this.#replay;
    const more = chunk.turns
      .map((turn) => ({ round: turn.round, places: game.trail(this.#selection, turn) }))
      .filter((one) => one.places.length > 0);
    const before = this.#range !== null && number < this.#range[0];
    this.#found = before ? [...more, ...this.#found] : [...this.#found, ...more];
    const [low, high] = this.#range ?? [number, number];
    this.#range = [Math.min(low, number), Math.max(high, number)];
  }
}
