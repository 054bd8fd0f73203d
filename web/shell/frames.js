/**
 * The data of a match as the engine sends it: header, chunks of rounds, overview. Types only. Anyone may have written
 * the file that these data come from: show them as text and never trust them.
 */

/** @typedef {[number, number]} Point  A field, `[x, y]`. */

/**
 * @typedef {object} PlayerInfo
 * @property {number} seat
 * @property {string} name
 * @property {string|null} [file]
 * @property {boolean} [built_in]
 * @property {number} [place]
 * @property {Record<string, number>} [figures]
 * @property {string} [forfeit]  why the player took no part and came last; in English
 * @property {Record<string, string>} [forfeit_texts]  the same in each language
 */

/**
 * @typedef {object} Header
 * @property {string} game
 * @property {string} map
 * @property {number|string} seed
 * @property {number} rounds         planned
 * @property {number} rounds_played
 * @property {boolean} complete      false if still running, interrupted, or recovered from a damaged file
 * @property {boolean} [ended]       true if no more rounds will follow: the match is over or was interrupted
 * @property {boolean} [repeatable]
 * @property {string} [python]
 * @property {string} [created]
 * @property {number[]} [winners]
 * @property {string[]} [figures]    names of the figures, in the order of the game
 * @property {PlayerInfo[]} players
 * @property {any} scene             defined by the game; never changes
 * @property {number} chunk_rounds
 * @property {Record<string, string>} [sources]
 * @property {Advice[]} [notes]      notes on a finished match, the costliest first
 */

/** `at` is the source line, `file.py:12`; `calls` is the call stack, if there are several lines. @typedef {Record<string, any> & {at?: string, calls?: string[]}} Order */
/** A refused order. @typedef {{kind: string, text?: string, texts?: Record<string, string>, of?: number, values?: Record<string, any>, at?: string, calls?: string[]}} Refusal */
/** Advice to a player after the match: a sentence, its values, and the place where it can be seen. @typedef {{seat: number, kind: string, text?: string, texts?: Record<string, string>, values: Record<string, any>, round?: number, field?: Point, calls?: string[]}} Advice */
/** @typedef {Record<string, any> & {type: string, seat: any, id: any}} GameEvent */
/** @typedef {{fields?: Point[], text?: string, color?: string|null}} Note */
/** The meaning of an error in each language, and the page of the documents that explains it. @typedef {{code: string, text?: Record<string, string>, page?: Record<string, string>}} Explanation */
/** @typedef {{kind: string, message?: string, texts?: Record<string, string>, explanation?: Explanation}} Fault */

/**
 * @typedef {object} Report
 * @property {number} seat
 * @property {number} [think_us]
 * @property {string} [output]
 * @property {number} [output_dropped]
 * @property {Note[]} [notes]
 * @property {Refusal[]} [refused]
 * @property {number} [refused_total]
 * @property {Fault|null} [fault]
 */

/**
 * @typedef {object} Turn
 * @property {number} round
 * @property {number[]} [seats]
 * @property {{seat: number, list: Order[]}[]} [orders]
 * @property {GameEvent[]} [events]
 * @property {Report[]} [reports]
 * @property {{seat: number, notice: string}[]} [notices]
 */

/**
 * @typedef {object} Chunk
 * @property {number} chunk
 * @property {number} first_round
 * @property {any} frame             the state before `first_round`, defined by the game
 * @property {Turn[]} turns
 * @property {GameEvent[]} [opening]
 * @property {[number, number]} [damaged]  the first and the last damaged round
 */

/** @typedef {{round: number, kind: string, seat?: number}} Mark */

/**
 * @typedef {object} Overview
 * @property {number} stride
 * @property {number[]} rounds
 * @property {string[]} figures
 * @property {{seat: number, values: Record<string, number[]>}[]} players
 * @property {Mark[]} marks
 */

/**
 * The source of a match: a server, or the page itself.
 * @typedef {object} ReplaySource
 * @property {() => Promise<Header>} header
 * @property {() => Promise<Overview>} overview
 * @property {(chunk: number) => Promise<Chunk>} chunk
 */

export {};
