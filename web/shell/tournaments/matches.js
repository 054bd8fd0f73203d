/**
 * The matches of a tournament, or those of some players: standings and figures, with a link to each replay.
 */

import { api } from 'wag/shell/basics/api.js';
import { drawCode, fill, h, setText } from 'wag/shell/basics/dom.js';
import { t, translator } from 'wag/shell/basics/i18n.js';
import { standingsLines } from 'wag/shell/page/library.js';
import { writeLink } from 'wag/shell/page/link.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../../generated/server.js').TournamentMatch} Match */
/** @typedef {import('./open-tournament.js').MatchFilter} MatchFilter */

/** @param {import('../game.js').Game} game @param {string} file @param {(found: {count: number, replays: string[]}) => void} onPresent */
export function createMatches(game, file, onPresent) {
  const translate = translator(game.view?.texts ?? {});
  const heading = h('h2', { tabindex: '-1' });
  const status = h('p', { class: 'hint', role: 'status' });
  const matches = h('ol', { class: 'saves' });
  const present = h('button', { type: 'button', text: t('tour.presentThese') });
  const element = h(
    'section',
    { class: 'panel tour-matches', 'aria-label': t('tour.matches'), hidden: true },
    heading,
    h('div', { class: 'actions' }, present),
    status,
    matches,
  );

  /** @param {MatchFilter} filter @param {boolean} focus true if the user has just requested the list */
  async function show(filter, focus) {
    element.hidden = false;
    setText(heading, titleOf(filter));
    setText(status, '');
    present.hidden = true;
    fill(matches);
    if (focus) heading.focus();
    try {
      const found = await api.tournamentMatches(file, filter);
      fill(matches, ...found.matches.map(item));
      present.hidden = found.replays.length === 0;
      present.onclick = () => onPresent(found);
      const more = found.count > found.matches.length;
      setText(
        status,
        found.count === 0
          ? t('tour.noMatches')
          : more
            ? t('tour.first', { n: found.matches.length, all: found.count })
            : '',
      );
    } catch (error) {
      setText(status, errorText(error));
    }
    element.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Match} match */
  function item(match) {
    const lines = standingsLines(
      { game: game.name, complete: true, standings: match.standings },
      () => translate,
    );
    const content = [
      h('strong', {
        text: [t('tour.match', { n: match.index }), match.map && singleLine(match.map, 40)]
          .filter(Boolean)
          .join(' · '),
      }),
      ...lines.map((text) => h('span', { class: 'save-players', text: singleLine(text, 300) })),
    ];
    if (match.replay)
      return h(
        'li',
        {},
        h('a', { class: 'button save', href: writeLink({ replay: match.replay }) }, ...content),
      );
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'save',
          onclick: () => fill(status, ...drawCode(t(`tour.kept.${match.kept}`, { number: match.index }))),
        },
        ...content,
      ),
    );
  }

  return { element, show };
}

/** @param {MatchFilter} filter */
function titleOf({ player, against }) {
  if (player === undefined) return t('tour.matches');
  const name = singleLine(player, 40);
  return against === undefined
    ? t('tour.matchesOf', { name })
    : t('tour.matchesOfTwo', { one: name, other: singleLine(against, 40) });
}
