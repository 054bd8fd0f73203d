/**
 * Calls the addresses that only a class server has: accounts, classes, contests, marks.
 */

import { getJson, post } from 'wag/shell/basics/api.js';

/** A state of a hand-in: `received`, `checking`, `valid`, `invalid` or `withdrawn`; `reason` says why it is invalid. @typedef {{id: string, contest: string, account: string, version: number, state: string, reason: {message: import('../basics/i18n.js').Text, file: string|null, line: number|null}|null, is_late: boolean, arrived_at: number, active: boolean, bytes: number, sha256: string}} HandIn */
/** @typedef {{id: string, class: string, class_name: string, name: string, game: string, problem?: import('../basics/i18n.js').Text|null, game_changed?: boolean, options: Record<string, string|string[]>, form: string, forms?: {form: string, matches: number|null}[], state: string, opens_at: number|null, deadline_at: number|null, seen_by: string, final_rule: {matches_per_pair: number}, released_at: number|null, revealed: number|null, turn_seconds: number|null, match_seconds?: number|null, entry: {active: string|null, grace_until: number|null, withdrawn_at: number|null}|null, can_teach: boolean, progress: {done: number, all: number}|null, server_time: number, notice?: import('../basics/i18n.js').Text, entries?: {account: string, grace_until: number|null, withdrawn_at: number|null, hidden_at?: number}[]}} Contest */
/** A row of a table: `score` is the sum of the results, `points` the rating with its interval. @typedef {{entry: string, name: string, place_from: number, place_to: number, score: number, points: number|null, low: number|null, high: number|null, matches: number, won: number, drawn: number, lost: number, faults: number, hidden?: boolean}} TableRow */
/** @typedef {{stage: 'final'|'ladder', rows: TableRow[], hidden_until_release: boolean, entries?: number}} ContestTable */
/** @typedef {{id: string, seed: number|string, ended_at: number|null, purpose: string, seats: {entry: string|null, name: string|null, built_in: boolean, place: number|null, points: number|null, faults: number}[]}} ContestMatch */
/** @typedef {{account: string, name: string, role: string, group: string|null, code_made_at: number|null, seen_at: number|null, disabled: boolean, waiting: boolean}} Member */
/** @typedef {{id: string, role: string, uses_left: number, expires_at: number, made_at: number}} Invitation */
/** @typedef {{id: string, name: string, settings: {games?: string[], pupils_may_delete?: boolean}, archived_at: number|null, delete_at?: number|null, members: Member[], invitations: Invitation[], open_link?: NewInvitation|null, contests: import('../page/me.js').ListedContest[]}} Class */
/** @typedef {{id: string, link: string, qr: string, expires_at: number, uses: number}} NewInvitation */
/** A card with the code of an account; `qr` is a drawing in SVG. @typedef {{account?: string, name: string, code: string, link?: string, qr?: string}} Card */
/** @typedef {{line: number, name: string, group: string|null, external_id: string|null, verdict: 'new'|'known'|'error', message: import('../basics/i18n.js').Text|null}} RosterRow */
/** @typedef {{rows: RosterRow[], understood: {encoding: string, separator: string, heading: boolean, columns: Record<string, unknown>}, cards?: Card[]}} Roster */
/** @typedef {{account: string, name: string, group: string|null, lesson: {course: string, number: number, title: import('../basics/i18n.js').Text, state: string, attempts: number}|null, lessons_done: number, lessons_all: number, last_error: {message: import('../basics/i18n.js').Text, file?: string|null, line?: number|null, since: number}|null, seen_at: number|null, online: boolean, hand_in: {contest: string, version: number, state: string, reason: unknown, is_late: boolean, arrived_at: number}|null, rank: {from: number, to: number}|null, waiting_jobs: number, copies_of: string[]}} OverviewRow */
/** @typedef {{class: string, time: number, pupils: OverviewRow[], queue: {running: number, waiting: number}, notices: string[]}} Overview */
/** @typedef {{account: string, name: string, points: number|null, by_rule: number|null, comment: string|null, changed_by: string|null, changed_at: number|null, places: {from: number, to: number}|null, lessons_done: number, lessons_all: number}} MarkRow */
/** @typedef {{rule: {takes_part: number, final: number, lessons: number, max: number, step?: number}, rows: MarkRow[]}} Marks */
/** A row of a worksheet and what happens to it: `filled`, `no_mark`, `unmatched` or `refused`. @typedef {{name: string, verdict: string, message?: import('../basics/i18n.js').Text|null}} WorksheetRow */
/** The rows that would be filled into a worksheet; `missing` are the pupils of the class without a row. @typedef {{rows: WorksheetRow[], unmatched: WorksheetRow[], missing: {name: string, points: number|null}[]}} WorksheetPreview */
/** The results of a trial; `words` says what they mean. @typedef {{id: string, state: 'queued'|'running'|'done'|'failed'|'cancelled', place: number, done: number, all: number, reason: HandIn['reason'], opponents: {name: string, matches: number, words: import('../basics/i18n.js').Text}[]}} Trial */
/** A game in Python in the folder of the server; without a title it could never be read. @typedef {{name: string, title: string|null, version: number|null, sha256: string|null, problem: import('../basics/i18n.js').Text|null}} InstalledGame */
/** The stages of a final; `places` has the names by place once it is over. @typedef {{form: string, hidden_until_release: boolean, stages: {number: number, done: boolean, meetings: {players: {entry: string|null, name: string|null, score: number|null, leads: boolean}[], matches: string[], open: number}[]}[], places: string[][]}} Bracket */
/** @typedef {import('../../generated/server.js').BackupList} BackupList */
/** The cluster of a server, and its workers that get no more matches; `excluded_at` is null if their results count. @typedef {{address: string|null, threads: number, excluded: {worker: string, reason: import('../basics/i18n.js').Text, excluded_at: number|null}[]}} Cluster */
/** A task of the queue; `place` counts from 1, `expected_at` is in UTC milliseconds. @typedef {{id: string, kind: string, state: string, place: number|null, expected_at: number|null}} Job */

