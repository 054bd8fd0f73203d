/**
 * The matches of a contest, newest first, with their replays.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { actButton, failureLine, nameOf, plainName, tag } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';
import { timeText } from 'wag/shell/host/time.js';

/** @typedef {import('../requests.js').ContestMatch} ContestMatch */

/** @param {import('../requests.js').Contest} contest @param {import('../places.js').PlaceHost} host */
export function createMatches(contest, host) {
  const heading = h('h2', { tabindex: '-1', text: t('tour.matches') });
  const list = h('ol', { class: 'saves' });
  const hint = h('p', { class: 'hint', role: 'status' });
  const failure = failureLine();
  const all = h('button', {
    type: 'button',
    text: t('host.allMatches'),
    hidden: true,
    onclick: () => show(null),
  });
  const more = actButton(t('host.more'), failure, () => load());
  const element = h(
    'section',
    { class: 'panel', 'aria-label': t('tour.matches') },
    heading,
    list,
    hint,
    failure,
    h('div', { class: 'actions' }, more, all),
  );
  /** @type {{entry?: string, after?: string}} */
  let filter = {};

  async function load() {
    const { matches, next } = await requests.matches(contest.id, filter);
    if (!filter.after) fill(list);
    list.append(...matches.map(item));
    setText(hint, list.children.length === 0 ? t('tour.noMatches') : '');
    more.hidden = !next;
    filter = { ...filter, after: next ?? undefined };
    if (!next) delete filter.after;
  }

  /** Shows the matches of a player, or all. @param {import('../requests.js').TableRow|null} row */
  function show(row) {
    filter = row ? { entry: row.entry } : {};
    all.hidden = !row;
    setText(heading, row ? t('tour.matchesOf', { name: plainName(row.name) }) : t('tour.matches'));
    void load().catch((error) => setText(failure, error.message));
    heading.focus();
  }

  /** @param {ContestMatch} match */
  function item(match) {
    const seats = [...match.seats].sort((a, b) => (a.place ?? 99) - (b.place ?? 99));
    return h(
      'li',
      {},
      h(
        'span',
        { class: 'match-seats' },
        ...seats.map((seat) =>
          h(
            'span',
            {},
            seat.place !== null && h('b', { text: t('score.rank', { n: seat.place }) }),
            nameOf(seat.name ?? t('host.formerPlayer')),
            seat.points !== null && h('small', { class: 'hint', text: formatNumber(seat.points) }),
          ),
        ),
      ),
      match.purpose === 'final' ? tag(t('host.ofFinal'), 'good') : tag(t('host.ofPractice')),
      match.ended_at !== null && h('time', { class: 'hint', text: timeText(match.ended_at) }),
      actButton(t('host.watch'), failure, async () => host.openFile(await requests.matchReplay(match.id))),
    );
  }

  return {
    element,
    // A list that goes on or shows one player stays as it is.
    update: () => {
      if (!filter.entry && !filter.after) void load().catch((error) => setText(failure, error.message));
    },
    show,
  };
}
