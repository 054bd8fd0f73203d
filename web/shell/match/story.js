/**
 * The story of a match in the left column: one sentence about who leads, and at the end the result with what to do next.
 * Below it the moments that decided the match, with the numbers of their pins on the time line.
 */

import { fill, h, icon, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, hasText, inLanguage, language, t } from 'wag/shell/basics/i18n.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { isDark, showsDigits } from 'wag/shell/basics/theme.js';
import { isAtEnd, ownSeat, ranked } from 'wag/shell/match/lead.js';
import { drawProblem } from 'wag/shell/panels/problem.js';
import { createPortrait } from 'wag/shell/match/portrait.js';
import { hasCurve } from 'wag/shell/replay/losses.js';
import { showMoment, words } from 'wag/shell/panels/explain.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../game.js').Step} Step */
/** @typedef {import('./lead.js').Ranked} Ranked */
/** @typedef {import('../replay/explanation-loader.js').ExplanationLoader} ExplanationLoader */
/** A match to play next; `label` is the label of its button. @typedef {{label: string, play: () => void}} NextMatch */
/** The page's actions at the end of a match. `again` returns null if the match cannot be played again; after a challenge that was won, the first of `others` is the default. @typedef {{again: () => (() => void)|null, isWon: () => boolean, others: () => Promise<NextMatch[]>, opponent?: () => void, share?: () => void}} EndActions */

/** @typedef {import('../replay/losses.js').Losses} Losses */
/** The cards of the selected player's losses; null where no server can find them. @typedef {ReturnType<typeof import('../panels/losses.js').createLosses>|null} LossCards */

/** @param {Replay} replay @param {EndActions} actions @param {ExplanationLoader} explanation @param {Losses|null} losses @param {LossCards} cards */
export function createStory(replay, actions, explanation, losses, cards) {
  const before = h('p', { class: 'hint before', hidden: true, text: t('end.over') });
  const headline = h('h1', { class: 'headline', text: t('story.title') });
  const detail = h('p', { class: 'detail' });
  const ending = h('div', { class: 'ending', hidden: true });
  const element = h(
    'section',
    { class: 'story', 'aria-label': t('story.title') },
    before,
    headline,
    detail,
    ending,
  );
  const moments = createMoments(replay, explanation, losses, cards);
  let isEnd = false;

  /** @param {Step} step @param {boolean} isShown true if the end of the match is displayed */
  function update(step, isShown) {
    const atEnd = isShown && replay.header.complete;
    if (atEnd && !isEnd) drawEnding();
    isEnd = atEnd;
    ending.hidden = before.hidden = !isEnd;
    element.classList.toggle('end', isEnd);
    const players = ranked(replay, step);
    setText(headline, isEnd ? endSentence(replay, players) : leadSentence(replay, players, step));
    const { failed } = replay.header;
    if (isEnd && failed) setText(detail, t('end.failedWhy'));
    else
      setText(
        detail,
        [gapSentence(replay, players, step), isEnd ? decidedIn() : ''].filter(Boolean).join(' '),
      );
    moments.update(step);
  }

  /** Returns when the match was decided, as the program explains it. */
  function decidedIn() {
    const round = explanation.latest?.decision.round;
    return round ? t('end.decided', { round }) : '';
  }

  async function drawEnding() {
    const bar = h('div', { class: 'actions' });
    const { failed } = replay.header;
    const show = () => fill(ending, bar, failed && drawProblem(failed), ...forfeits(replay));
    // When the card is drawn again, its buttons stay until the new ones are complete.
    if (!ending.hasChildNodes()) show();
    const playAgain = actions.again();
    const again =
      playAgain &&
      h('button', { type: 'button', onclick: playAgain }, t('end.again'), ' ', h('kbd', { text: 'R' }));
    const isWon = actions.isWon();
    const opponent =
      actions.opponent && h('button', { type: 'button', text: t('end.opponent'), onclick: actions.opponent });
    const share =
      actions.share &&
      h(
        'button',
        {
          type: 'button',
          class: 'share',
          'aria-label': t('end.share'),
          title: t('end.share'),
          onclick: actions.share,
        },
        icon('share'),
      );
    if (again && !isWon) {
      again.className = 'primary';
      fill(bar, again, opponent, share);
    } else fill(bar, opponent, share);
    const others = (await actions.others()).map(({ label, play }) =>
      h('button', { type: 'button', text: label, onclick: play }),
    );
    const [first] = others;
    show();
    if (isWon) (first ?? again)?.classList.add('primary');
    fill(bar, ...(isWon ? [...others, again, opponent, share] : [again, opponent, share, ...others]));
  }

  return {
    element,
    moments: moments.element,
    update,
    redraw: () => {
      moments.redraw();
      if (isEnd) drawEnding();
    },
  };
}

/** @param {Replay} replay @param {Ranked[]} players @param {Step} step */
function leadSentence(replay, players, step) {
  const [first, second] = players;
  if (step.round === 0) return t('story.start');
  // Nothing says who leads in a game without figures.
  if (replay.game.columns.length === 0) return t('end.round', { round: step.round });
  if (!first || !second) return first ? replay.name(first.seat) : '';
  const level = players.filter(({ rank }) => rank === 1).length;
  if (level > 1) return t('story.level', { n: level });
  const lead = formatNumber(first.value - second.value, 1);
  return first.seat === ownSeat(replay)
    ? t('story.youLead', { lead })
    : t('story.leads', { name: replay.name(first.seat), lead });
}

