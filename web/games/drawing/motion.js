/**
 * The motions of a round. Each begins with its turn and has its own duration, but never lasts longer than 90 % of what
 * is left of its round. From 16 rounds per second on, only straight steps are left.
 */

/** @typedef {import('../../shell/game.js').Picture} Picture */

/** Share of a round that a motion may last. */
const SHARE = 0.9;
/** Durations in milliseconds. */
export const STEP_MS = 160;
export const GRAB_MS = 220;
export const STRIKE_MS = 160;
export const STAR_MS = 120;
export const RING_MS = 240;
export const PIECES_MS = 260;
/** Minimum duration of a round in which more moves than straight steps. */
const ROUND_MS_MIN = 1000 / 16;

/** Returns true if only straight steps are drawn. @param {Picture} picture */
export function isPlain({ roundMs }) {
  return roundMs <= ROUND_MS_MIN;
}

/** Returns the time in the round at which a turn begins, from 0 to 1. @param {Picture} picture @param {number} turn @param {number} turns */
export function startOf({ staggered }, turn, turns) {
  return staggered && turn > 0 ? Math.min(turn, turns - 1) / turns : 0;
}

/**
 * Returns the progress of a motion, from 0 to 1.
 * @param {Picture} picture @param {number} start when it begins in the round, from 0 to 1 @param {number} ms its duration
 * @param {number} [late] milliseconds by which it begins later
 */
export function progress({ t, roundMs }, start, ms, late = 0) {
  if (t >= 1 || roundMs === 0) return 1;
  if (roundMs <= ROUND_MS_MIN) return t;
  const room = roundMs * (1 - start) * SHARE;
  // If the round is too short for the motion and its delay, both are shortened.
  const scale = Math.min(1, room / (ms + late));
  return clamp(((t - start) * roundMs - late * scale) / (ms * scale));
}

/** @param {number} part */
export const clamp = (part) => Math.max(0, Math.min(1, part));

/** @param {number} part */
export const easeOut = (part) => 1 - (1 - part) ** 3;

/** Returns how a step deforms its piece: `stretch` along the way, and `lift` in fields. @param {number} part */
export function gait(part) {
  if (part <= 0 || part >= 1) return { stretch: 0, lift: 0 };
  const stretch =
    part < 0.75
      ? 0.08 * Math.sin((part / 0.75) * Math.PI)
      : -0.06 * Math.sin(((part - 0.75) / 0.25) * Math.PI);
  return { stretch, lift: 0.06 * Math.sin(part * Math.PI) };
}
