/**
 * A cache of recently loaded values that never loads a value twice at the same time. It must never hold more values
 * than its limit.
 */

/** @template T */
export class Cache {
  /** @type {Map<number, T>} */
  #values = new Map();
  /** @type {Map<number, Promise<T>>} */
  #loading = new Map();
  #load;
  #limit;

  /**
   * @param {(key: number) => Promise<T>} load
   * @param {number} limit
   */
  constructor(load, limit) {
    this.#load = load;
    this.#limit = limit;
  }

  get size() {
    return this.#values.size;
  }

  /** Returns a value only if it is cached. @param {number} key @returns {T|undefined} */
  peek(key) {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  /** @param {number} key @returns {Promise<T>} */
  get(key) {
    const value = this.peek(key);
    if (value !== undefined) return Promise.resolve(value);
    const loading = this.#loading.get(key);
    if (loading) return loading;
    const promise = this.#load(key).then((loaded) => {
      if (this.#loading.get(key) === promise) {
        this.#loading.delete(key);
        this.#store(key, loaded);
      }
      return loaded;
    });
    this.#loading.set(key, promise);
    promise.catch(() => this.#loading.delete(key));
    return promise;
  }

  /** Drops a value whose source has changed. @param {number} key */
  drop(key) {
    this.#values.delete(key);
    this.#loading.delete(key);
  }

  /** @param {number} key @param {T} value */
  #store(key, value) {
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#limit) break;
      this.#values.delete(oldest);
    }
  }
}
