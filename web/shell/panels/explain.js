/**
 * The tab that explains a match: when it was decided, its turning points with links to their rounds, and an account of the selected
 * player that adds up. The explanation comes from the program; it is loaded when the tab is shown for the first time.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { formatNumber, inLanguage, language, t, textOr } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';

/** @typedef {import('../../generated/replay.js').MatchExplanation} MatchExplanation */
/** @typedef {import('../../generated/replay.js').FigureAccount} FigureAccount */

/** The explanation of a running match is loaded again when the match is longer by this factor. */
const GROWTH = 1.1;
/** Maximum length of a text, in characters. */
const LENGTH_MAX = 500;

/** @param {import('../replay/replay.js').Replay} replay */
export function createExplain(replay) {
  const course = h('div', { class: 'course' });
  const account = h('section', { class: 'accounts', 'aria-label': t('explain.account') });
  const status = h('p', { class: 'hint', role: 'status' });
  const element = h('div', { class: 'explain' }, status, course, account);
  /** @type {MatchExplanation|null} */
  let explanation = null;
  /** The number of rounds, and whether the match was over, when the explanation was last requested. */
  let requested = { rounds: -1, isOver: false };
  let drawn = '';

  /** Shows the account of the selected player. Loads the explanation if it is missing or outdated. */
  function update() {
    const { rounds_played: rounds } = replay.header;
    if (requested.isOver !== replay.isOver || rounds > requested.rounds * GROWTH) load();
    const key = `${replay.seat} ${language()}`;
    if (explanation && key !== drawn) draw();
  }

  async function load() {
    requested = { rounds: replay.header.rounds_played, isOver: replay.isOver };
    if (!explanation) status.textContent = t('explain.loading');
    try {
      explanation = await replay.explanation();
      status.textContent = '';
      drawn = '';
      draw();
    } catch (error) {
      status.textContent = errorText(error);
    }
  }

  function draw() {
    if (!explanation) return;
    // A click in the course selects a player; the course itself then stays, and with it the keyboard's focus.
    if (!drawn.endsWith(` ${language()}`)) drawCourse(course, replay, explanation);
    drawn = `${replay.seat} ${language()}`;
    const player = explanation.players.find(({ seat }) => seat === replay.seat);
    fill(account, ...(player ? drawAccounts(replay, player) : []));
  }

  return { element, update };
}

/** @param {HTMLElement} element @param {import('../replay/replay.js').Replay} replay @param {MatchExplanation} explanation */
function drawCourse(element, replay, { decision, moments, remarks }) {
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
            onclick: () => show(replay, round, decision.seat),
            text: t('explain.go', { round }),
          }),
    ),
    moments.length > 0 && h('h3', { text: t('explain.moments') }),
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
              onclick: () => show(replay, moment.round, moment.seat),
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

/** @param {import('../replay/replay.js').Replay} replay @param {number} round @param {number|null} seat */
function show(replay, round, seat) {
  replay.playback.playing = false;
  replay.live = false;
  if (seat) replay.showSeat(seat);
  replay.seek(round);
}

/** @param {import('../replay/replay.js').Replay} replay @param {import('../../generated/replay.js').PlayerAccounts} player */
function drawAccounts(replay, { seat, accounts, counts }) {
  const counted = counts.filter(({ count }) => count !== 0);
  return [
    h('h3', {}, seatBadge(seat), h('bdi', { text: t('explain.accountOf', { name: replay.name(seat) }) })),
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
