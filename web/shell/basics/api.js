/**
 * Calls the server of `wag client`. Every failure becomes an `Error` whose message is one sentence for the user.
 */

import { followEvents } from 'wag/shell/basics/events.js';
import { inLanguage, language } from 'wag/shell/basics/i18n.js';
import { Signal } from 'wag/shell/basics/signal.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';

/** @typedef {import('../../generated/server.js').MatchRequest} MatchRequest */
/** @typedef {import('../../generated/server.js').Run} Run */
/** @typedef {import('../../generated/server.js').ListedSave} ListedSave */
/** @typedef {import('../../generated/server.js').TournamentNow} TournamentNow */

/** An error of a request. Without `status`, the server did not answer; `code` names errors that the page knows. @typedef {Error & {status?: number, code?: string}} RequestError */

/** Emitted when a server with accounts no longer knows the session of this page. @type {Signal<void>} */
export const sessionEnded = new Signal();

/** The requests that wait for a computation, and may stand in a queue. */
const COMPUTES = /^\/api\/(?:run|run\/again|turn|losses|course\/check|files\/[^/]+\/check)(?:\?|$)/;
/** Emits the number of requests that wait for a computation. @type {Signal<number>} */
export const computing = new Signal();
let waiting = 0;

/** Counts a computation until it ends. @template T @param {Promise<T>} computation @returns {Promise<T>} */
export async function countComputation(computation) {
  waiting += 1;
  computing.emit(waiting);
  try {
    return await computation;
  } finally {
    waiting -= 1;
    computing.emit(waiting);
  }
}

/** @param {string} path @param {unknown} [value] @param {string} [method] @param {AbortSignal} [signal] gives the request up */
export function post(path, value, method = 'POST', signal) {
  const request = getJson(path, {
    method,
    signal,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value ?? {}),
  });
  return COMPUTES.test(path) ? countComputation(request) : request;
}

/** @param {string} path @param {RequestInit} [options] @param {(answer: Response) => Promise<string>} [read] reads the body @returns {Promise<any>} */
export async function getJson(path, options, read = (answer) => answer.text()) {
  let answer;
  try {
    answer = await fetch(path, { credentials: 'same-origin', ...options, headers: headersOf(options) });
  } catch {
    throw new Error('offline');
  }
  const value = parse(await read(answer));
  if (answer.ok) return value;
  const { status } = answer;
  const code = value?.error?.code;
  if (code === 'no_session') sessionEnded.emit();
  throw Object.assign(new Error(textOf(value) ?? `${status}`), { status, code });
}

/** Returns the headers of a request. The server accepts a request that changes something only with `X-Wag`, which no other site can send. @param {RequestInit} [options] */
function headersOf(options) {
  const own = { 'Accept-Language': language(), ...(options?.method && { 'X-Wag': '1' }) };
  return { ...own, .../** @type {Record<string, string>} */ (options?.headers) };
}

/** Returns the error of a response in the language of the page. A plain text has only its English form. @param {any} value */
function textOf(value) {
  if (typeof value?.error === 'object') return translateMessage(inLanguage(value.error?.message)) || null;
  if (typeof value?.error !== 'string') return null;
  return value.texts?.[language()] ?? translateMessage(value.error);
}

/** @param {string} body */
function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** @param {string} game @param {string} name @param {string} [act] */
const fileAddress = (game, name, act = '') =>
  `/api/files/${encodeURIComponent(name)}${act}?${new URLSearchParams({ game })}`;

