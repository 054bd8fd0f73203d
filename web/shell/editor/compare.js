/**
 * Compares a match with the one before it of the same seed: does a change of the code make a difference?
 */

/** @typedef {import('../../generated/replay.js').Chunk} Chunk */
/** @typedef {import('../../generated/replay.js').Turn} Turn */
/** @typedef {import('../replay/frames.js').ReplaySource} ReplaySource */

/** The number of rounds that are compared. */
export const ROUNDS = 200;

/** Fields that say when or where in the code something happened, not what. */
const INCIDENTAL = new Set(['think_us', 'at', 'calls']);

/** @param {string} key @param {unknown} value */
const essential = (key, value) => (INCIDENTAL.has(key) ? undefined : value);

/** Returns a text that is the same for turns that do the same. @param {Turn} turn @param {boolean} withOutput */
function essence({ round, seats, orders, events, reports }, withOutput) {
  const told = (reports ?? []).map(({ seat, output, fault, refused }) => ({
    seat,
    fault: fault?.kind,
    refused: refused?.map(({ kind }) => kind),
    output: withOutput ? output : undefined,
  }));
  return JSON.stringify({ round, seats, orders, events, told }, essential);
}

/** Returns the first round that differs, and whether only what was printed differs; null if none does. @param {Turn[]} before @param {Turn[]} after @returns {{round: number, isOutput: boolean}|null} */
export function firstDifference(before, after) {
  /** @type {{round: number, isOutput: boolean}|null} */
  let printed = null;
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at += 1) {
    const [one, other] = [before[at], after[at]];
    if (!one || !other) return { round: (one ?? other).round, isOutput: false };
    if (essence(one, false) !== essence(other, false)) return { round: one.round, isOutput: false };
    if (!printed && essence(one, true) !== essence(other, true))
      printed = { round: one.round, isOutput: true };
  }
  return printed;
}

/**
 * Compares the first rounds of two matches: `ROUNDS`, or as many as both have.
 * @param {ReplaySource} before @param {ReplaySource} after
 * @returns {Promise<{rounds: number, difference: {round: number, isOutput: boolean}|null}>}
 */
export async function compareMatches(before, after) {
  const headers = await Promise.all([before.header(), after.header()]);
  // A match that was cancelled has fewer rounds; that is no difference.
  const areComplete = headers.every((header) => header.complete);
  const played = headers.map((header) => Math.min(ROUNDS, header.rounds_played));
  const rounds = areComplete ? Math.max(...played) : Math.min(...played);
  const [one, other] = await Promise.all([
    turnsOf(before, headers[0], rounds),
    turnsOf(after, headers[1], rounds),
  ]);
  return { rounds, difference: firstDifference(one, other) };
}

/** @param {ReplaySource} source @param {import('../../generated/replay.js').Header} header @param {number} rounds @returns {Promise<Turn[]>} */
async function turnsOf(source, { chunk_rounds: size, rounds_played: played }, rounds) {
  const count = Math.ceil(Math.min(rounds, played) / size);
  const chunks = await Promise.all(Array.from({ length: count }, (_, number) => source.chunk(number)));
  return chunks.flatMap((chunk) => chunk.turns).filter((turn) => turn.round <= rounds);
}
