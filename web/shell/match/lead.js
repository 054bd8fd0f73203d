/**
 * Who leads a match, and by how much: from the explanation's curve over time, and from the game's figures in one round.
 */

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../../generated/replay.js').Curve} Curve */
/** A point of the time line: `seat` leads alone (null: several are level) by `lead`, which is `share` of its value. @typedef {{round: number, seat: number|null, lead: number, share: number}} LeadPoint */
/** @typedef {{seat: number, value: number, out: boolean, rank: number}} Ranked */

/** Returns the lead at each point of a curve. @param {Curve} curve @returns {LeadPoint[]} */
export function leadOverTime({ rounds, values }) {
  return rounds.map((round, index) => {
    let [best, second, seat] = [-Infinity, -Infinity, /** @type {number|null} */ (null)];
    for (const [at, list] of values.entries()) {
      const value = list[index] ?? 0;
      if (value > best) [best, second, seat] = [value, best, at + 1];
      else if (value > second) second = value;
    }
    if (best === second || !Number.isFinite(second)) return { round, seat: null, lead: 0, share: 0 };
    const lead = best - second;
    return { round, seat, lead, share: Math.min(1, lead / Math.max(1, Math.abs(best))) };
  });
}

/** Returns the last point up to a round. @param {LeadPoint[]} points @param {number} round */
export function leadAt(points, round) {
  return points.findLast((point) => point.round <= round) ?? null;
}

/** Returns the value by which players are ranked. @param {import('../game.js').GameDisplay} game @param {any} state @param {number} seat */
export function leadValue(game, state, seat) {
  return game.lead?.(state, seat) ?? game.score(state, seat).cells[0] ?? 0;
}

/** Returns the players by rank; at the end of a match, by place. @param {Replay} replay @param {import('../game.js').Step} step @returns {Ranked[]} */
export function ranked(replay, step) {
  const isEnd = isAtEnd(replay, step);
  const players = replay.header.players.map(({ seat, place }) => ({
    seat,
    place,
    value: leadValue(replay.game, step.after, seat),
    out: replay.game.score(step.after, seat).out,
  }));
  players.sort(
    (one, other) =>
      (isEnd ? (one.place ?? 0) - (other.place ?? 0) : 0) || other.value - one.value || one.seat - other.seat,
  );
  return players.map(({ seat, place, value, out }) => ({
    seat,
    value,
    out,
    rank: (isEnd && place) || 1 + players.filter((other) => other.value > value).length,
  }));
}

/** Returns true if the step is the last one of a match that was played to its end. @param {Replay} replay @param {import('../game.js').Step} step */
export function isAtEnd(replay, step) {
  return replay.header.complete && step.round === replay.header.rounds_played;
}

/** The name that the program gives to a person. */
const PERSON = /^human\d*$/;

/**
 * Returns the seat of the user's own AI; null if there is none, or more than one, or if a person plays against it.
 * @param {Replay} replay
 */
export function ownSeat({ header }) {
  if (header.players.some(({ name, file, built_in: builtIn }) => builtIn && !file && PERSON.test(name)))
    return null;
  const own = header.players.filter(({ built_in: builtIn, file }) => !builtIn && file);
  return own.length === 1 ? own[0].seat : null;
}
