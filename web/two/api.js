/**
 * Requests to the server about games for two.
 */

import { getJson, post } from 'wag/shell/api.js';

/** @typedef {import('./session.js').SessionSettings} SessionSettings */
/** @typedef {import('./session.js').SessionState} SessionState */
/** An argument of a class; `usual` is its default, null if it has none. @typedef {{name: string, usual: string|null}} Argument */
/** A game or a player, and the arguments that may follow its colon. @typedef {{word: string, arguments: Argument[]}} Choice */
/** @typedef {{games: Choice[], players: Choice[], own_games: Choice[], own_players: Choice[]}} Choices */
/** @typedef {{folder: string, choices: Choices, table: SessionState|null}} Start */

export const tableApi = {
  /** @returns {Promise<Start>} */
  start: () => getJson('/api/table'),
  /** @param {SessionSettings} wanted @returns {Promise<SessionState>} */
  begin: (wanted) => post('/api/table', wanted),
  /** @param {string} table @param {number} question @param {string} answer */
  answer: (table, question, answer) => post('/api/table/answer', { table, question, answer }),
  /** @returns {Promise<SessionState>} */
  cancel: () => post('/api/table/cancel'),
};

/** Subscribes to events of games for two. The browser reconnects by itself. @param {(news: import('./session.js').Update) => void} onNews */
export function followTable(onNews) {
  const events = new EventSource('/api/table/events');
  events.addEventListener('table', (event) => onNews(JSON.parse(event.data)));
  return () => events.close();
}
