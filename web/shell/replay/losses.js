/**
 * What cost the players of a match the most: the reports that the server computes in the background, one per seat.
 */

import { api } from 'wag/shell/basics/api.js';
import { Signal } from 'wag/shell/basics/signal.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** @typedef {import('../../generated/server.js').LossesNow} LossesNow */
/** What is known of one seat. @typedef {Pick<LossesNow, 'change'|'state'|'played'|'planned'|'report'|'error'>} SeatLosses */

/** @type {SeatLosses} */
const NOTHING = { change: 0, state: 'cancelled', played: 0, planned: 0, report: null, error: null };

/** Returns true if there is a curve of a player's losses. @param {SeatLosses} losses */
export function hasCurve({ report }) {
  return report !== null && report.curve.void === null;
}

export class Losses {
  /** @type {Signal<void>} */
  changed = new Signal();
  /** @type {Map<number, SeatLosses>} */
  #seats = new Map();
  /** The seats that have been looked up. @type {Set<number>} */
  #known = new Set();
  #replay;

  /** @param {import('./replay.js').Replay} replay */
  constructor(replay) {
    this.#replay = replay;
  }

  /** True if a server can compute reports of this match. */
  get isPossible() {
    return this.#replay.id !== null && this.#replay.header.complete && !this.#replay.header.failed;
  }

  /** @param {number} seat */
  of(seat) {
    return this.#seats.get(seat) ?? NOTHING;
  }

  /** Asks once for the report that was computed earlier. @param {number} seat */
  async lookUp(seat) {
    if (!this.isPossible || this.#known.has(seat)) return;
    this.#known.add(seat);
    await this.#request(seat, api.losses(this.#replay.id ?? '', seat));
  }

  /** Starts to compute the report of a seat. @param {number} seat */
  async begin(seat) {
    this.#known.add(seat);
    await this.#request(seat, api.findLosses(this.#replay.id ?? '', seat));
  }

  async stop() {
    await api.stopLosses().catch(() => {});
  }

  /** Takes over a state from the server. @param {LossesNow|null} now */
  take(now) {
    if (!now || now.replay !== this.#replay.id || now.change < this.of(now.seat).change) return;
    this.#seats.set(now.seat, now);
    this.changed.emit();
  }

  /** @param {number} seat @param {Promise<LossesNow|null>} answer */
  async #request(seat, answer) {
    try {
      this.take(await answer);
    } catch (error) {
      this.#seats.set(seat, { ...this.of(seat), state: 'failed', error: errorText(error) });
      this.changed.emit();
    }
  }
}
