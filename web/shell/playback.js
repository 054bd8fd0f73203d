/**
 * The clock of a match: which round is shown, how much of it has happened, how fast it goes on. Pure; whoever draws asks
 * it once per frame. It knows no data: `last` says how far there is something to show.
 */

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
/** The fewest rounds per second at speed 1. */
export const PACE_MIN = 2;
/** The longest that a whole match takes at speed 1, in seconds. */
export const MATCH_S_MAX = 120;

export class Playback {
  /** Rounds there are to be shown. */
  last = 0;
  /** The length of the whole match in rounds, as far as it is known. */
  total = 0;
  playing = false;
  speed = 1;
  /** Whole rounds that have happened, and the part of the next one. */
  #position = 0;

  /** The round shown; 0 is the start. */
  get round() {
    return Math.ceil(this.#position);
  }

  /** How much of the round shown has happened, 0 to 1; 1 when it is over. */
  get t() {
    return this.#position - Math.ceil(this.#position) + 1;
  }

  /** Rounds per second at the chosen speed: long matches go faster. */
  get roundsPerSecond() {
    return this.speed * Math.max(PACE_MIN, Math.max(this.total, this.last) / MATCH_S_MAX);
  }

  get atEnd() {
    return this.#position >= this.last;
  }

  /** Shows a round as it is when it is over. @param {number} round */
  seek(round) {
    this.#position = Math.max(0, Math.min(this.last, Math.round(round)));
  }

  /** One round on or back, at rest. @param {number} by */
  step(by) {
    this.playing = false;
    const from = by < 0 ? this.round : Math.floor(this.#position);
    this.seek(from + by);
  }

  /** Starts and stops; at the end of a finished match it starts from the beginning. @param {boolean} growing */
  toggle(growing) {
    if (!this.playing && this.atEnd && !growing) this.#position = 0;
    this.playing = !this.playing;
    if (!this.playing) this.#position = this.round;
  }

  /** @param {number} by steps on the scale of speeds */
  faster(by) {
    const at = SPEEDS.findIndex((speed) => speed >= this.speed);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))];
  }

  /**
   * Lets time pass, but not beyond `limit`: what follows is not loaded yet.
   * @param {number} ms
   * @param {number} limit
   */
  advance(ms, limit) {
    if (!this.playing) return;
    // A page that was asleep must not jump.
    const passed = (Math.min(ms, 250) / 1000) * this.roundsPerSecond;
    this.#position = Math.max(this.#position, Math.min(this.last, limit, this.#position + passed));
  }
}
