/**
 * The hand-ins of all pupils of a contest, for teachers: state, extension of the deadline, late ones that shall count.
 */

import { showDialog } from 'wag/shell/basics/dialog.js';
import { h, setText } from 'wag/shell/basics/dom.js';
import { locale, t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { reasonText } from 'wag/shell/host/contest/hand-in.js';
import {
  actButton,
  createForm,
  downloadLink,
  field,
  nameOf,
  plainName,
  table,
  tag,
} from 'wag/shell/host/parts.js';
import { classAddress, contestAddress, handInAddress, requests } from 'wag/shell/host/requests.js';
import { dateText, fromField, timeText, toField } from 'wag/shell/host/time.js';
import { serverNow } from 'wag/shell/page/me.js';

/** @typedef {import('../requests.js').Contest} Contest */
/** @typedef {import('../requests.js').HandIn} HandIn */

const HOUR = 3_600_000;

/** @param {Contest} contest @param {import('../places.js').PlaceHost} host @param {HTMLElement} failure @param {() => void} redraw shows the entries after a change */
export async function drawEntries(contest, host, failure, redraw) {
  const [all, { members }] = await Promise.all([requests.handIns(contest.id), requests.class(contest.class)]);
  const pupils = members.filter((one) => one.role === 'pupil');
  const change = (/** @type {() => Promise<unknown>} */ act) => async () => {
    await act();
    redraw();
    host.notify(t('host.saved'));
  };
  const sorted = sortByState(pupils, all);
  const mayChoose = ['open', 'frozen'].includes(contest.state);
  const rows = sorted.map(({ account, name, newest }) => {
    const active = all.find((one) => one.account === account && one.active);
    const entry = contest.entries?.find((one) => one.account === account);
    const isHidden = Boolean(entry?.hidden_at);
    return [
      nameOf(name),
      h(
        'span',
        {},
        newest ? stateOf(newest) : h('span', { class: 'hint', text: t('host.noHandIn') }),
        active && active !== newest && tag(t('host.versionTakesPart', { n: active.version }), 'good'),
        isHidden && tag(t('host.hidden')),
        entry?.grace_until != null &&
          h('small', { class: 'hint', text: t('host.extended', { time: dateText(entry.grace_until) }) }),
      ),
      newest && h('time', { title: dateText(newest.arrived_at), text: timeText(newest.arrived_at) }),
      h(
        'div',
        { class: 'actions' },
        mayChoose &&
          newest?.state === 'valid' &&
          !newest.active &&
          actButton(
            t('host.letCount'),
            failure,
            change(() => requests.changeHandIn(newest.id, 'activate')),
          ),
        h('button', {
          type: 'button',
          text: t('host.extend'),
          onclick: () => showExtension(contest, account, name),
        }),
        newest &&
          actButton(
            t(isHidden ? 'host.unhide' : 'host.hide'),
            failure,
            change(() => requests.changeEntry(contest.id, account, { hidden: !isHidden })),
          ),
        newest && downloadLink(t('host.download'), handInAddress(newest.id, '/files')),
      ),
    ];
  });
  const withOne = sorted.filter((one) => one.newest).length;
  return [
    h('p', { text: t('host.handedIn', { n: withOne, all: pupils.length }) }),
    h(
      'div',
      { class: 'actions' },
      downloadLink(
        t('host.allHandIns'),
        classAddress(contest.class, `/hand-ins.zip?${new URLSearchParams({ contest: contest.id })}`),
      ),
      downloadLink(t('host.tournamentFile'), contestAddress(contest.id, '/tournament')),
    ),
    table(
      t('host.handIns'),
      [t('host.player'), t('host.stateHead'), t('host.arrived'), ''],
      rows,
      'phone-cards',
    ),
  ];
}

/** The order of states: those that need a look come first. */
const STATES = ['invalid', 'received', 'checking', 'valid', 'withdrawn'];

/**
 * Returns the pupils with their newest hand-ins: those that cannot start first, those without any last.
 * @param {{account: string, name: string}[]} pupils @param {HandIn[]} all
 */
function sortByState(pupils, all) {
  const rankOf = (/** @type {HandIn|undefined} */ one) => (one ? STATES.indexOf(one.state) : STATES.length);
  return pupils
    .map(({ account, name }) => ({ account, name, newest: newestOf(all, account) }))
    .sort((a, b) => rankOf(a.newest) - rankOf(b.newest) || a.name.localeCompare(b.name, locale()));
}

/** Returns the newest hand-in of an account. @param {HandIn[]} all @param {string} account */
const newestOf = (all, account) =>
  all.filter((one) => one.account === account).sort((a, b) => b.version - a.version)[0];

/** Returns how many pupils take part, and how many have only hand-ins that cannot start. @param {HandIn[]} all */
export function countEntries(all) {
  const accounts = [...new Set(all.map((one) => one.account))];
  const takesPart = (/** @type {string} */ account) =>
    all.some((one) => one.account === account && one.active);
  const cannotStart = (/** @type {string} */ account) =>
    !takesPart(account) && newestOf(all, account)?.state === 'invalid';
  return {
    active: accounts.filter(takesPart).length,
    broken: accounts.filter(cannotStart).length,
    waiting: all.filter((one) => one.state === 'received' || one.state === 'checking').length,
  };
}

/** @param {HandIn} one */
function stateOf(one) {
  return h(
    'div',
    {},
    tag(t(`host.handIn.${one.state}`), one.state === 'valid' ? 'good' : one.state === 'invalid' ? 'bad' : ''),
    one.is_late && tag(t('host.late'), 'warn'),
    h('small', { class: 'hint', text: t('host.version', { n: one.version }) }),
    one.reason && h('p', { class: 'why', text: reasonText(one.reason) }),
  );
}

/** Lets one pupil hand in until later. @param {Contest} contest @param {string} account @param {string} name */
export function showExtension(contest, account, name) {
  const until = h('input', {
    type: 'datetime-local',
    required: true,
    value: toField(Math.max(serverNow(), contest.deadline_at ?? 0) + 24 * HOUR),
  });
  const done = h('p', { class: 'hint', role: 'status' });
  const form = createForm([field(t('host.extendUntil'), until)], t('host.extend'), async () => {
    const at = fromField(until.value);
    if (at === null) return;
    await requests
      .changeEntry(contest.id, account, { grace_until: at })
      .then(() => dialog.close())
      .catch((error) => setText(done, errorText(error)));
  });
  const dialog = showDialog(t('host.extendFor', { name: plainName(name) }), form, done);
}
