/**
 * Who uses the page, and what this caller may do: the answer of `/api/me`. `wag client` serves its own user, who may do everything
 * with the files of the folder; `wag host` serves the accounts of classes.
 */

import { getJson } from 'wag/shell/basics/api.js';

/** @typedef {{id: string, name: string, role: 'owner'|'teacher'|'pupil', language: string|null, may_delete?: boolean}} Account */
/** @typedef {{id: string, name: string, game: string, state: string}} ListedContest */
/** @typedef {{id: string, name: string, role: 'teacher'|'pupil', contests: ListedContest[], archived_at?: number|null, delete_at?: number|null}} MyClass */
/** The server: its clock in UTC milliseconds, its time zone as an IANA name. @typedef {{name: string, kind: 'client'|'host', time: number, time_zone: string, plain_http: boolean, only_here?: import('../basics/i18n.js').Text|null, has_fixed_name?: boolean, clock?: {shown: number, expected: number}|null, notices: string[], games?: {name: string, title: string}[]}} Server */
/** @typedef {{server: Server, account: Account|null, rights: string[], classes: MyClass[], limits: Record<string, number>}} Me */

/** The rights of a page that is served by a program without accounts. */
const ALL = ['workspace', 'solutions', 'tournaments', 'server'];

/** @type {Me} */
let me = {
  server: { name: '', kind: 'client', time: Date.now(), time_zone: '', plain_http: false, notices: [] },
  account: null,
  rights: ALL,
  classes: [],
  limits: {},
};
/** The reading of the page's monotonic clock when the server's time arrived. */
let arrived = performance.now();

/** Loads who uses the page. A program without this address is a `wag client`. @returns {Promise<Me>} */
export async function loadMe() {
  try {
    me = await getJson('/api/me');
    arrived = performance.now();
  } catch (error) {
    const { status } = /** @type {import('../basics/api.js').RequestError} */ (error);
    if (status !== undefined && status !== 404) throw error;
  }
  return me;
}

export function whoAmI() {
  return me;
}

/** Returns whether the caller has a right, such as `tournaments`. @param {string} right */
export function can(right) {
  return me.rights.includes(right);
}

/** Returns whether the caller owns the server. */
export function isOwner() {
  return me.account?.role === 'owner';
}

/** Returns whether the page belongs to a class server. */
export function isHosted() {
  return me.server.kind === 'host';
}

/** Returns the time of the server's clock, in UTC milliseconds. */
export function serverNow() {
  return me.server.time + performance.now() - arrived;
}
