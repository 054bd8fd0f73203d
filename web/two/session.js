/**
 * The state of a game or tournament for two, built from the server's lines. Pure. The lines are untrusted: this module
 * checks and limits them, and the page shows them as text only.
 */

import { GAMES, POSITIONS, PRINTED } from 'wag/two/limits.js';

/** A position; player `by` made the `move` that led to it. Players are 0 and 1. @typedef {{number: number, text: string, move: string|null, by: number|null, toMove: number|null, printed: string}} Position */
/** @typedef {{question: number, moves: string[], count: number}} Question */
/** @typedef {{winner: number|null, reason: string, explanation: string, where: string|null}} Result */
/** A game of a tournament; it can be opened only if it has positions. @typedef {{number: number, players: string[], family: string, result: Result, positions: any[]}} PlayedGame */
/** A row of the standings of a tournament. @typedef {{name: string, points: number, wins: number, draws: number, losses: number, void: number}} Row */
/** @typedef {{table: import('../generated/server.js').TwoPlayerGameNow, lines: {number: number, line: any}[]}} Update */

/** @type {import('../generated/server.js').TwoPlayerGameNow} */
const EMPTY = {
  id: '',
  state: 'done',
  wanted: { game: '', players: [], seed: null, time_limit: 0, rounds: null },
  error: null,
};

export class Session {
  /** @type {import('../generated/server.js').TwoPlayerGameNow|null} */
  now = null;
  #next = 0;
  game = '';
  /** @type {string[]} */
  players = [];
  /** @type {boolean[]} */
  people = [];
  seed = '';
  /** The class of the course's game; empty for any other game. */
  family = '';
  /** @type {Position[]} */
  positions = [];
  /** @type {Question|null} */
  question = null;
  /** @type {Result|null} */
  result = null;
  /** @type {string[]} */
  warnings = [];
  /** Output before the first position, or in a tournament. */
  printed = '';
  played = 0;
  games = 0;
  /** @type {Row[]} */
  rows = [];
  /** The games of a tournament, in order. @type {PlayedGame[]} */
  list = [];

  get isRunning() {
    return this.now?.state === 'running';
  }

  get isTournament() {
    return (this.now?.wanted.rounds ?? null) !== null;
  }

  /** The number of the last position, or -1. */
  get last() {
    return this.positions.at(-1)?.number ?? -1;
  }

  /** The number of the oldest position kept. */
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

  /** Applies the server's state and lines; lines that were applied before are skipped. @param {Update} news */
  apply({ table, lines }) {
    if (this.now && this.now.id !== table.id) Object.assign(this, new Session()).#next = 0;
    this.now = table;
    for (const { number, line } of lines) {
      if (number < this.#next) continue;
      this.#next = number + 1;
      this.#applyLine(number, line ?? {});
    }
    if (!this.isRunning) this.question = null;
  }

  /** @param {number} number @param {any} line */
  #applyLine(number, line) {
    const printed = text(line.output, PRINTED);
    switch (line.kind) {
      case 'start':
        this.game = text(line.game);
        this.players = list(line.players).map((name) => text(name));
        this.people = list(line.people).map(Boolean);
        this.seed = text(line.seed);
        this.family = text(line.family);
        break;
      case 'position':
        this.question = null;
        this.#addPosition(line, printed);
        return;
      case 'ask':
        this.question = {
          question: number,
          moves: list(line.moves).map((move) => text(move)),
          count: integer(line.count) ?? 0,
        };
        break;
      case 'result':
        this.question = null;
        this.result = resultOf(line);
        break;
      case 'tournament':
        this.games = integer(line.games) ?? 0;
        this.players = list(line.players).map((name) => text(name));
        break;
      case 'game':
        this.#addGame(line);
        break;
      case 'progress':
        this.played = integer(line.played) ?? this.played;
        break;
      case 'standings':
        this.played = integer(line.played) ?? this.played;
        this.rows = list(line.rows).map(rowOf);
        break;
      case 'warning':
        this.warnings.push(text(line.text, 500));
        break;
    }
    this.#print(printed);
  }

  /** @param {any} line */
  #addGame(line) {
    const known = this.list.at(-1)?.number ?? -1;
    const number = integer(line.number) ?? 0;
    if (number <= known || this.list.length >= GAMES) return;
    const players = list(line.players).map((name) => text(name));
    this.list.push({
      number,
      players,
      family: text(line.family),
      result: resultOf(line),
      positions: list(line.positions),
    });
  }

  /** Returns a game of this tournament as a session. @param {PlayedGame} played */
  open({ players, family, result, positions }) {
    const session = new Session();
    const now = { ...(this.now ?? EMPTY), state: /** @type {const} */ ('done') };
    Object.assign(session, {
      now: { ...now, wanted: { ...now.wanted, players, rounds: null } },
      players,
      people: [false, false],
      family,
      game: now.wanted.game,
      result,
    });
    for (const [at, position] of positions.entries()) {
      const [shown, move, toMove] = list(position);
      const by = list(positions[at - 1])[2];
      session.#addPosition({ number: at, text: shown, move: move ?? null, by, to_move: toMove }, '');
    }
    return session;
  }

  /** @param {any} line @param {string} printed */
  #addPosition(line, printed) {
    const position = {
      number: this.last + 1,
      text: text(line.text, 10000),
      move: line.move === null ? null : text(line.move),
      by: player(line.by),
      toMove: player(line.to_move),
      printed,
    };
    // The first position kept here may not be the first one played.
    if (this.positions.length === 0) position.number = integer(line.number) ?? 0;
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

/** Returns the number of the choice that was typed, either as a number or as a move; null if there is none. @param {Question} question @param {string} typed @param {(move: string) => string} shown */
export function choiceNumber(question, typed, shown = (move) => move) {
  const word = typed.trim();
  const at = question.moves.findIndex((move) => move === word || shown(move) === word);
  const number = Number(word);
  if (/^\d{1,9}$/.test(word) && number >= 1 && number <= question.count) return number;
  return at >= 0 ? at + 1 : null;
}

/** @param {any} line @returns {Result} */
function resultOf(line) {
  return {
    winner: player(line.winner),
    reason: text(line.reason),
    explanation: text(line.explanation, 1000),
    where: line.where ? text(line.where) : null,
  };
}

/** @param {unknown} value @returns {Row} */
function rowOf(value) {
  const [name, ...numbers] = list(value);
  const [points, wins, draws, losses, none] = [0, 1, 2, 3, 4].map((at) => integer(numbers[at]) ?? 0);
  return { name: text(name), points, wins, draws, losses, void: none };
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
function integer(value) {
  return Number.isSafeInteger(value) ? /** @type {number} */ (value) : null;
}

/** @param {unknown} value @returns {number|null} */
function player(value) {
  return value === 0 || value === 1 ? value : null;
}
