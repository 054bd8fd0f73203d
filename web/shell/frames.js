/**
 * The words in which the engine tells a match: header, chunks of rounds, overview. Types only.
 * Everything in here came from a file that anyone may have written: it is shown as text and never trusted.
 */

/** @typedef {[number, number]} Place  A field, `[x, y]`. */

/**
 * @typedef {object} PlayerInfo
 * @property {number} seat
 * @property {string} name
 * @property {string|null} [file]
 * @property {boolean} [built_in]
 * @property {number} [place]
 * @property {Record<string, number>} [figures]
 * @property {string} [forfeit]  why the player took no part, and so the last place; in English
 * @property {Record<string, string>} [forfeit_texts]  the same in each language
 */

/**
 * @typedef {object} Header
 * @property {string} game
 * @property {string} map
 * @property {number|string} seed
 * @property {number} rounds         planned
 * @property {number} rounds_played
 * @property {boolean} complete      false: still running, interrupted, or rescued from a damaged file
 * @property {boolean} [ended]       no more will come: the match is over, or was interrupted
 * @property {boolean} [repeatable]
 * @property {string} [python]
 * @property {string} [created]
 * @property {number[]} [winners]
 * @property {string[]} [figures]    their names, in the order of the game
 * @property {PlayerInfo[]} players
 * @property {any} scene             the game's own; never changes
 * @property {number} chunk_rounds
 * @property {Record<string, string>} [sources]
 * @property {Advice[]} [notes]      on a match that is over, the costliest first
 */

/** `at` is the source line, `file.py:12`; `calls` all lines that led there, if there are several. @typedef {Record<string, any> & {at?: string, calls?: string[]}} Order */
/** An order that was not taken. @typedef {{kind: string, text?: string, texts?: Record<string, string>, of?: number, values?: Record<string, any>, at?: string, calls?: string[]}} Refusal */
/** What a match teaches a player: a sentence, what it is made of, and where it can be seen. @typedef {{seat: number, kind: string, text?: string, texts?: Record<string, string>, values: Record<string, any>, round?: number, field?: Place, calls?: string[]}} Advice */
/** @typedef {Record<string, any> & {type: string, seat: any, id: any}} GameEvent */
/** @typedef {{fields?: Place[], text?: string, color?: string|null}} Note */
/** What an error means, in each language, and the page of the documents that says more. @typedef {{code: string, text?: Record<string, string>, page?: Record<string, string>}} Explanation */
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
 * @property {any} frame             the game's own: the state before `first_round`
 * @property {Turn[]} turns
 * @property {GameEvent[]} [opening]
 * @property {[number, number]} [damaged]  the first and the last round of which something is missing
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
 * Where a match comes from: a server, or the page itself.
 * @typedef {object} Source
 * @property {() => Promise<Header>} header
 * @property {() => Promise<Overview>} overview
 * @property {(chunk: number) => Promise<Chunk>} chunk
 */

export {};
