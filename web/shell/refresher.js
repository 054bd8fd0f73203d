/**
 * Fetches new rounds of a replay while its match runs: one request at a time, and not too often.
 */

/** Minimum time between two requests, and the delay before retrying while another request is under way, in milliseconds. */
const PAUSE = 700;
const WAIT = 100;

export class Refresher {
  #onEnded;
  #onFault;
  #isBusy = false;
  #last = 0;

  /** @param {() => void} onEnded @param {(error: unknown) => void} onFault */
  constructor(onEnded, onFault) {
    this.#onEnded = onEnded;
    this.#onFault = onFault;
  }

  /** Refreshes unless the last time was less than `PAUSE` ago. @param {import('./replay.js').Replay} replay */
  refreshNowAndThen(replay) {
    if (performance.now() - this.#last > PAUSE) this.refresh(replay, false);
  }

  /** @param {import('./replay.js').Replay} replay @param {boolean} isLast true if the current state must be fetched now, even after a request that is under way */
  async refresh(replay, isLast) {
    if (this.#isBusy) {
      if (isLast) setTimeout(() => this.refresh(replay, true), WAIT);
      return;
    }
    this.#isBusy = true;
    this.#last = performance.now();
    try {
      await replay.refresh();
      if (isLast) this.#onEnded();
    } catch (error) {
      this.#onFault(error);
    } finally {
      this.#isBusy = false;
      this.#last = performance.now();
    }
  }
}
