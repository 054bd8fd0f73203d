/**
 * Calls the server of `wag client`. Every failure becomes an `Error` whose message is one sentence for the user.
 */

import { translateMessage } from 'wag/shell/translate-message.js';

/** A built-in player; `locked` is a sentence that says how to unlock it. @typedef {{name: string, about?: string, locked: string|null}} BuiltIn */
/** A file to choose from. @typedef {{name: string, title?: string, about?: string, size?: [number, number]|null, locked?: string|null}} FileChoice */
/** @typedef {{name: string, help?: string}} Named */
/** @typedef {Named & {kind: 'number', least: number, most: number, usual: number|null}} NumberOption */
/** @typedef {Named & {kind: 'choice', of: string[], usual: string}} ChoiceOption */
/** @typedef {Named & {kind: 'flag'}} FlagOption */
/** `absent` is the word for "no file"; `preview` is true if the server provides scenes of the files. @typedef {Named & {kind: 'file', ending: string, usual: string, absent?: string|null, files: FileChoice[], preview?: boolean}} FileOption */
/** A game option. @typedef {NumberOption|ChoiceOption|FlagOption|FileOption} Option */
/** Option values by name, as strings; a flag that is set is `yes`. @typedef {Record<string, string>} Values */
/** @typedef {{name: string, opponents: string[], options: Values, wins: number, wins_needed: number, state: string, unlock?: string}} Stage */
/** The setup of a match. `players` has one player spec per seat, empty for an empty seat. @typedef {{game: string, players: string[], options: Values, seed: number|string|null, challenge: string|null}} Settings */
/** @typedef {{stage?: string, won: boolean, result?: string, counted?: boolean, why_not_counted?: string|null, text: string, source?: string|null, mastered?: boolean, unlocked?: string[], wins?: number, wins_needed?: number}} Verdict */
/** A player's turn. `seconds` is how long it has lasted, `words` the program's message about it. @typedef {{player: string, seat: number, round: number, seconds: number|null, words: import('./i18n.js').Text|null}} Turn */
/** A question to a human player. The answer is one of `choices`, or is put together in the page if `composes`; `fault` says why the previous answer was rejected. @typedef {{number: number, seat: number, choices: string[], composes: boolean, fault: import('./i18n.js').Text|null}} Question */
/** One game of a match; `winners` are seats. @typedef {{replay: string, ready: boolean, over: boolean, winners: number[]}} GameState */
/** The result of several games: games won by each seat, and the seats in the lead. @typedef {{won: number[], winners: number[]}} Total */
/** `replay` and `ready` refer to the game in progress. @typedef {{id: string, replay: string, ready: boolean, games: GameState[], total: Total|null, state: 'running'|'done'|'cancelled'|'failed', round: number, rounds: number, seed?: number|string|null, seconds_left: number|null, rounds_per_s: number|null, error: string|null, question?: Question|null, turn?: Turn|null, lost?: Turn|null, cut?: Turn|null, verdict: Verdict|null}} Run */
/**
 * Everything that a user can choose in a game.
 * @typedef {object} Start
 * @property {string} version
 * @property {string} folder
 * @property {string[]} files         the AIs in the folder
 * @property {string|null} [first]    name of the AI file that the page offers to create if the folder has none
 * @property {string[]} [names]       display names of `files`, in the same order
 * @property {Run|null} run
 * @property {string} game
 * @property {string} title
 * @property {string} [about]
 * @property {{least: number, most: number}} seats
 * @property {string|null} [filler]   the player that takes an empty seat
 * @property {string|null} [person]   player spec of the person at the page
 * @property {BuiltIn[]} built_in
 * @property {Option[]} options
 * @property {Stage[]} stages
 * @property {Settings} settings      the previous choices
 */
/** @typedef {{seat: number, name: string, place: number, figures: [string, number][], forfeits?: boolean}} Standing */
/** @typedef {{id: string, name: string, saved: string, rounds: number|null, players: string[]|null, map: string|null, automatic: boolean, game?: string|null, of_match?: {number: number, games: number}|null, complete?: boolean, standings?: Standing[], error?: string|null}} Save */

