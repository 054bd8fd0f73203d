/**
 * A signal that calls its listeners when it is emitted.
 */

/** @template T */
export class Signal {
  /** @type {Set<(value: T) => void>} */
  #listeners = new Set();

  /** @param {(value: T) => void} listener @returns {() => void} removes the listener */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {T} value */
  emit(value) {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