/** @param {Replay} replay @param {Ranked[]} players */
function endSentence(replay, players) {
  if (replay.header.failed) return t('end.failed');
  const winners = (replay.header.winners ?? []).map((seat) => replay.name(seat));
  const own = ownSeat(replay);
  if (winners.length === 0) return t('end.nobody');
  if (winners.length > 1) return t('end.won', { n: winners.length, names: winners.join(', ') });
  if (own === null) return t('end.won', { n: 1, names: winners[0] });
  if (replay.header.winners?.includes(own)) return t('story.youWin');
  return youAre(players.find(({ seat }) => seat === own));
}

/** Says how far the user's own AI is behind; without one, how far the second player is. @param {Replay} replay @param {Ranked[]} players @param {Step} step */
function gapSentence(replay, players, step) {
  const [first, second] = players;
  if (!first || !second || step.round === 0 || replay.game.columns.length === 0) return '';
  const own = ownSeat(replay);
  const isEnd = isAtEnd(replay, step);
  const mine = players.find(({ seat }) => seat === own);
  const behind = mine ?? second;
  const by = formatNumber(Math.abs(first.value - behind.value), 1);
  if (first.value === behind.value && mine !== first) return '';
  if (mine && mine !== first) {
    const name = replay.name(first.seat);
    return isEnd ? t('story.behind', { by, name }) : youAre(mine, 'story.youAreBehind', { by, name });
  }
  if (mine)
    return isEnd
      ? t('story.ahead', { by: formatNumber(first.value - second.value, 1), name: replay.name(second.seat) })
      : '';
  return t('story.second', { name: replay.name(second.seat), by });
}

/** @param {Ranked|undefined} player @param {string} [sentence] @param {Record<string, string>} [values] */
function youAre(player, sentence = 'story.youAre', values = {}) {
  if (!player) return '';
  const key = `story.place.${player.rank}`;
  return t(sentence, {
    ...values,
    place: hasText(key) ? t(key) : t('story.place', { rank: player.rank }),
    rank: player.rank,
  });
}

/** Returns a line for each player that took no part, with the reason. @param {Replay} replay */
function forfeits(replay) {
  return replay.header.players.flatMap(({ seat, forfeit, forfeit_texts: texts }) =>
    forfeit
      ? [
          h('p', {
            class: 'hint',
            text: t('end.forfeit', {
              name: replay.name(seat),
              why: singleLine(sanitize(inLanguage(texts ?? forfeit)), 300),
            }),
          }),
        ]
      : [],
  );
}

/** The moments that decided the match so far; when the losses of the selected player are known, their cards. @param {Replay} replay @param {ExplanationLoader} explanation @param {Losses|null} losses @param {LossCards} cards */
function createMoments(replay, explanation, losses, cards) {
  const heading = h('h2', { class: 'caption' });
  const decided = h('p', { class: 'decided' });
  const list = h('ol', { class: 'moments' });
  const decisive = h('section', {}, heading, decided, list);
  const element = h('section', { class: 'moments-part', hidden: true }, cards?.element, decisive);
  let drawn = '';

  /** @param {Step} step */
  function update(step) {
    const isEnd = isAtEnd(replay, step);
    updateMoments(step, isEnd);
    const hasCards = updateCards(isEnd);
    decisive.hidden = hasCards || (list.childElementCount === 0 && !isEnd);
    element.hidden = decisive.hidden && cards?.element.hidden !== false;
  }

  /** Shows the losses at the end of the match, and from then on wherever the user looks. Returns true if they take the place of the moments. @param {boolean} isEnd */
  function updateCards(isEnd) {
    if (!cards || !losses) return false;
    const { report } = losses.of(replay.seat);
    if (isEnd || report) cards.update();
    else cards.element.hidden = true;
    return hasCurve(losses.of(replay.seat));
  }

  /** @param {Step} step @param {boolean} isEnd */
  function updateMoments(step, isEnd) {
    const all = (explanation.latest?.moments ?? []).filter((moment) => moment.is_decisive);
    const shown = all.filter(({ round }) => isEnd || round <= step.round);
    const key = `${shown.length} ${all.length} ${isEnd} ${language()} ${isDark()} ${showsDigits()}`;
    if (key === drawn) return;
    drawn = key;
    setText(heading, t(isEnd ? 'story.decided' : 'story.decidedSoFar'));
    setText(decided, isEnd && explanation.latest ? words(explanation.latest.decision) : '');
    fill(list, ...shown.map((moment) => item(moment, all.indexOf(moment) + 1)));
  }

  /** @param {import('../../generated/replay.js').Moment} moment @param {number} number */
  function item(moment, number) {
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'moment',
          onclick: () => showMoment(replay, moment.round, moment.seat),
        },
        h('span', { class: 'pin', text: String(number), 'aria-hidden': 'true' }),
        h('span', { class: 'moment-round', text: t('end.round', { round: moment.round }) }),
        createPortrait(replay.game, moment.seat).element,
        h('bdi', { text: words(moment) }),
      ),
    );
  }

  return { element, update, redraw: () => (drawn = '') };
}
