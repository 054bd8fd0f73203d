/**
 * The explanation of a match, loaded once for all parts of the page, and again when a running match has grown.
 */

import { Signal } from 'wag/shell/basics/signal.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** The explanation of a running match is loaded again when the match is longer by this factor. */
const GROWTH = 1.1;

export class ExplanationLoader {
  /** @type {import('../../generated/replay.js').MatchExplanation|null} */
  latest = null;
  /** Why the explanation could not be loaded. */
  error = '';
  /** @type {Signal<void>} */
  changed = new Signal();
  /** The number of rounds, and whether the match was over, when the explanation was last requested. */
  #requested = { rounds: -1, isOver: false };
  #replay;

  /** @param {import('./replay.js').Replay} replay */
  constructor(replay) {
    this.#replay = replay;
  }

  /** Loads the explanation if it is missing or outdated. */
  async update() {
    const { header, isOver } = this.#replay;
    const { rounds_played: rounds } = header;
    if (this.#requested.isOver === isOver && rounds <= this.#requested.rounds * GROWTH) return;
    this.#requested = { rounds, isOver };
    try {
      this.latest = await this.#replay.source.explanation();
      this.error = '';
    } catch (error) {
      this.error = errorText(error);
    }
    this.changed.emit();
  }
}
