/**
 * Asks for what has been added to a replay while its match is played: one request at a time, and not too often.
 */

/** It is asked this often what there is, in milliseconds; and so long is waited where another request is on its way. */
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

  /** Unless that was a moment ago. @param {import('./replay.js').Replay} replay */
  refreshNowAndThen(replay) {
    if (performance.now() - this.#last > PAUSE) this.refresh(replay, false);
  }

  /** @param {import('./replay.js').Replay} replay @param {boolean} isLast whether what there is now must be asked for, at once */
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
