/**
 * The events of the current round as sentences: all of them in a list, the important ones for screen readers.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { LISTED, ANNOUNCED } from 'wag/shell/basics/limits.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { createPortrait } from 'wag/shell/match/portrait.js';
import { drawHint, hintOf, messageOf } from 'wag/shell/panels/problem.js';
import { refusalsOf, refusalReason } from 'wag/shell/panels/refusals.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';

/** @typedef {import('../game.js').Sentence} Sentence */

/** With more events, players are named by their numbers, which are faster to draw. */
const PORTRAITS_MAX = 40;
/** Maximum length of the line of output. */
const PRINTED_MAX = 120;

/** @param {import('../replay/replay.js').Replay} replay @param {import('./problem.js').OpenManual} openManual @param {() => void} showOutput */
export function createEvents(replay, openManual, showOutput) {
  const all = h('input', { type: 'checkbox' });
  const list = h('ol', { class: 'events' });
  const element = h(
    'div',
    { class: 'events-panel' },
    h('label', { class: 'check' }, all, replay.localizer.t('events.all')),
    list,
  );
  const live = h('p', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  /** @type {import('../game.js').Step|null} */
  let shown = null;
  all.addEventListener('change', () => shown && show(shown));

  /** @param {import('../game.js').Step} step */
  function show(step) {
    shown = step;
    const sentences = sentencesOf(replay, step).filter((one) => all.checked || one.weight >= 0);
    const sign = sentences.length > PORTRAITS_MAX ? seatBadge : portrait;
    const items = sentences.slice(0, LISTED).map((one) => item(one, sign));
    const more = sentences.length - items.length;
    const printed = firstLine(step, replay.seat);
    if (printed) items.unshift(outputItem(printed));
    fill(list, ...items, more > 0 ? h('li', { class: 'hint', text: t('events.more', { n: more }) }) : null);
    if (sentences.length === 0) list.append(h('li', { class: 'hint', text: t('events.none') }));
  }

  /** @param {number} seat */
  const portrait = (seat) => createPortrait(replay.game, seat).element;

  /** Returns what the selected player printed first, as a way to all of its output. @param {string} printed */
  function outputItem(printed) {
    const text = h(
      'bdi',
      {},
      t('events.printed', { name: replay.name(replay.seat) }),
      ' ',
      h('code', { text: printed }),
    );
    return h(
      'li',
      {},
      h('button', { type: 'button', class: 'event', onclick: showOutput }, portrait(replay.seat), text),
    );
  }

  /** @param {Sentence & {fault?: import('../../generated/replay.js').Fault}} sentence `fault` is set if the sentence is a hint on a fault @param {(seat: number) => HTMLElement} sign draws the sign of a player */
  function item(sentence, sign) {
    const { text, selection, seat, fault } = sentence;
    const content = [
      seat ? sign(seat) : null,
      h('bdi', {}, ...(fault ? drawHint(fault, openManual) : [sanitize(text)])),
    ];
    const one = selection
      ? h('button', { type: 'button', class: 'event', onclick: () => replay.select(selection) }, ...content)
      : h('span', { class: 'event' }, ...content);
    return h('li', { class: sentence.weight === 2 ? 'decisive' : '' }, one);
  }

  /** Has screen readers announce the round. @param {import('../game.js').Step} step */
  function announce(step) {
    const notable = sentencesOf(replay, step)
      .filter((one) => one.weight >= 1)
      .sort((a, b) => b.weight - a.weight);
    const parts = [
      t('events.round', { round: step.round }),
      ...notable.slice(0, ANNOUNCED).map((one) => sanitize(one.text)),
    ];
    if (notable.length > ANNOUNCED) parts.push(t('events.more', { n: notable.length - ANNOUNCED }));
    if (notable.length === 0) parts.push(t('events.quiet'));
    setText(live, parts.join(' '));
  }

  return { element, live, show, announce };
}

/** Returns the first line that a player printed in a round. @param {import('../game.js').Step} step @param {number} seat */
function firstLine(step, seat) {
  const reports = step.turns.flatMap((turn) => turn.reports ?? []).filter((report) => report.seat === seat);
  const printed = reports.map(({ output }) => output ?? '').find((output) => output.trim() !== '') ?? '';
  return singleLine(sanitize(printed.trim().split('\n', 1)[0]), PRINTED_MAX);
}

/** @param {import('../replay/replay.js').Replay} replay @param {import('../game.js').Step} step @returns {(Sentence & {fault?: import('../../generated/replay.js').Fault})[]} */
function sentencesOf(replay, step) {
  return step.turns.flatMap((turn) => [
    ...(turn.reports ?? []).flatMap((report) => faultSentence(replay, report)),
    ...(turn.reports ?? []).flatMap((report) => refusedSentences(replay, step, report.seat)),
    ...(turn.events ?? []).flatMap((event) => replay.game.describeEvent(event, replay.localizer) ?? []),
  ]);
}

/** @param {import('../replay/replay.js').Replay} replay @param {import('../game.js').Step} step @param {number} seat @returns {Sentence[]} */
function refusedSentences(replay, step, seat) {
  return refusalsOf(step, seat).map((refusal) => ({
    text: t('events.refused', {
      name: replay.name(seat),
      why: refusalReason(refusal, replay.localizer),
    }).replace(/\?\.$/, '?'),
    selection: replay.game.selectionOf?.({ seat, values: { of: refusal.of, ...refusal.values } }) ?? null,
    seat,
    weight: 1,
  }));
}

/** @param {import('../replay/replay.js').Replay} replay @param {import('../../generated/replay.js').Report} report @returns {(Sentence & {fault?: import('../../generated/replay.js').Fault})[]} */
function faultSentence(replay, { seat, fault }) {
  if (!fault) return [];
  const text = t('events.fault', {
    name: replay.name(seat),
    kind: replay.localizer.t(`fault.${fault.kind}`),
    message: messageOf(fault, 200),
  });
  const hint = hintOf(fault);
  const sentence = { text, selection: null, seat, weight: 2 };
  return hint ? [sentence, { ...sentence, text: hint, fault }] : [sentence];
}
