/**
 * What the panel "Debug this turn" shows of a turn that was played again: a summary, remarks, variables, output and orders.
 */

import { h } from 'wag/shell/basics/dom.js';
import { formatNumber, inLanguage, t } from 'wag/shell/basics/i18n.js';
import { OUTPUT } from 'wag/shell/basics/limits.js';
import { drawHint, hintOf, messageOf } from 'wag/shell/panels/problem.js';
import { excerpt, sanitize, singleLine } from 'wag/shell/basics/text.js';
import { translateMessage } from 'wag/shell/basics/translate-message.js';

/** @typedef {import('../../generated/inspect.js').ReplayedTurn} ReplayedTurn */

/** Maximum number of orders that are listed. */
const ORDERS_MAX = 200;

/** Returns what the turn has given, in one sentence, and what has changed since `before`. @param {ReplayedTurn} turn @param {ReplayedTurn|null} before */
export function summaryOf(turn, before) {
  const words = [
    t('debug.ms', { ms: formatNumber(turn.now.ms, 2), recorded: formatNumber(turn.recorded.ms, 2) }),
  ];
  if (turn.same) words.push(t('debug.equal', { n: turn.now.orders.length }));
  else if (
    turn.refused_added.length + turn.refused_missing.length > 0 &&
    turn.added.length + turn.missing.length === 0
  )
    words.push(t('debug.otherRefused'));
  else if (turn.added.length + turn.missing.length === 0) words.push(t('debug.sequence'));
  else words.push(t('debug.differs', { added: turn.added.length, missing: turn.missing.length }));
  if (before) {
    const isSame =
      JSON.stringify(before.now.orders) === JSON.stringify(turn.now.orders) &&
      before.now.output === turn.now.output &&
      before.now.fault?.kind === turn.now.fault?.kind;
    words.unshift(t(isSame ? 'debug.savedSame' : 'debug.savedChanged'));
  }
  return words.join(' ');
}

/** @param {ReplayedTurn} turn */
export function remarks(turn) {
  const words = [
    turn.remark ? translateMessage(turn.remark) : '',
    ...turn.reasons.map((reason) => inLanguage(reason.message)),
    turn.trace?.is_late ? t('debug.late') : turn.trace?.ends_early ? t('debug.endsEarly') : '',
    turn.trace ? '' : t('debug.noTrace'),
    turn.same && turn.now.unseeded.length > 0 ? t('debug.unseeded') : '',
  ].filter(Boolean);
  return words.length > 0 ? h('p', { class: 'hint', text: sanitize(words.join(' ').slice(0, 1000)) }) : null;
}

/** @param {import('./turn-trace.js').Variable[]} variables */
export function tableOf(variables) {
  const rows = variables.map(({ name, value, changed }) =>
    h(
      'tr',
      { class: changed ? 'changed-value' : '' },
      h('th', { scope: 'row', text: singleLine(name, 80) }),
      h('td', { text: singleLine(value, 200) }),
      h('td', {}, changed ? h('em', { text: t('debug.changed') }) : null),
    ),
  );
  return h('table', { class: 'debug-variables' }, h('tbody', {}, ...rows));
}

/** Returns the output, the fault and the orders. @param {ReplayedTurn} turn */
export function resultParts(turn) {
  const { now, recorded } = turn;
  const fault = (/** @type {import('../panels/problem.js').Problem} */ one) =>
    `${t(`fault.${one.kind}`)}: ${messageOf(one, 2000)}`;
  const { lines, more } = excerpt(now.output, OUTPUT);
  const output = h(
    'pre',
    { class: 'output', tabindex: '0', role: 'region', 'aria-label': t('debug.output') },
    now.problem ? h('span', { class: 'fault', text: fault(now.problem) }) : null,
    hintOf(now.problem) ? h('span', { class: 'explanation' }, ...drawHint(now.problem, null)) : null,
    ...lines.map((line) => h('span', { class: 'line' }, h('bdi', { text: line.text || ' ' }))),
    more > 0 ? h('em', { text: t('output.more', { n: more }) }) : null,
    !now.output && !now.problem ? h('span', { class: 'hint', text: t('debug.noOutput') }) : null,
  );
  const order = (/** @type {string} */ text, /** @type {'new'|'missing'|''} */ state) =>
    h(
      'li',
      { class: state ? `order ${state}` : 'order' },
      h('b', { text: state === 'new' ? '+' : state === 'missing' ? '−' : '', 'aria-hidden': 'true' }),
      h('bdi', { text: sanitize(translateMessage(text).slice(0, 300)) }),
      state ? h('em', { text: t(state === 'new' ? 'debug.new' : 'debug.missing') }) : null,
    );
  const given = now.sentences
    .slice(0, ORDERS_MAX)
    .map((text, index) => order(text, turn.added.includes(index) ? 'new' : ''));
  const gone = turn.missing
    .slice(0, ORDERS_MAX)
    .map((index) => order(recorded.sentences[index] ?? '', 'missing'));
  const refusal = (/** @type {string} */ text, /** @type {'new'|'missing'|''} */ state) =>
    order(t('debug.refused', { reason: translateMessage(text) }), state);
  given.push(
    ...now.refused.map((text, index) => refusal(text, turn.refused_added.includes(index) ? 'new' : '')),
  );
  gone.push(...turn.refused_missing.map((index) => refusal(recorded.refused[index] ?? '', 'missing')));
  return [
    h('h3', { text: t('debug.output') }),
    now.output !== recorded.output ? h('p', { class: 'hint', text: t('debug.otherOutput') }) : null,
    recorded.problem && recorded.problem.kind !== now.problem?.kind
      ? h('p', { class: 'hint', text: t('debug.recordedFault', { fault: fault(recorded.problem) }) })
      : null,
    output,
    h('h3', { text: t('debug.orders') }),
    given.length + gone.length > 0
      ? h('ul', { class: 'debug-orders' }, ...given, ...gone)
      : h('p', { class: 'hint', text: t('debug.noOrders') }),
  ];
}
