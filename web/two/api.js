/**
 * Requests to the server about games for two.
 */

import { followEvents } from 'wag/shell/basics/events.js';
import { getJson, post } from 'wag/shell/basics/api.js';

/** @typedef {import('../generated/server.js').TwoPlayerGameNow} TwoPlayerGameNow */

export const tableApi = {
  /** @returns {Promise<import('../generated/server.js').TwoPlayerStart>} */
  start: () => getJson('/api/table'),
  /** @param {import('../generated/server.js').TwoPlayerRequest} wanted @returns {Promise<TwoPlayerGameNow>} */
  begin: (wanted) => post('/api/table', wanted),
  /** @param {string} table @param {number} question @param {string} answer */
  answer: (table, question, answer) => post('/api/table/answer', { table, question, answer }),
  /** @returns {Promise<TwoPlayerGameNow>} */
  cancel: () => post('/api/table/cancel'),
};

/** Subscribes to events of games for two. @param {(news: import('./session.js').Update) => void} onNews */
export function followTable(onNews) {
  return followEvents('/api/table/events', { table: onNews });
}
