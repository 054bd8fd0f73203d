/**
 * The overview of a class: who is stuck where and since when, who has handed in, who is at work. Whoever needs help stands first.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { inLanguage, locale, t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { serverNow } from 'wag/shell/page/me.js';
import { messageLine, nameOf, placesText, table, tag } from 'wag/shell/host/parts.js';
import { writeLink } from 'wag/shell/page/link.js';
import { placeLink } from 'wag/shell/host/place-link.js';
import { requests } from 'wag/shell/host/requests.js';
import { agoText } from 'wag/shell/host/time.js';

/** @typedef {import('../requests.js').OverviewRow} Row */

/** Whoever has had the same error for longer than this is stuck, in milliseconds. */
const STUCK = 3 * 60_000;

/** The values by which the table is sorted; the smallest is first. @type {Record<string, (row: Row) => number|string>} */
const ORDERS = {
  need: (row) => -stuckFor(row),
  name: (row) => row.name,
  lesson: (row) => row.lessons_done,
  error: (row) => row.last_error?.since ?? Number.MAX_SAFE_INTEGER,
  seen: (row) => -(row.online ? Number.MAX_SAFE_INTEGER : (row.seen_at ?? 0)),
  handIn: (row) => (row.hand_in ? -row.hand_in.arrived_at : 0),
  rank: (row) => row.rank?.from ?? Number.MAX_SAFE_INTEGER,
};
const COLUMNS = ['name', 'lesson', 'error', 'seen', 'handIn', 'rank'];

/** Returns how long somebody at work has had an error, in milliseconds. @param {Row} row */
function stuckFor({ online, last_error: error }) {
  return online && error ? Math.max(0, serverNow() - error.since) : 0;
}

/** @param {import('../requests.js').Class} found @returns {import('./page.js').Part} */
export function createOverview(found) {
  const large = h('p', { class: 'host-large' });
  const hint = h('p', { class: 'hint', role: 'status' });
  const place = h('div', {});
  const waiting = h('p', {});
  const element = h('div', { class: 'overview host-column' }, large, hint, waiting, place);
  let order = 'need';
  /** @type {import('../requests.js').Overview|null} */
  let latest = null;

  function draw() {
    if (!latest) return;
    const { pupils, queue, notices } = latest;
    const stuck = pupils.filter((row) => stuckFor(row) > STUCK).length;
    setText(
      large,
      pupils.length === 0
        ? t('host.noPupils')
        : stuck > 0
          ? t('host.stuck', { n: stuck })
          : t('host.nobodyStuck'),
    );
    const online = pupils.filter((row) => row.online).length;
    setText(
      hint,
      [
        t('host.online', { n: online, all: pupils.length }),
        queue && queue.waiting > 0 ? t('host.queueState', { n: queue.waiting }) : '',
        ...(notices ?? []).map(messageLine),
      ]
        .filter(Boolean)
        .join(' · '),
    );
    const value = ORDERS[order];
    const sorted = [...pupils].sort((a, b) => compare(value(a), value(b)) || compare(a.name, b.name));
    const focused = document.activeElement?.getAttribute('data-order');
    fill(
      place,
      pupils.length > 0 &&
        table(
          t('host.part.overview'),
          COLUMNS.map(head),
          sorted.map((row) => cells(found.id, row, pupils)),
          'overview-table',
        ),
    );
    if (focused)
      place.querySelector(`[data-order="${focused}"]`)?.parentElement?.querySelector('button')?.focus();
  }

  /** @param {string} name of a column */
  function head(name) {
    const isOn = order === name;
    return h(
      'button',
      {
        type: 'button',
        class: 'link',
        'data-order': name,
        'aria-pressed': String(isOn),
        onclick: () => {
          order = isOn ? 'need' : name;
          draw();
        },
      },
      t(`host.column.${name}`),
      isOn && h('span', { class: 'sorted', 'aria-hidden': 'true', text: ' ▲' }),
    );
  }

  return {
    element,
    update: (now) => {
      const unconfirmed = now.members.filter((one) => one.waiting).length;
      waiting.hidden = unconfirmed === 0;
      const text = t('host.toConfirm', { n: unconfirmed });
      fill(waiting, h('a', { href: writeLink({ class: found.id, part: 'people' }), text }));
      void requests
        .overview(found.id)
        .then((overview) => {
          latest = overview;
          draw();
        })
        .catch((error) => setText(hint, errorText(error)));
    },
  };
}

/** @param {number|string} a @param {number|string} b */
function compare(a, b) {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, locale());
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns what an empty cell shows. A phone leaves it out. */
const none = () => h('span', { class: 'none', text: '–' });

/** @param {string} classId @param {Row} row @param {Row[]} all */
function cells(classId, row, all) {
  const { lesson, last_error: error, hand_in: handIn, rank } = row;
  const isStuck = stuckFor(row) > STUCK;
  const copies = (row.copies_of ?? [])
    .map((account) => all.find((one) => one.account === account)?.name)
    .filter((name) => name !== undefined);
  return [
    h(
      'span',
      { class: 'pupil-name' },
      h('i', { class: row.online ? 'dot online' : 'dot', 'aria-hidden': 'true' }),
      placeLink(row.name, { class: classId, account: row.account }),
      row.group && h('small', { class: 'hint' }, nameOf(row.group)),
    ),
    lesson
      ? h(
          'span',
          { title: singleLine(inLanguage(lesson.title), 80) },
          h('b', { text: t('host.lessonAt', { n: lesson.number }) }),
          h('small', {
            class: 'hint',
            text: t('host.lessonsDone', { done: row.lessons_done, all: row.lessons_all }),
          }),
        )
      : none(),
    error
      ? h(
          'span',
          { class: isStuck ? 'stuck' : '' },
          h('span', { text: messageLine(error.message) }),
          h('small', { class: 'hint', text: agoText(error.since) }),
        )
      : none(),
    h(
      'span',
      {},
      h('span', { class: 'phone-head', text: `${t('host.lastSeen')}: ` }),
      row.online ? t('host.now') : agoText(row.seen_at),
    ),
    !handIn && copies.length === 0
      ? none()
      : h(
          'span',
          {},
          handIn &&
            tag(
              t(`host.handIn.${handIn.state}`),
              handIn.state === 'valid' ? 'good' : handIn.state === 'invalid' ? 'bad' : '',
            ),
          handIn?.is_late && tag(t('host.late'), 'warn'),
          copies.length > 0 &&
            h(
              'small',
              { class: 'stuck' },
              t('host.sameAs'),
              ' ',
              ...copies.map((name) => nameOf(`${name} `)),
            ),
        ),
    rank
      ? h(
          'span',
          {},
          h('span', { class: 'phone-head', text: `${t('host.column.rank')} ` }),
          placesText({ place_from: rank.from, place_to: rank.to }),
        )
      : none(),
  ];
}
