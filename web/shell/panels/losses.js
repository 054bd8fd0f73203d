/**
 * What cost a player the most: a button that starts the computation, its progress, and one card per loss with its round, its
 * cost, its cause and what to do next. The sentences come from the program.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, inLanguage, language, t } from 'wag/shell/basics/i18n.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';
import { ownSeat } from 'wag/shell/match/lead.js';
import { showMoment, words } from 'wag/shell/panels/explain.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../replay/losses.js').Losses} Losses */
/** @typedef {import('../replay/losses.js').SeatLosses} SeatLosses */
/** @typedef {import('../../generated/losses.js').LossReport} LossReport */
/** @typedef {import('../../generated/losses.js').LossCard} LossCard */
/** @typedef {import('../../generated/losses.js').TakeOverCurve} TakeOverCurve */
/** What a card can do besides showing its round. @typedef {{debug: (seat: number) => void, fork: ((round: number, seat: number) => void)|null, saveGoal: (report: LossReport, card: LossCard) => void, showSource: (seat: number, at: string) => void}} CardActions */

/** The maximum number of lines of code on a card. */
const LINES_MAX = 3;

/** @param {Replay} replay @param {Losses} losses @param {CardActions} actions */
export function createLosses(replay, losses, actions) {
  const heading = h('h2', { class: 'caption' });
  const status = h('p', { class: 'hint', role: 'status' });
  const lead = h('p', { class: 'loss-lead' });
  const cards = h('ol', { class: 'loss-cards' });
  const begin = h('button', { type: 'button', onclick: () => losses.begin(replay.seat) });
  const stop = h('button', { type: 'button', text: t('losses.stop'), onclick: () => losses.stop() });
  const progress = h('div', { class: 'loss-progress' }, begin, stop, status);
  const element = h('section', { class: 'losses', hidden: true }, heading, lead, progress, cards);
  let shown = '';

  /** Shows what is known of the selected player. */
  function update() {
    element.hidden = !losses.isPossible;
    if (element.hidden) return;
    const { seat } = replay;
    void losses.lookUp(seat);
    const now = losses.of(seat);
    const { state, report } = now;
    const isRunning = state === 'running';
    heading.hidden = !report && !isRunning;
    setText(heading, titleOf(replay, seat));
    element.setAttribute('aria-label', heading.textContent ?? '');
    setText(lead, report ? [words(report), ...report.remarks.map(words)].join(' ').trim() : '');
    setText(status, statusOf(replay, now));
    lead.hidden = !lead.textContent;
    status.hidden = !status.textContent;
    begin.hidden = isRunning || (report !== null && isFinal(report));
    setText(begin, report ? t('losses.goOn') : questionOf(replay, seat));
    stop.hidden = !isRunning;
    progress.hidden = begin.hidden && stop.hidden && status.hidden;
    const key = `${seat} ${language()} ${JSON.stringify(report?.cards ?? [])}`;
    if (key === shown) return;
    shown = key;
    const drawn =
      report?.cards.map((card, index) => drawCard(replay, report, card, index + 1, actions)) ?? [];
    keepFocus(cards, () => fill(cards, ...drawn));
  }

  return { element, update };
}

/** Redraws a list; the button with the focus keeps it while its list is refined. @param {HTMLElement} list @param {() => void} draw */
function keepFocus(list, draw) {
  const buttons = () => [...list.querySelectorAll('button')];
  const focused = buttons().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  draw();
  if (focused >= 0) buttons()[focused]?.focus();
}

/** Returns true if more time would not change a report. @param {LossReport} report */
function isFinal({ curve }) {
  return curve.void ? curve.void.reason !== 'interrupted' : curve.complete;
}

/** @param {Replay} replay @param {number} seat */
function titleOf(replay, seat) {
  return seat === ownSeat(replay) ? t('losses.yours') : t('losses.of', { name: replay.name(seat) });
}

/** @param {Replay} replay @param {number} seat */
function questionOf(replay, seat) {
  const hasWon = replay.header.winners?.includes(seat);
  if (seat === ownSeat(replay)) return t(hasWon ? 'losses.askWon' : 'losses.ask');
  return t(hasWon ? 'losses.askWonOf' : 'losses.askOf', { name: replay.name(seat) });
}

