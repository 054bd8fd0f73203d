/**
 * The clock of a replay: the current round, its progress, and the speed. Pure; the drawing loop reads it once per
 * frame. It has no data itself: `last` is the last round that can be shown.
 */

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
/** Minimum rounds per second at speed 1. */
export const PACE_MIN = 2;
/** Maximum duration of a whole match at speed 1, in seconds. */
export const MATCH_S_MAX = 120;

export class Playback {
  /** Last round that can be shown. */
  last = 0;
  /** Length of the whole match in rounds, as far as it is known. */
  total = 0;
  playing = false;
  speed = 1;
  /** Number of whole rounds that have happened, plus the fraction of the next one. */
  #position = 0;

  /** The current round; 0 is the start. */
  get round() {
    return Math.ceil(this.#position);
  }

  /** Progress of the current round, from 0 to 1. */
  get t() {
    return this.#position - Math.ceil(this.#position) + 1;
  }

  /** Rounds per second at the current speed; long matches go faster. */
  get roundsPerSecond() {
    return this.speed * Math.max(PACE_MIN, Math.max(this.total, this.last) / MATCH_S_MAX);
  }

  get atEnd() {
    return this.#position >= this.last;
  }

  /** Jumps to the end of a round. @param {number} round */
  seek(round) {
    this.#position = Math.max(0, Math.min(this.last, Math.round(round)));
  }

  /** Moves one round forward or back, and pauses. @param {number} by */
  step(by) {
    this.playing = false;
    const from = by < 0 ? this.round : Math.floor(this.#position);
    this.seek(from + by);
  }

  /** Starts or pauses; at the end of a finished match, starts from the beginning. @param {boolean} growing */
  toggle(growing) {
    if (!this.playing && this.atEnd && !growing) this.#position = 0;
    this.playing = !this.playing;
    if (!this.playing) this.#position = this.round;
  }

  /** @param {number} by steps in the list of speeds */
  faster(by) {
    const at = SPEEDS.findIndex((speed) => speed >= this.speed);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))];
  }

  /**
   * Lets time pass, but not beyond round `limit`, because later rounds are not loaded yet.
   * @param {number} ms
   * @param {number} limit
   */
  advance(ms, limit) {
    if (!this.playing) return;
    // A page that was suspended must not jump.
    const passed = (Math.min(ms, 250) / 1000) * this.roundsPerSecond;
    this.#position = Math.max(this.#position, Math.min(this.last, limit, this.#position + passed));
  }
}
