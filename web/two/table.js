/**
 * What is known of a table: its lines put together. Pure. Whatever the lines say is a stranger's: it is checked, cut, and
 * counted here, and shown as text only.
 */

import { POSITIONS, PRINTED } from 'wag/two/limits.js';

/** @typedef {{game: string, players: string[], seed: number|string|null, time_limit: number, rounds: number|null}} Wanted */
/** @typedef {{id: string, state: 'running'|'done'|'cancelled'|'failed', wanted: Wanted, error: string|null}} Now */
/** `by` made the `move` that led here; players are 0 and 1. @typedef {{number: number, text: string, move: string|null, by: number|null, toMove: number|null, printed: string}} Position */
/** @typedef {{question: number, moves: string[], count: number}} Question */
/** @typedef {{winner: number|null, reason: string, explanation: string, where: string|null}} Result */
/** @typedef {{table: Now, lines: {number: number, line: any}[]}} News */

export class Table {
  /** @type {Now|null} */
  now = null;
  #next = 0;
  game = '';
  /** @type {string[]} */
  players = [];
  /** @type {boolean[]} */
  people = [];
  seed = '';
  /** @type {Position[]} */
  positions = [];
  /** @type {Question|null} */
  question = null;
  /** @type {Result|null} */
  result = null;
  /** @type {string[]} */
  warnings = [];
  /** What was printed before the first position, or in a tournament. */
  printed = '';
  played = 0;
  games = 0;
  standings = '';

  get isRunning() {
    return this.now?.state === 'running';
  }

  get isTournament() {
    return (this.now?.wanted.rounds ?? null) !== null;
  }

  /** The number of the last position; -1 when there is none. */
  get last() {
    return this.positions.at(-1)?.number ?? -1;
  }

  /** The number of the oldest position that is kept. */
  get first() {
    return this.positions[0]?.number ?? 0;
  }

  /** @param {number} number @returns {Position|null} */
  position(number) {
    return this.positions[number - this.first] ?? null;
  }

  /** @param {number|null} player */
  name(player) {
    return (player === null ? undefined : this.players[player]) ?? '?';
  }

  /** Takes in what the server tells; what was told before is passed over. @param {News} news */
  take({ table, lines }) {
    if (this.now && this.now.id !== table.id) Object.assign(this, new Table()).#next = 0;
    this.now = table;
    for (const { number, line } of lines) {
      if (number < this.#next) continue;
      this.#next = number + 1;
      this.#takeLine(number, line ?? {});
    }
    if (!this.isRunning) this.question = null;
  }

  /** @param {number} number @param {any} line */
  #takeLine(number, line) {
    const printed = text(line.output, PRINTED);
    switch (line.kind) {
      case 'start':
        this.game = text(line.game);
        this.players = list(line.players).map((name) => text(name));
        this.people = list(line.people).map(Boolean);
        this.seed = text(line.seed);
        break;
      case 'position':
        this.question = null;
        this.#addPosition(line, printed);
        return;
      case 'ask':
        this.question = { question: number, moves: list(line.moves).map((move) => text(move)), count: whole(line.count) ?? 0 };
        break;
      case 'result':
        this.question = null;
        this.result = { winner: player(line.winner), reason: text(line.reason), explanation: text(line.explanation, 1000), where: line.where ? text(line.where) : null };
        break;
      case 'tournament':
        this.games = whole(line.games) ?? 0;
        break;
      case 'progress':
        this.played = whole(line.played) ?? this.played;
        break;
      case 'standings':
        this.played = whole(line.played) ?? this.played;
        this.standings = text(line.text, 20000);
        break;
      case 'warning':
        this.warnings.push(text(line.text, 500));
        break;
    }
    this.#print(printed);
  }

  /** @param {any} line @param {string} printed */
  #addPosition(line, printed) {
    const position = { number: this.last + 1, text: text(line.text, 10000), move: line.move === null ? null : text(line.move), by: player(line.by), toMove: player(line.to_move), printed };
    // The first that is kept here may not be the first that was played.
    if (this.positions.length === 0) position.number = whole(line.number) ?? 0;
    this.positions.push(position);
    if (this.positions.length > POSITIONS) this.positions.shift();
  }

  /** @param {string} printed */
  #print(printed) {
    const position = this.positions.at(-1);
    if (position) position.printed = (position.printed + printed).slice(0, PRINTED);
    else this.printed = (this.printed + printed).slice(0, PRINTED);
  }
}

/** The number of the choice that was typed: a number, or a move as it is shown; null if it is none. @param {Question} question @param {string} typed */
export function choice(question, typed) {
  const word = typed.trim();
  const at = question.moves.indexOf(word);
  const number = Number(word);
  if (/^\d{1,9}$/.test(word) && number >= 1 && number <= question.count) return number;
  return at >= 0 ? at + 1 : null;
}

/** @param {unknown} value */
function text(value, limit = 200) {
  return typeof value === 'string' ? value.slice(0, limit) : '';
}

/** @param {unknown} value @returns {unknown[]} */
function list(value) {
  return Array.isArray(value) ? value : [];
}

/** @param {unknown} value @returns {number|null} */
function whole(value) {
  return Number.isSafeInteger(value) ? /** @type {number} */ (value) : null;
}

/** @param {unknown} value @returns {number|null} */
function player(value) {
  return value === 0 || value === 1 ? value : null;
}
