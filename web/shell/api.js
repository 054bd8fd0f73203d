/**
 * Talks to the server of `wag client`. Every failure becomes an `Error` with one sentence that can be shown.
 */

/** @typedef {{name: string, locked: string|null}} Choice */
/** @typedef {{name: string, title?: string, size?: number, locked: string|null}} MapChoice */
/** @typedef {{name: string, opponents: string[], map: string, rounds: number, wins: number, wins_needed: number, state: string, unlock?: string}} Stage */
/** @typedef {{game?: string, players: string[], map: string, rounds: number, seed: number|string|null, challenge: string|null}} Settings */
/** @typedef {{stage?: string, won: boolean, result?: string, counted?: boolean, why_not_counted?: string|null, text: string, source?: string|null, mastered?: boolean, unlocked?: string[], wins?: number, wins_needed?: number}} Verdict */
/** What a person is asked: one of the choices is the answer. @typedef {{number: number, seat: number, choices: string[]}} Question */
/** @typedef {{id: string, replay: string, ready: boolean, state: 'running'|'done'|'cancelled'|'failed', round: number, rounds: number, seconds_left: number|null, rounds_per_s: number|null, error: string|null, question?: Question|null, verdict: Verdict|null}} Run */
/** @typedef {{version: string, folder: string, files: string[], game?: string, person?: string|null, has_rounds?: boolean, built_in: Choice[], maps: MapChoice[], stages: Stage[], settings: Settings, run: Run|null}} Start */
/** @typedef {{id: string, name: string, saved: string, rounds: number|null, players: string[]|null, map: string|null, automatic: boolean, error?: string|null}} Save */

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
  if (!answer.ok) throw new Error(typeof value?.error === 'string' ? value.error : `${answer.status}`);
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
  /** @param {string} game @param {string} name @returns {Promise<any>} the scene of a map */
  map: (game, name) => getJson(`/api/maps/${encodeURIComponent(name)}?game=${encodeURIComponent(game)}`),
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
  stop: () => post('/api/stop'),
};

/**
 * Follows the run on the server. The browser connects again by itself.
 * @param {(run: Run) => void} onRun
 * @param {(files: string[]) => void} onFiles
 */
export function follow(onRun, onFiles) {
  const events = new EventSource('/api/run/events');
  events.addEventListener('run', (event) => onRun(JSON.parse(event.data)));
  events.addEventListener('files', (event) => onFiles(JSON.parse(event.data).changed));
  return () => events.close();
}
