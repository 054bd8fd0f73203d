/**
 * A contest: what one has to do and until when, one's hand-ins, the table, the matches, and for teachers the steps of the contest.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { inLanguage, t } from 'wag/shell/basics/i18n.js';
import { createBracket } from 'wag/shell/host/contest/bracket.js';
import { createHandIn } from 'wag/shell/host/contest/hand-in.js';
import { createManagement } from 'wag/shell/host/contest/manage.js';
import { createMatches } from 'wag/shell/host/contest/matches.js';
import { createContestTable } from 'wag/shell/host/contest/table.js';
import { nameOf, oneAtATime } from 'wag/shell/host/parts.js';
import { placeLink, showFailure } from 'wag/shell/host/place-link.js';
import { requests } from 'wag/shell/host/requests.js';
import { countDown, dateText, durationText } from 'wag/shell/host/time.js';

/** @typedef {import('../requests.js').Contest} Contest */

/** @param {string} id @param {import('../places.js').PlaceHost} host @returns {import('../places.js').Place} */
export function createContestPage(id, host) {
  const element = h('div', { class: 'setup host-page' });
  const head = h('div', { class: 'setup-head' });
  /** The parts, made when the contest is known. @type {{update: (contest: Contest) => void}[]} */
  let parts = [];

  /** @param {Contest} contest */
  function build(contest) {
    const matches = createMatches(contest, host);
    const table = createContestTable(id, (row) => matches.show(row));
    const handIn =
      contest.entry || !contest.can_teach
        ? createHandIn(contest, contest.game === host.games[0]?.name)
        : null;
    const management = contest.can_teach ? createManagement(contest, host, () => refresh()) : null;
    parts = [handIn, management, createBracket(id), table, matches].filter((part) => part !== null);
    fill(element, head, ...parts.map((part) => /** @type {any} */ (part).element));
  }

  const refresh = oneAtATime(async () => {
    try {
      const contest = await requests.contest(id);
      drawHead(head, contest);
      if (parts.length === 0) build(contest);
      for (const part of parts) part.update(contest);
    } catch (error) {
      if (parts.length === 0) showFailure(element, error);
      else host.notify(error instanceof Error ? error.message : String(error), true);
    }
  });
  void refresh();
  return { element, title: t('host.contest'), topic: `contest:${id}`, refresh: () => void refresh() };
}

/** @param {HTMLElement} head @param {Contest} contest */
function drawHead(head, contest) {
  const { name, state, class: classId, class_name: className } = contest;
  const large = h('p', { class: 'host-large' });
  const small = h('p', { class: 'hint' });
  fill(
    head,
    h('h1', { tabindex: '-1' }, nameOf(name)),
    h(
      'p',
      { class: 'hint' },
      contest.can_teach ? placeLink(className, { class: classId }) : nameOf(className),
    ),
    large,
    small,
    contest.problem ? h('p', { class: 'failure', role: 'alert', text: inLanguage(contest.problem) }) : null,
  );
  const deadline = contest.entry?.grace_until ?? contest.deadline_at;
  if (state !== 'open' || !deadline) {
    setText(large, t(`host.state.${state}`));
    if (state === 'final' && contest.progress) setText(small, t('host.progress', contest.progress));
    if (state === 'open') setText(small, t('host.noDeadline'));
    if (state === 'draft' && contest.opens_at)
      setText(small, t('host.opensAt', { time: dateText(contest.opens_at) }));
    return;
  }
  setText(
    small,
    t(contest.entry?.grace_until ? 'host.graceAt' : 'host.deadlineAt', { time: dateText(deadline) }),
  );
  countDown(large, deadline, (left) =>
    setText(large, left > 0 ? t('host.left', { time: durationText(left) }) : t('host.deadlineOver')),
  );
}