/** A player's row in the standings of a tournament; the fields of the first fault are null if there was none. @typedef {{name: string, place: number, place_best: number, place_worst: number, rating: number, rating_ci95: number, points: number, points_most: number, games: number, wins: number, mean_place: number|null, turn_ms_mean: number, faults: number, forfeits: number, first_fault: string|null, first_fault_texts?: import('./i18n.js').Text|null, first_fault_kind: string|null, first_fault_round: number|null, first_fault_match: number|null, current?: boolean, filler?: boolean}} TournamentRow */
/** The standings of a tournament. `versus` has a row and a column per player, in the order of `players`: how often one finished ahead of the other, from 0 to 1, and the number of matches. @typedef {{file: string, game: string, seed: string, places: string[], options: Values, games: number, seats: number, method: string, matches: number, matches_planned: number, replays: number, players: TournamentRow[], versus: ([number, number]|null)[][]}} TournamentDetails */
/** The tournament that this server is playing or has played; a newer state has a greater `change`. @typedef {{file: string, game: string, state: 'running'|'done'|'cancelled'|'failed', change: number, played: number, planned: number, table: TournamentDetails, warnings: string[], error: string|null}} TournamentState */
/** @typedef {{file: string, players: string[], played: number, planned: number, changed: string, error: string|null}} TournamentFile */
/** @typedef {{files: TournamentFile[], now: TournamentState|null}} TournamentList */
/** A tournament to start or resume. To resume one, set `file` and `without`, the players that leave it; for a new one, set everything else. @typedef {{game: string, file?: string, without?: string[], players?: string[], options?: Values, places?: string[], games?: number, seats?: number|null, seed?: number|string|null}} TournamentRequest */
/** `kept` says where the replay is: `here`, `none`, `gone` or `elsewhere`. @typedef {{number: number, place: string|null, seed: string, standings: Standing[], replay: string|null, kept: string}} TournamentMatch */

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
export async function getJson(path, options) {
  let answer;
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...options });
  } catch {
    throw new Error('offline');
  }
  const body = await answer.text();
  const value = parse(body);
  if (!answer.ok) throw new Error(typeof value?.error === 'string' ? translateMessage(value.error) : `${answer.status}`);
  return value;
}

/** @param {string} body */
function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** @param {string} path @param {unknown} [value] */
export function post(path, value) {
  return getJson(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value ?? {}),
  });
}

export const api = {
  /** @param {string} game @returns {Promise<Start>} */
  start: (game) => getJson(`/api/start?game=${encodeURIComponent(game)}`),
  /** Creates a first AI file in the folder. @param {string} game */
  createFirstAi: (game) => post('/api/first', { game }),
  /** @param {string} game @param {string} option @param {string} name @returns {Promise<any>} the scene of a file */
  preview: (game, option, name) => getJson(`/api/preview/${encodeURIComponent(option)}/${encodeURIComponent(name)}?game=${encodeURIComponent(game)}`),
  /** @param {Settings} settings @returns {Promise<Run>} */
  run: (settings) => post('/api/run', settings),
  /** @returns {Promise<Run>} */
  cancel: () => post('/api/run/cancel'),
  /** @param {string} run @param {number} question @param {string} answer */
  answer: (run, question, answer) => post('/api/run/answer', { run, question, answer }),
  /** @returns {Promise<Run>} */
  again: () => post('/api/run/again'),
  /** @returns {Promise<Save[]>} */
  saves: () => getJson('/api/saves'),
  /** @param {string} replay @param {string} name @returns {Promise<Save>} */
  save: (replay, name) => post('/api/saves', { replay, name }),
  /** @param {Blob} file @returns {Promise<{id: string}>} */
  upload: (file) =>
    getJson('/api/replays', { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file }),
  /** @param {string} game @returns {Promise<TournamentList>} */
  tournaments: (game) => getJson(`/api/tournaments?game=${encodeURIComponent(game)}`),
  /** @param {string} file @returns {Promise<TournamentDetails>} */
  tournament: (file) => getJson(`/api/tournaments/${encodeURIComponent(file)}`),
  /** @param {string} file @param {{player?: string, against?: string}} of @returns {Promise<{count: number, matches: TournamentMatch[], replays: string[]}>} */
  tournamentMatches: (file, of) => getJson(`/api/tournaments/${encodeURIComponent(file)}/matches?${new URLSearchParams(of)}`),
  /** @param {string} file @returns {Promise<{count: number, replays: string[]}>} */
  tournamentFinal: (file) => getJson(`/api/tournaments/${encodeURIComponent(file)}/final`),
  /** @param {TournamentRequest} wish @returns {Promise<TournamentState>} */
  startTournament: (wish) => post('/api/tournaments', wish),
  /** @returns {Promise<TournamentState>} */
  stopTournament: () => post('/api/tournaments/stop'),
  stop: () => post('/api/stop'),
};

/**
 * Subscribes to events of the match and the tournament on the server. The browser reconnects by itself.
 * @param {(run: Run) => void} onRun
 * @param {(files: string[]) => void} onFiles
 * @param {(now: TournamentState) => void} onTournament
 */
export function follow(onRun, onFiles, onTournament) {
  const events = new EventSource('/api/run/events');
  events.addEventListener('run', (event) => onRun(JSON.parse(event.data)));
  events.addEventListener('files', (event) => onFiles(JSON.parse(event.data).changed));
  events.addEventListener('tournament', (event) => onTournament(JSON.parse(event.data)));
  return () => events.close();
}
