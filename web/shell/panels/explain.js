/**
 * The tab that explains a match: what cost the selected player the most, when the match was decided, its turning points with links
 * to their rounds, and an account of the selected player that adds up. The explanation comes from the program.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { formatNumber, inLanguage, language, t, textOr } from 'wag/shell/basics/i18n.js';
import { hasCurve } from 'wag/shell/replay/losses.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';

/** @typedef {import('../../generated/replay.js').MatchExplanation} MatchExplanation */
/** @typedef {import('../../generated/replay.js').FigureAccount} FigureAccount */

/** Maximum length of a text, in characters. */
const LENGTH_MAX = 500;

/** @param {import('../replay/replay.js').Replay} replay @param {import('../replay/explanation-loader.js').ExplanationLoader} loader @param {import('../replay/losses.js').Losses|null} losses @param {import('../match/story.js').LossCards} cards */
export function createExplain(replay, loader, losses, cards) {
  const course = h('div', { class: 'course' });
  const moments = h('div');
  const account = h('section', { class: 'accounts', 'aria-label': t('explain.account') });
  const status = h('p', { class: 'hint', role: 'status' });
  const element = h('div', { class: 'explain' }, cards?.element, status, course, moments, account);
  /** @type {MatchExplanation|null} */
  let drawnOf = null;
  let drawn = '';

  /** Shows the account of the selected player. */
  function update() {
    const { latest, error } = loader;
    cards?.update();
    // The cards say more about a player than the turning points of the match.
    moments.hidden = losses !== null && hasCurve(losses.of(replay.seat));
    setText(status, error || (latest ? '' : t('explain.loading')));
    const key = `${replay.seat} ${language()}`;
    if (!latest || (latest === drawnOf && key === drawn)) return;
    // A click in the course selects a player; the course itself then stays, and with it the keyboard's focus.
    if (latest !== drawnOf || !drawn.endsWith(` ${language()}`)) {
      drawCourse(course, replay, latest);
      drawMoments(moments, replay, latest);
    }
    drawn = key;
    drawnOf = latest;
    const player = latest.players.find(({ seat }) => seat === replay.seat);
    fill(account, ...(player ? drawAccounts(replay, player) : []));
  }

  return { element, update };
}

/** @param {HTMLElement} element @param {import('../replay/replay.js').Replay} replay @param {MatchExplanation} explanation */
function drawCourse(element, replay, { decision, remarks }) {
  const { round } = decision;
  fill(
    element,
    ...remarks.map((remark) => h('p', { class: 'hint', text: words(remark) })),
    h(
      'p',
      { class: 'decision' },
      h('bdi', { text: words(decision) }),
      ' ',
      round === null
        ? null
        : h('button', {
            type: 'button',
            onclick: () => showMoment(replay, round, decision.seat),
            text: t('explain.go', { round }),
          }),
    ),
  );
}

/** @param {HTMLElement} element @param {import('../replay/replay.js').Replay} replay @param {MatchExplanation} explanation */
function drawMoments(element, replay, { moments }) {
  fill(
    element,
    moments.length > 0 && h('h2', { text: t('explain.moments') }),
    h(
      'ol',
      { class: 'findings' },
      ...moments.map((moment) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: 'finding',
              title: t('explain.go', { round: moment.round }),
              onclick: () => showMoment(replay, moment.round, moment.seat),
            },
            h('span', { class: 'finding-round', text: formatNumber(moment.round) }),
            seatBadge(moment.seat),
            h('bdi', { text: words(moment) }),
          ),
        ),
      ),
    ),
  );
}

/** Pauses in a round, with a player selected. @param {import('../replay/replay.js').Replay} replay @param {number} round @param {number|null} seat */
export function showMoment(replay, round, seat) {
  replay.playback.playing = false;
  replay.live = false;
  if (seat) replay.showSeat(seat);
  replay.seek(round);
}

/** @param {import('../replay/replay.js').Replay} replay @param {import('../../generated/replay.js').PlayerAccounts} player */
function drawAccounts(replay, { seat, accounts, counts }) {
  const counted = counts.filter(({ count }) => count !== 0);
  return [
    h('h2', {}, seatBadge(seat), h('bdi', { text: t('explain.accountOf', { name: replay.name(seat) }) })),
    ...accounts.filter(isUsed).map((account) => drawAccount(replay, account)),
    counted.length > 0 &&
      h(
        'table',
        {},
        h('caption', { text: t('explain.counts') }),
        h(
          'tbody',
          {},
          ...counted.map(({ label, count }) => row(translateMessage(label), formatNumber(count))),
        ),
      ),
  ];
}

/** @param {FigureAccount} account */
function isUsed({ start, end, entries }) {
  return start !== end || entries.some(({ amount }) => amount !== 0);
}

/** @param {import('../replay/replay.js').Replay} replay @param {FigureAccount} account */
function drawAccount(replay, { figure, start, end, entries, unexplained }) {
  return h(
    'table',
    {},
    h('caption', { text: textOr(replay.localizer.t, `figure.${figure}`, figure) }),
    h(
      'tbody',
      {},
      row(t('explain.start'), formatNumber(start)),
      ...entries
        .filter(({ amount }) => amount !== 0)
        .map(({ label, amount }) => row(translateMessage(label), signed(amount))),
      unexplained !== 0 && row(t('explain.unexplained'), signed(unexplained)),
    ),
    h('tfoot', {}, row(t('explain.end'), formatNumber(end))),
  );
}

/** @param {string} label @param {string} number */
function row(label, number) {
  return h(
    'tr',
    {},
    h('th', { scope: 'row', text: singleLine(label, LENGTH_MAX) }),
    h('td', { text: number }),
  );
}

/** @param {number} amount */
function signed(amount) {
  return `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;
}

/** Returns a sentence of an explanation in the language of the page. @param {import('../../generated/replay.js').Phrase} phrase */
export function words({ text, texts }) {
  return sanitize(singleLine(inLanguage(texts ?? text), LENGTH_MAX));
}
