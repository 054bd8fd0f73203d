/**
 * Fetches new rounds of a replay while its match runs: one request at a time, and not too often.
 */

/** Minimum time between two requests, and the delay before retrying while another request is under way, in milliseconds. */
const INTERVAL_MIN = 700;
/** The same while no round was played yet: the first one is shown as soon as it is there. */
const FIRST_INTERVAL_MIN = 50;
const RETRY_DELAY = 100;

export class Refresher {
  #onEnded;
  #onError;
  #isBusy = false;
  #last = 0;

  /** @param {() => void} onEnded @param {(error: unknown) => void} onError */
  constructor(onEnded, onError) {
    this.#onEnded = onEnded;
    this.#onError = onError;
  }

  /** Refreshes unless the last time was a short time ago. @param {import('./replay.js').Replay} replay */
  refreshThrottled(replay) {
    const interval = replay.header.rounds_played === 0 ? FIRST_INTERVAL_MIN : INTERVAL_MIN;
    if (performance.now() - this.#last > interval) this.refresh(replay, false);
  }

  /** @param {import('./replay.js').Replay} replay @param {boolean} isLast true if the current state must be fetched now, even after a request that is under way */
  async refresh(replay, isLast) {
    if (this.#isBusy) {
      if (isLast) setTimeout(() => this.refresh(replay, true), RETRY_DELAY);
      return;
    }
    this.#isBusy = true;
    this.#last = performance.now();
    try {
      await replay.refresh();
      if (isLast) this.#onEnded();
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isBusy = false;
      this.#last = performance.now();
    }
  }
}