/** @param {Replay} replay @param {SeatLosses} now */
function statusOf(replay, { state, played, planned, report, error }) {
  if (error) return sanitize(singleLine(inLanguage(error), 300));
  const standIn = report?.curve.stand_in;
  if (state === 'running') {
    const count = planned > 0 ? t('losses.count', { played, planned }) : '';
    const what = standIn ? t('losses.runningWith', { name: singleLine(standIn, 40) }) : t('losses.running');
    return [what, count, report ? t('losses.first') : ''].filter(Boolean).join(' ');
  }
  if (!report) return replay.seat === ownSeat(replay) ? t('losses.howYours') : t('losses.how');
  if (report.curve.void || report.curve.complete) return '';
  return t('losses.partial', { n: report.curve.futures });
}

/** @param {Replay} replay @param {LossReport} report @param {LossCard} card @param {number} number @param {CardActions} actions */
function drawCard(replay, report, card, number, actions) {
  const { seat } = report;
  const round = Math.min(card.onset, replay.header.rounds_played);
  const show = () => showMoment(replay, round, seat);
  const lines = linesOf(card);
  return h(
    'li',
    { class: 'loss-card' },
    h(
      'button',
      { type: 'button', class: 'moment', title: t('explain.go', { round }), onclick: show },
      h('span', { class: 'pin', text: String(number), 'aria-hidden': 'true' }),
      h('span', { class: 'loss-round', text: placeOf(card, round) }),
      h('strong', { class: 'loss-cost', text: costOf(report, card) }),
      report.curve.points.length > 0 && h('span', { class: 'loss-chance', text: chanceOf(card) }),
    ),
    h('p', {}, h('bdi', { text: words(card) })),
    card.better.length > 0 && h('p', { class: 'hint', text: ordersOf(card) }),
    h(
      'div',
      { class: 'actions' },
      h('button', {
        type: 'button',
        text: t('losses.debug', { round }),
        onclick: () => {
          show();
          actions.debug(seat);
        },
      }),
      actions.fork &&
        h('button', { type: 'button', text: t('losses.fork'), onclick: () => actions.fork?.(round, seat) }),
      h('button', { type: 'button', text: t('losses.goal'), onclick: () => actions.saveGoal(report, card) }),
      ...lines.map((at) =>
        h('button', {
          type: 'button',
          class: 'link source-link',
          text: singleLine(at, 60),
          onclick: () => actions.showSource(seat, at),
        }),
      ),
    ),
  );
}

/** @param {LossCard} card @param {number} round */
function placeOf({ steady, from, until }, round) {
  return steady ? t('losses.rounds', { from, until }) : t('end.round', { round });
}

/** Returns the cost; nothing where the value is the chance itself. @param {LossReport} report @param {LossCard} card */
function costOf({ curve }, { loss }) {
  return isChance(curve) ? '' : `−${formatNumber(loss, loss < 10 ? 1 : 0)} ${valueName(curve)}`;
}

/** Returns true if the value of a curve is the chance to win. @param {TakeOverCurve} curve */
export function isChance({ value }) {
  return value === 'chance';
}

/** Returns what the value of a curve counts. @param {TakeOverCurve} curve */
export function valueName(curve) {
  return translateMessage(curve.unit);
}

/** @param {LossCard} card */
function chanceOf({ win_before: before, win_after: after }) {
  return t('losses.chance', { before: percent(before), after: percent(after) });
}

/** @param {LossCard} card */
function ordersOf({ better }) {
  const list = better.map(({ order, win }) => `${singleLine(order, 40)} ${percent(win)}`);
  return t('losses.orders', { orders: list.join(', ') });
}

/** @param {number} share */
const percent = (share) => `${formatNumber(share * 100)} %`;

/** Returns the lines of code of the stated causes, the most frequent first. @param {LossCard} card */
function linesOf({ causes }) {
  const lines = causes.filter(({ stated }) => stated).flatMap((cause) => cause.lines);
  return [...new Set(lines.map(({ file, line }) => `${file}:${line}`))].slice(0, LINES_MAX);
}
