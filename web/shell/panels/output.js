/**
 * The output panel: what the selected player printed in the current round, how long it computed, and its errors.
 */

import { fill, h, iconButton } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { OUTPUT } from 'wag/shell/basics/limits.js';
import { drawHint, messageOf } from 'wag/shell/panels/problem.js';
import { refusalsOf, refusalReason } from 'wag/shell/panels/refusals.js';
import { sanitize, excerpt } from 'wag/shell/basics/text.js';
import { stackLines } from 'wag/shell/panels/call-stack.js';

/** @param {import('../replay/replay.js').Replay} replay @param {import('./problem.js').OpenManual} openManual @param {string} [label] for screen readers @param {(() => void)|null} [debug] plays the turn again; null where this is impossible */
export function createOutput(replay, openManual, label = t('output.title'), debug = null) {
  const heading = h('div', { class: 'output-heading' });
  const text = h('pre', { class: 'output', tabindex: '0', role: 'region', 'aria-label': label });
  const element = h('div', { class: 'output-panel' }, heading, text);
  let shown = '';

  /** @param {import('../game.js').Step} step */
  function update(step) {
    const key = `${step.round}/${replay.seat}`;
    const reports = step.turns
      .flatMap((turn) => turn.reports ?? [])
      .filter((report) => report.seat === replay.seat);
    if (key === shown) return;
    shown = key;
    fill(
      heading,
      seatBadge(replay.seat),
      h('bdi', { text: replay.name(replay.seat) }),
      h('span', { class: 'time', text: timeOf(reports) }),
      debug && step.round > 0 ? iconButton('bug', t('debug.title'), debug, 'D') : null,
    );
    fill(
      text,
      ...reports.flatMap((report) => partsOf(report, openManual)),
      ...refusedOf(step),
      ...noticesOf(step),
    );
    if (!text.hasChildNodes())
      fill(text, h('span', { class: 'hint', text: t(step.round === 0 ? 'output.start' : 'output.none') }));
    text.scrollTop = 0;
  }

  /** Returns the refused orders, in addition to what the game itself has printed. @param {import('../game.js').Step} step */
  function refusedOf(step) {
    const lines = refusalsOf(step, replay.seat).map((refusal) => [
      refusalReason(refusal, replay.localizer),
      stackLines(refusal).join(' → '),
    ]);
    return lines.map(([why, at]) =>
      h('em', { class: 'refused', text: sanitize(t('refused.order', { why: at ? `${why} (${at})` : why })) }),
    );
  }

  /** @param {import('../game.js').Step} step */
  function noticesOf(step) {
    const notices = step.turns
      .flatMap((turn) => turn.notices ?? [])
      .filter((one) => one.seat === replay.seat);
    return notices.map((one) =>
      h('span', { class: 'fault', text: replay.localizer.t(`notice.${one.notice}`) }),
    );
  }

  return { element, text, update, forget: () => (shown = '') };
}

/** @param {import('../../generated/replay.js').Report[]} reports */
function timeOf(reports) {
  const thought = reports.reduce((sum, report) => sum + (report.think_us ?? 0), 0);
  return reports.length === 0 ? '' : t('output.time', { ms: formatNumber(thought / 1000, 2) });
}

/** @param {import('../../generated/replay.js').Report} report @param {import('./problem.js').OpenManual} openManual @returns {HTMLElement[]} */
function partsOf(report, openManual) {
  /** @type {HTMLElement[]} */
  const parts = [];
  const hint = drawHint(report.fault, openManual);
  if (hint.length > 0) parts.push(h('span', { class: 'explanation' }, ...hint));
  if (report.fault)
    parts.push(
      h('span', {
        class: 'fault',
        text: `${t(`fault.${report.fault.kind}`)}: ${messageOf(report.fault, 2000)}`,
      }),
    );
  if (report.output) {
    const { lines, more } = excerpt(report.output, OUTPUT);
    for (const line of lines) {
      parts.push(
        h(
          'span',
          { class: 'line' },
          h('bdi', { text: line.text || ' ' }),
          line.cut > 0 ? h('em', { text: t('output.cut', { n: line.cut }) }) : null,
        ),
      );
    }
    if (more > 0) parts.push(h('em', { text: t('output.more', { n: more }) }));
  }
  if (report.output_dropped) parts.push(h('em', { text: t('output.dropped', { n: report.output_dropped }) }));
  return parts;
}
