/**
 * The card at the end of a match: places and figures, what decided it, and what to play next.
 */

import { fill, h, iconButton } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { formatNumber, inLanguage, t, textOr } from 'wag/shell/basics/i18n.js';
import { writeLink } from 'wag/shell/page/link.js';
import { words } from 'wag/shell/panels/explain.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../../generated/replay.js').MatchExplanation} MatchExplanation */
/** A match to play next; `label` is the label of its button. @typedef {{label: string, play: () => void}} NextMatch */
/** The page's actions at the end of a match. `again` returns null if the match cannot be played again; after a challenge that was won, the first of `others` is the default. @typedef {{again: () => (() => void)|null, isWon: () => boolean, others: () => Promise<NextMatch[]>}} EndActions */

/** Maximum number of figures; there is no space for more. */
const FIGURES = 4;

/** @param {Replay} replay @param {EndActions} actions */
export function createEndCard(replay, actions) {
  const element = h('section', { class: 'endcard panel', 'aria-label': t('end.title'), hidden: true });
  /** `isShown`: the end is displayed; `isClosed`: the user has closed the card since. */
  let [isShown, isClosed] = [false, false];

  /** @param {boolean} atEnd true if the end of the match is displayed */
  function update(atEnd) {
    const isDue = atEnd && replay.header.complete;
    if (!isDue) isClosed = false;
    if (isDue && !isShown) draw();
    isShown = isDue;
    element.hidden = !isDue || isClosed;
  }

  function draw() {
    const actionBar = h('div', { class: 'actions', hidden: !actions.again() });
    fill(
      element,
      h(
        'header',
        {},
        h('h2', {}, h('bdi', { text: headline(replay) })),
        iconButton('x', t('dialog.close'), close, 'Esc'),
      ),
      places(replay),
      ...forfeits(replay),
      turningPoints(replay),
      actionBar,
    );
    drawActions(actionBar);
  }

  /** @param {HTMLElement} bar */
  async function drawActions(bar) {
    const playAgain = actions.again();
    const again =
      playAgain &&
      h('button', { type: 'button', onclick: playAgain }, t('end.again'), ' ', h('kbd', { text: 'R' }));
    const isWon = actions.isWon();
    if (again && !isWon) {
      again.className = 'primary';
      bar.append(again);
    }
    const others = (await actions.others()).map(({ label, play }) =>
      h('button', { type: 'button', text: label, onclick: play }),
    );
    const [first] = others;
    if (isWon) (first ?? again)?.classList.add('primary');
    bar.append(...others);
    if (again && isWon) bar.append(again);
  }

  function close() {
    isClosed = true;
    element.hidden = true;
  }

  return { element, update, close, redraw: () => isShown && draw() };
}

/** @param {Replay} replay */
function headline(replay) {
  const winners = (replay.header.winners ?? []).map((seat) => replay.name(seat));
  if (winners.length === 0) return t('end.nobody');
  return t('end.won', { n: winners.length, names: winners.join(', ') });
}

/** Returns the figures of a match, in the order of its game. @param {Replay} replay */
function figuresOf({ header }) {
  const known = header.figures ?? Object.keys(header.players[0]?.figures ?? {});
  return known
    .filter((name) => header.players.some((player) => player.figures && name in player.figures))
    .slice(0, FIGURES);
}

/** @param {Replay} replay */
function places(replay) {
  const figures = figuresOf(replay);
  const players = [...replay.header.players].sort(
    (one, other) => (one.place ?? 0) - (other.place ?? 0) || one.seat - other.seat,
  );
  const row = (/** @type {import('../../generated/replay.js').PlayerInfo} */ player) =>
    h(
      'tr',
      {},
      h('td', { class: 'place', text: player.place ? formatNumber(player.place) : '' }),
      h(
        'th',
        { scope: 'row' },
        h(
          'span',
          { class: 'who' },
          seatBadge(player.seat),
          h('bdi', { text: replay.name(player.seat) }),
          player.forfeit
            ? h('span', { class: 'state', text: t('forfeit'), title: whyForfeited(player) })
            : '',
        ),
      ),
      ...figures.map((name) => h('td', { text: formatNumber(player.figures?.[name] ?? 0, 1) })),
    );
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, h('span', { class: 'unseen', text: t('end.place') })),
        h('th', { scope: 'col', text: t('score.player') }),
        ...figures.map((name) => h('th', { scope: 'col', text: figureName(replay, name) })),
      ),
    ),
    h('tbody', {}, ...players.map(row)),
  );
}

/** Returns a line for each player that took no part, with the reason. @param {Replay} replay */
function forfeits(replay) {
  return replay.header.players.flatMap((player) =>
    player.forfeit
      ? [
          h('p', {
            class: 'hint',
            text: t('end.forfeit', { name: replay.name(player.seat), why: whyForfeited(player) }),
          }),
        ]
      : [],
  );
}

/** Returns why a player took no part, in the language of the page. @param {import('../../generated/replay.js').PlayerInfo} player */
function whyForfeited({ forfeit, forfeit_texts: texts }) {
  return singleLine(sanitize(inLanguage(texts ?? forfeit)), 300);
}

/** @param {Replay} replay @param {string} name */
function figureName(replay, name) {
  return textOr(replay.localizer.t, `figure.${name}`, name);
}

/** Returns what decided the match: the sentence and the turning points of the tab Explain. They appear once they are loaded. @param {Replay} replay */
function turningPoints(replay) {
  const element = h('div', {});
  const item = (/** @type {import('../../generated/replay.js').Moment} */ moment) =>
    h(
      'li',
      {},
      h(
        'a',
        { class: 'moment', href: writeLink({ replay: replay.id ?? undefined, round: moment.round }) },
        h('span', { class: 'moment-round', text: t('end.round', { round: moment.round }) }),
        seatBadge(moment.seat),
        h('bdi', { text: words(moment) }),
      ),
    );
  const show = (/** @type {MatchExplanation|null} */ explanation) => {
    if (!explanation) return;
    const { decision, moments } = explanation;
    fill(
      element,
      h('p', { class: 'decided', text: words(decision) }),
      moments.length > 0 && h('h3', { text: t('explain.moments') }),
      h('ol', { class: 'moments' }, ...moments.map(item)),
    );
  };
  // The tab shows the error.
  replay.explanation().then(show, () => {});
  return element;
}
