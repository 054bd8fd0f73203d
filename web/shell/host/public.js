/**
 * The contests that are for everyone, as a visitor sees them: their list, and the table of one, which follows the matches.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { writeLink } from 'wag/shell/page/link.js';
import { createContestTable } from 'wag/shell/host/contest/table.js';
import { nameOf } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';

/** The time between two looks at a table, in milliseconds: visitors have no stream of events. */
const LOOK_MS = 10_000;

/** Returns the contest in the address of a visitor; '' if there is none. */
export const publicContest = () => new URLSearchParams(location.hash.slice(1)).get('contest') ?? '';

/** Returns the list of contests that everybody may see; it is hidden if there are none. */
export function publicContests() {
  const list = h('ul', { class: 'host-list' });
  const element = h('section', { hidden: true }, h('h2', { text: t('host.publicContests') }), list);
  const link = (/** @type {{id: string, name: string}} */ one) =>
    h('li', {}, h('a', { href: writeLink({ contest: one.id }) }, nameOf(one.name)));
  requests.publicContests().then(
    (all) => {
      fill(list, ...all.map(link));
      element.hidden = all.length === 0;
    },
    () => {},
  );
  return element;
}

/** Draws a contest for a visitor. @param {string} id */
export async function drawPublicContest(id) {
  const contest = await requests.contest(id);
  const table = createContestTable(id, null);
  table.update();
  const timer = window.setInterval(() => {
    if (table.element.isConnected) table.update();
    else window.clearInterval(timer);
  }, LOOK_MS);
  return [
    h('h1', {}, nameOf(contest.name)),
    table.element,
    h('p', {}, h('a', { href: '#', text: t('host.toLogIn') })),
  ];
}