const id = encodeURIComponent;
/** Returns the address of a class. @param {string} of @param {string} [rest] */
export const classAddress = (of, rest = '') => `/api/classes/${id(of)}${rest}`;
/** Returns the address of a contest. @param {string} of @param {string} [rest] */
export const contestAddress = (of, rest = '') => `/api/contests/${id(of)}${rest}`;
/** Returns the address of an account. @param {string} of @param {string} [rest] */
export const accountAddress = (of, rest = '') => `/api/accounts/${id(of)}${rest}`;
/** Returns the address of a hand-in. @param {string} of @param {string} [rest] */
export const handInAddress = (of, rest = '') => `/api/hand-ins/${id(of)}${rest}`;

const remove = (/** @type {string} */ address) => post(address, {}, 'DELETE');
const patch = (/** @type {string} */ address, /** @type {unknown} */ value) => post(address, value, 'PATCH');

/** Sends bytes as they are. @param {string} address @param {Blob} body @param {string} type */
const sendBytes = (address, body, type) =>
  getJson(address, { method: 'POST', headers: { 'Content-Type': type }, body });

/** The number of times that a hand-in is sent if it gets no answer, and the pause between, in milliseconds. */
const TRIES = 4;
const PAUSE = 1500;

/** Sends a request again if no answer came: its key makes all of them one request. @param {string} address @param {BodyInit} body @param {Record<string, string>} headers */
async function sendSurely(address, body, headers) {
  const options = { method: 'POST', headers: { ...headers, 'Idempotency-Key': requestKey() }, body };
  for (let again = 1; ; again += 1) {
    try {
      return await getJson(address, options);
    } catch (error) {
      const { status } = /** @type {import('../basics/api.js').RequestError} */ (error);
      if (status !== undefined || again === TRIES) throw error;
      await new Promise((later) => setTimeout(later, PAUSE));
    }
  }
}

/** Returns a key that makes a repeated request the same request. */
function requestKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the requests of the limits at an address. @param {string} address @returns {import('./limits.js').LimitsRequests} */
const limitsAt = (address) => ({
  get: () => getJson(address),
  put: (limits) => post(address, limits, 'PUT'),
});