export const api = {
  /** @param {string} game @returns {Promise<import('../../generated/server.js').Start>} */
  start: (game) => getJson(`/api/start?game=${encodeURIComponent(game)}`),
  /** @returns {Promise<import('../../generated/server.js').OfferedGame[]>} the games in Python files */
  games: () => getJson('/api/games'),
  /** Creates a first AI file in the folder. @param {string} game */
  createFirstAi: (game) => post('/api/first', { game }),
  /** @param {string} game @param {string} option @param {string} name @returns {Promise<any>} the scene of a file */
  preview: (game, option, name) =>
    getJson(
      `/api/preview/${encodeURIComponent(option)}/${encodeURIComponent(name)}?game=${encodeURIComponent(game)}`,
    ),
  /** @param {MatchRequest} settings @returns {Promise<Run>} */
  run: (settings) => post('/api/run', settings),
  /** @param {string} replay @returns {Promise<import('../../generated/server.js').Parent>} the replay that a match continues */
  parent: (replay) => getJson(`/api/replays/${encodeURIComponent(replay)}/parent`),
  /** @param {string} replay @param {string} other @returns {Promise<import('../../generated/inspect.js').ReplayDiff>} */
  diff: (replay, other) =>
    getJson(`/api/replays/${encodeURIComponent(replay)}/diff/${encodeURIComponent(other)}`),
  /** @returns {Promise<Run>} */
  cancel: () => post('/api/run/cancel'),
  /** @param {string} run @param {number} question @param {string} answer */
  answer: (run, question, answer) => post('/api/run/answer', { run, question, answer }),
  /** @returns {Promise<Run>} */
  again: () => post('/api/run/again'),
  /** Plays a recorded turn again. @param {string} replay @param {number} seat @param {number} round @param {string|null} file the file that plays it @param {AbortSignal} [signal] gives the request up @returns {Promise<import('../../generated/inspect.js').ReplayedTurn>} */
  turn: (replay, seat, round, file, signal) =>
    post('/api/turn', { replay, seat, round, file }, 'POST', signal),
  /** Returns the report on a player's losses that was computed earlier, or its progress; null if there is none. @param {string} replay @param {number} seat @returns {Promise<import('../../generated/server.js').LossesNow|null>} */
  losses: (replay, seat) => getJson(`/api/replays/${encodeURIComponent(replay)}/losses/${seat}`),
  /** Starts to compute the report on a player's losses. @param {string} replay @param {number} seat @returns {Promise<import('../../generated/server.js').LossesNow>} */
  findLosses: (replay, seat) => post('/api/losses', { replay, seat }),
  stopLosses: () => post('/api/losses/stop'),
  /** Saves what a file must reach from a round on. @param {import('../../generated/server.js').ForkForm} fork @param {number} least @returns {Promise<import('../../generated/server.js').SavedGoal>} */
  saveGoal: (fork, least) => post('/api/goals', { fork, at_least: least }),
  /** @returns {Promise<ListedSave[]>} */
  saves: () => getJson('/api/saves'),
  /** @param {string} replay @param {string} name @returns {Promise<ListedSave>} */
  save: (replay, name) => post('/api/saves', { replay, name }),
  /** @param {Blob} file @returns {Promise<{id: string}>} */
  upload: (file) =>
    getJson('/api/replays', {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file,
    }),
  /** @param {string} game @returns {Promise<import('../../generated/server.js').TournamentList>} */
  tournaments: (game) => getJson(`/api/tournaments?game=${encodeURIComponent(game)}`),
  /** @param {string} file @returns {Promise<import('../../generated/server.js').TournamentTable>} */
  tournament: (file) => getJson(`/api/tournaments/${encodeURIComponent(file)}`),
  /** @param {string} file @param {import('../tournaments/open-tournament.js').MatchFilter} of @returns {Promise<import('../../generated/server.js').TournamentMatches>} */
  tournamentMatches: (file, of) =>
    getJson(`/api/tournaments/${encodeURIComponent(file)}/matches?${new URLSearchParams(of)}`),
  /** @param {string} file @returns {Promise<import('../../generated/server.js').TournamentFinal>} */
  tournamentFinal: (file) => getJson(`/api/tournaments/${encodeURIComponent(file)}/final`),
  /** @param {Partial<import('../../generated/server.js').TournamentForm>} wish @returns {Promise<TournamentNow>} */
  startTournament: (wish) => post('/api/tournaments', wish),
  /** Saves and checks the submissions of a class. @param {string} game @param {{path: string, file: File}[]} files @returns {Promise<import('../../generated/server.js').CheckedClass>} */
  checkSubmissions: (game, files) => {
    const form = new FormData();
    for (const { path, file } of files) form.append('file', file, path);
    return getJson(`/api/submissions?${new URLSearchParams({ game })}`, { method: 'POST', body: form });
  },
  /** @returns {Promise<TournamentNow>} */
  stopTournament: () => post('/api/tournaments/stop'),
  /** @param {string} game @returns {Promise<import('../../generated/server.js').CourseList>} */
  course: (game) => getJson(`/api/course?game=${encodeURIComponent(game)}`),
  /** @param {string} game @param {string} lesson @param {boolean} again @returns {Promise<import('../../generated/server.js').BegunLesson>} */
  beginLesson: (game, lesson, again) => post('/api/course/begin', { game, lesson, again }),
  /** @param {string} game @param {string} lesson @returns {Promise<import('../../generated/server.js').CheckResult>} */
  checkLesson: (game, lesson) => post('/api/course/check', { game, lesson }),
  /** @param {string} game @param {string} lesson @returns {Promise<import('../../generated/server.js').ListedLesson>} */
  nextHint: (game, lesson) => post('/api/course/hint', { game, lesson }),
  /** @param {string} game @param {string} lesson @returns {Promise<Record<string, string>>} the solution by language */
  lessonSolution: (game, lesson) => post('/api/course/solution', { game, lesson }),
  /** @param {string} game @returns {Promise<import('../../generated/server.js').FileList>} the files that the editor can open */
  files: (game) => getJson(`/api/files?${new URLSearchParams({ game })}`),
  /** @param {string} game @param {string} name @returns {Promise<import('../../generated/server.js').FileContent>} */
  readFile: (game, name) => getJson(fileAddress(game, name)),
  /** @param {string} game @param {string} name @param {string} text @param {string|null} version the version that the text replaces; null creates the file @returns {Promise<import('../../generated/server.js').FileVersion>} */
  writeFile: (game, name, text, version) => post(fileAddress(game, name), { text, version }, 'PUT'),
  /** @param {string} game @param {string} name @param {string} to */
  renameFile: (game, name, to) => post(fileAddress(game, name, '/rename'), { to }),
  /** Compiles a file without running it. @param {string} game @param {string} name @returns {Promise<import('../../generated/server.js').CheckedFile>} */
  checkFile: (game, name) => post(fileAddress(game, name, '/check')),
  /** @param {string} game @param {string} language @returns {Promise<import('../../generated/server.js').Stub[]>} */
  stubs: (game, language) => getJson(`/api/stubs?${new URLSearchParams({ game, language })}`),
  stop: () => post('/api/stop'),
};

/**
 * Subscribes to events of the match, the tournament and the explanation on the server.
 * @param {object} listeners
 * @param {(run: Run) => void} listeners.onRun
 * @param {(files: string[]) => void} listeners.onFiles
 * @param {(now: TournamentNow) => void} listeners.onTournament
 * @param {(now: import('../../generated/server.js').LossesNow) => void} listeners.onLosses
 * @param {() => void} listeners.onConnect events before may be lost
 */
export function follow({ onRun, onFiles, onTournament, onLosses, onConnect }) {
  return followEvents('/api/run/events', {
    run: onRun,
    files: ({ changed }) => onFiles(changed),
    tournament: onTournament,
    losses: onLosses,
    connected: onConnect,
  });
}
