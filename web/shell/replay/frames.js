/**
 * The data of a match as the engine sends it. Types only; those that the program defines are in `generated/replay.d.ts`. Anyone may have
 * written the file that these data come from: show them as text and never trust them.
 */

/** @typedef {[number, number]} Point  A field, `[x, y]`. */
/** An order of a game. @typedef {Record<string, any> & import('../../generated/replay.js').Source} Order */
/** @typedef {Record<string, any> & {type: string, seat: any, id: any}} GameEvent */

/**
 * The source of a match: a server, or the page itself.
 * @typedef {object} ReplaySource
 * @property {() => Promise<import('../../generated/replay.js').Header>} header
 * @property {() => Promise<import('../../generated/replay.js').Overview>} overview
 * @property {() => Promise<import('../../generated/replay.js').MatchExplanation>} explanation
 * @property {(chunk: number) => Promise<import('../../generated/replay.js').Chunk>} chunk
 */

export {};