export const requests = {
  /** @param {string} token @returns {Promise<{class: string, open: boolean, confirm: boolean}>} */
  lookAtInvitation: (token) => post('/api/join/look', { token }),
  /** @param {string} token @param {string} name @param {boolean} shared @returns {Promise<{account: {id: string, name: string}, code: string, qr?: string, link?: string, class: {id: string, name: string}, waiting: boolean}>} */
  join: (token, name, shared) => post('/api/join', { token, name, shared }),
  /** @param {{code: string, shared: boolean}|{name: string, passphrase: string}} value */
  logIn: (value) => post('/api/login', value),
  logOut: () => post('/api/logout'),
  /** @param {string} language */
  setLanguage: (language) => patch('/api/me', { language }),
  /** Sets the caller's passphrase; null removes it. @param {string|null} passphrase */
  setPassphrase: (passphrase) => post('/api/passphrase', { passphrase }),
  /** Deletes the caller, and everything of the caller. */
  deleteMe: () => remove('/api/me'),
  /** Says that the time of the server is right. */
  confirmClock: () => post('/api/clock'),
  /** @param {string} name */
  nameServer: (name) => patch('/api/server', { name }),
  /** @returns {Promise<InstalledGame[]>} the games in Python of the owner */
  installedGames: () => getJson('/api/server/games'),
  /** @returns {Promise<{id: string, device: string, made_at: number, seen_at: number, current: boolean}[]>} */
  sessions: () => getJson('/api/sessions'),
  /** @param {string} session */
  endSession: (session) => remove(`/api/sessions/${id(session)}`),
  /** @returns {Promise<Job[]>} the caller's tasks */
  jobs: async () => {
    const found = await getJson('/api/jobs');
    return Array.isArray(found) ? found : (found?.jobs ?? []);
  },
  /** @param {string} name @param {string[]} games @returns {Promise<Class>} */
  makeClass: (name, games) => post('/api/classes', { name, games }),
  /** @param {string} of @returns {Promise<Class>} */
  class: (of) => getJson(classAddress(of)),
  /** @param {string} of @param {{name?: string, archived?: boolean, settings?: Record<string, unknown>}} value */
  changeClass: (of, value) => patch(classAddress(of), value),
  /** @param {string} of @returns {Promise<Overview>} */
  overview: (of) => getJson(classAddress(of, '/overview')),
  /** @param {string} of @param {Blob} file @param {{dry: boolean, isFirstLast: boolean}} how `isFirstLast`: in two columns without a heading, the first name stands first @returns {Promise<Roster>} */
  roster: (of, file, { dry, isFirstLast }) => {
    const query = new URLSearchParams({
      order: isFirstLast ? 'first-last' : 'last-first',
      ...(dry && { dry: '1' }),
    });
    return sendBytes(classAddress(of, `/roster?${query}`), file, 'text/csv');
  },
  /** @param {string} of @param {string} name @param {'pupil'|'teacher'} role @returns {Promise<Card>} */
  addMember: (of, name, role) => post(classAddress(of, '/members'), { name, role }),
  /** @param {string} of @param {string} account @param {{name?: string, confirmed?: boolean}} value */
  changeMember: (of, account, value) => patch(classAddress(of, `/members/${id(account)}`), value),
  /** @param {string} of @param {string} account */
  removeMember: (of, account) => remove(classAddress(of, `/members/${id(account)}`)),
  /** @param {string} of @param {{uses: number, hours: number, role: string, confirm: boolean}} value @returns {Promise<NewInvitation>} */
  invite: (of, value) => post(classAddress(of, '/invitations'), value),
  /** @param {string} of @param {string} invitation */
  closeInvitation: (of, invitation) => remove(classAddress(of, `/invitations/${id(invitation)}`)),
  /** @param {string} account @returns {Promise<Card>} */
  newCard: (account) => post(accountAddress(account, '/card')),
  /** @param {string} account @param {boolean} disabled */
  disable: (account, disabled) => post(accountAddress(account, '/disable'), { disabled }),
  /** @param {string} account @returns {import('./limits.js').LimitsRequests} the limits of an account */
  limitsOf: (account) => limitsAt(accountAddress(account, '/limits')),
  /** @param {string} of @returns {import('./limits.js').LimitsRequests} the limits of a class */
  classLimits: (of) => limitsAt(classAddress(of, '/limits')),
  /** @param {string} account */
  deleteAccount: (account) => remove(accountAddress(account)),
  /** @param {string} account @returns {Promise<{files: {name: string, bytes: number, changed_at: number}[]}>} */
  filesOf: (account) => getJson(accountAddress(account, '/files')),
  /** @param {string} account @returns {Promise<HandIn[]>} */
  handInsOf: (account) => getJson(accountAddress(account, '/hand-ins')),
  /** @param {string} of @param {Record<string, unknown>} value @returns {Promise<Contest>} */
  makeContest: (of, value) => post(classAddress(of, '/contests'), value),
  /** Those that a visitor may see. @returns {Promise<{id: string, name: string}[]>} */
  publicContests: () => getJson('/api/contests'),
  /** @param {string} of @returns {Promise<Contest>} */
  contest: (of) => getJson(contestAddress(of)),
  /** @param {string} of @param {Record<string, unknown>} value */
  changeContest: (of, value) => patch(contestAddress(of), value),
  /** Takes over the active hand-ins of another contest. @param {string} of @param {string} from @returns {Promise<{hand_ins: number}>} */
  takeOver: (of, from) => post(contestAddress(of, '/take-over'), { from }),
  /** Takes a contest to its next state. @param {string} of @param {'open'|'freeze'|'final'|'done'|'release'|'archive'} step */
  stepContest: (of, step) => post(contestAddress(of, `/${step}`)),
  /** @param {string} of @param {number} places */
  reveal: (of, places) => post(contestAddress(of, '/reveal'), { places }),
  /** @param {string} of @param {string} account @param {{grace_until?: number|null, hidden?: boolean, withdrawn?: boolean}} value */
  changeEntry: (of, account, value) => post(contestAddress(of, `/entries/${id(account)}`), value),
  /** @param {string} of @returns {Promise<ContestTable>} */
  table: (of) => getJson(contestAddress(of, '/table')),
  /** @param {string} of @param {{entry?: string, after?: string}} filter @returns {Promise<{matches: ContestMatch[], next: string|null}>} */
  matches: (of, filter) =>
    getJson(
      contestAddress(of, `/matches?${new URLSearchParams(/** @type {Record<string, string>} */ (filter))}`),
    ),
  /** @param {string} match @returns {Promise<Blob>} the replay as a file */
  matchReplay: (match) => getFile(`/api/matches/${id(match)}/replay`).then((file) => file.blob),
  /** @param {string} of @returns {Promise<{hand_in: string, name: string, version: number, own: boolean}[]>} */
  opponents: (of) => getJson(contestAddress(of, '/opponents')),
  /** @param {string} of @returns {Promise<Bracket>} */
  bracket: (of) => getJson(contestAddress(of, '/bracket')),
  /** @param {string} of @param {{file: string, opponents: {hand_in?: string, built_in?: string}[], matches: number}} value @returns {Promise<Trial>} */
  beginTrial: (of, value) => post(contestAddress(of, '/trials'), value),
  /** @param {string} trial @returns {Promise<Trial>} */
  trial: (trial) => getJson(`/api/jobs/${id(trial)}`),
  /** @param {string} trial */
  cancelTrial: (trial) => remove(`/api/jobs/${id(trial)}`),
  /** @param {string} of @returns {Promise<HandIn[]>} */
  handIns: (of) => getJson(contestAddress(of, '/hand-ins')),
  /** @param {string} of @returns {Promise<HandIn>} */
  handIn: (of) => getJson(handInAddress(of)),
  /** Hands in a file of the workspace. @param {string} of @param {string} file @returns {Promise<HandIn>} */
  handInFromWorkspace: (of, file) =>
    sendSurely(contestAddress(of, '/hand-ins'), JSON.stringify({ from: 'workspace', file }), {
      'Content-Type': 'application/json',
    }),
  /** Hands in a file or a ZIP. @param {string} of @param {File} file @returns {Promise<HandIn>} */
  handInFile: (of, file) => {
    const form = new FormData();
    form.append('file', file, file.name);
    return sendSurely(contestAddress(of, '/hand-ins'), form, {});
  },
  /** @param {string} of @param {'activate'|'withdraw'} act */
  changeHandIn: (of, act) => post(handInAddress(of, `/${act}`)),
  /** @param {string} of @returns {Promise<{link: string}>} */
  makeScreen: (of) => post(contestAddress(of, '/screens')),
  /** @param {string} token */
  screen: (token) => getJson(`/api/screen/${id(token)}`),
  /** @param {string} of @returns {Promise<Marks>} */
  marks: (of) => getJson(contestAddress(of, '/marks')),
  /** @param {string} of @param {unknown} value */
  changeMarks: (of, value) => patch(contestAddress(of, '/marks'), value),
  /** Compares a worksheet with a class without filling it in. @param {string} of @param {string} contest @param {Blob} file @returns {Promise<WorksheetPreview>} */
  lookAtWorksheet: (of, contest, file) =>
    sendBytes(classAddress(of, `/worksheet?${new URLSearchParams({ contest, dry: '1' })}`), file, 'text/csv'),
  /** Returns what was done, the newest first. @param {number|null} before in UTC milliseconds @returns {Promise<{id: string, at: number, actor: string, actor_name?: string|null, action: string, subject: string, subject_name?: string|null, detail: unknown}[]>} */
  audit: (before) => getJson(`/api/audit${before === null ? '' : `?before=${before}`}`),
  /** @returns {Promise<Cluster>} */
  cluster: () => getJson('/api/cluster'),
  /** Lets a worker of the cluster play again. @param {string} worker */
  allowWorker: (worker) => post('/api/cluster/allow', { worker }),
  /** @returns {Promise<BackupList>} */
  backups: () => getJson('/api/backup'),
  backUp: () => post('/api/backup'),
};

/** Requests a file, and returns it with its name. Throws the server's error as the other requests do. @param {string} address @param {RequestInit} [options] @returns {Promise<{blob: Blob, name: string, type: string}>} */
export async function getFile(address, options) {
  /** @type {Response|undefined} */
  let answer;
  await getJson(address, options, async (response) => {
    answer = response;
    return response.ok ? '' : response.text();
  });
  if (!answer) throw new Error('offline');
  const given = answer.headers.get('Content-Disposition') ?? '';
  const name = /filename\*=UTF-8''([^;]+)/i.exec(given)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(given)?.[1];
  return {
    blob: await answer.blob(),
    name: name ? decodeURIComponent(name) : (plain ?? ''),
    type: answer.headers.get('Content-Type') ?? '',
  };
}
