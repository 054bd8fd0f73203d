/**
 * The page of a projector: the class link to join by, the table and the progress of a contest, and the places of the final, which the
 * teacher shows one by one, from the last to the first. It only reads.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, locale, t } from 'wag/shell/basics/i18n.js';
import { createRanking } from 'wag/shell/tournaments/projector.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { nameOf, placesText, plainName, qrImage } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';
import { countDown, dateText, durationText } from 'wag/shell/host/time.js';

/** @typedef {import('./requests.js').TableRow} TableRow */
/** @typedef {{contest: import('./requests.js').Contest, table: import('./requests.js').ContestTable|null, next_match: {seats: {name: string|null}[]}|null, progress: {done: number, all: number}|null, class_link_qr?: string, class_link?: string}} Screen */

/** The interval in which the screen asks for changes, in milliseconds. */
const AGAIN = 2000;

/** @param {HTMLElement} root @param {string} token */
export function showScreen(root, token) {
  document.documentElement.lang = locale();
  const ranking = createRanking(null);
  ranking.element.classList.add('on-screen');
  const aside = h('aside', { class: 'screen-aside' });
  const status = h('p', { class: 'failure', role: 'status' });
  const main = h('main', { id: 'main', class: 'screen' }, ranking.element, aside, status);
  fill(root, main);
  /** The entries whose places have been on the screen, and what was drawn last. */
  let seen = /** @type {Set<string>|null} */ (null);
  let last = '';

  async function refresh() {
    try {
      const now = /** @type {Screen} */ (await requests.screen(token));
      setText(status, '');
      const text = JSON.stringify({ ...now, contest: { ...now.contest, server_time: 0 } });
      if (text !== last) {
        last = text;
        draw(now);
      }
    } catch (error) {
      const { status: code } = /** @type {import('../basics/api.js').RequestError} */ (error);
      setText(status, code === 410 || code === 404 ? t('host.screenOver') : errorText(error));
      // An ended link does not come back.
      if (code === 410 || code === 404) return fill(main, status);
    }
    window.setTimeout(refresh, AGAIN);
  }

  /** @param {Screen} now */
  function draw(now) {
    const rows = (now.table?.rows ?? []).filter((row) => !row.hidden);
    document.title = plainName(now.contest.name);
    ranking.draw({
      heading: headingOf(now, rows),
      progress: progressOf(now),
      lines: linesOf(now, rows, seen),
    });
    seen = new Set(rows.map((row) => row.entry));
    drawAside(aside, now);
  }
  void refresh();
}

/** @param {Screen} now @param {TableRow[]} rows */
function headingOf({ contest, table }, rows) {
  const isDone = contest.state === 'done' || contest.state === 'released';
  // As long as a place is covered, the best one is.
  if (!isDone || rows.length === 0 || rows.length < (table?.entries ?? 0)) return plainName(contest.name);
  const winners = rows.filter((row) => row.place_from === 1);
  if (winners.length > 1) return t('host.shareFirst', { n: winners.length });
  return t('tour.wins', { name: plainName(winners[0]?.name ?? '') });
}

/** @param {Screen} now */
function progressOf({ contest, progress }) {
  if (contest.state === 'final' && progress) return t('host.progress', progress);
  return t(`host.state.${contest.state}`);
}

/** Returns the places; those above the ones already shown are covered. @param {Screen} now @param {TableRow[]} rows @param {Set<string>|null} seen */
function linesOf({ contest, table }, rows, seen) {
  // The places that are not shown yet are the best ones.
  const hidden = contest.state === 'done' ? (table?.entries ?? rows.length) - rows.length : 0;
  const covered = Array.from({ length: Math.max(0, hidden) }, (_, index) => ({
    place: index + 1,
    shown: formatNumber(index + 1),
    name: null,
    points: 0,
  }));
  const shown = rows.map((row) => ({
    place: row.place_from,
    shown: placesText(row),
    name: row.name,
    points: row.score,
    isFresh: contest.state === 'done' && seen !== null && !seen.has(row.entry),
  }));
  return [...covered, ...shown];
}

/** @param {HTMLElement} aside @param {Screen} now */
function drawAside(aside, { contest, progress, next_match: next, class_link_qr: qr, class_link: link }) {
  const deadline = h('p', { class: 'screen-deadline' });
  const isOpen = contest.state === 'open' && contest.deadline_at !== null;
  if (isOpen && contest.deadline_at)
    countDown(deadline, contest.deadline_at, (left) =>
      setText(deadline, left > 0 ? t('host.left', { time: durationText(left) }) : t('host.deadlineOver')),
    );
  fill(
    aside,
    qr && h('p', { class: 'screen-join', text: t('host.joinHere') }),
    qrImage(qr, t('host.qrOfClass')),
    link && h('code', { text: link.replace(/^https?:\/\//, '') }),
    isOpen && deadline,
    isOpen &&
      h('p', { class: 'hint', text: t('host.deadlineAt', { time: dateText(contest.deadline_at ?? 0) }) }),
    contest.state === 'final' &&
      progress !== null &&
      h('progress', { max: progress.all, value: progress.done, 'aria-label': t('host.progress', progress) }),
    next &&
      h(
        'p',
        {},
        t('host.nextMatch'),
        ' ',
        ...(next.seats ?? []).flatMap((seat, index) => [
          index > 0 ? ' · ' : '',
          nameOf(seat.name ?? t('host.formerPlayer')),
        ]),
      ),
  );
  aside.hidden = aside.children.length === 0;
}
