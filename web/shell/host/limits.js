/**
 * The limits of an account or a class, for the owner of the server: wider or tighter than usual, or as usual.
 */

import { h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { createForm, drawInto, field, panel } from 'wag/shell/host/parts.js';

/** @typedef {import('../../generated/server.js').LimitsReport} LimitsReport */
/** @typedef {import('../../generated/server.js').ReportedLimit} ReportedLimit */
/** The requests of the limits of one account or class. @typedef {{get: () => Promise<LimitsReport>, put: (limits: Record<string, number>) => Promise<LimitsReport>}} LimitsRequests */

/** Returns the folded form of the limits. It is loaded when it is opened. @param {string} hint @param {LimitsRequests} requests */
export function createLimits(hint, { get, put }) {
  const place = h('div', {});
  const load = () => drawInto(place, async () => limitsForm(await get(), put));
  const details = h(
    'details',
    {},
    h('summary', { text: t('host.limitsShow') }),
    h('div', { class: 'stack' }, h('p', { class: 'hint', text: hint }), place),
  );
  details.addEventListener('toggle', () => details.open && void load());
  return panel(t('host.limits'), details);
}

/** @param {LimitsReport} report @param {LimitsRequests['put']} put */
function limitsForm({ limits }, put) {
  const saved = h('p', { class: 'hint', role: 'status' });
  const inputs = limits.map((limit) => limitInput(limit));
  const fields = limits.map((limit, index) => field(t(`host.limit.${limit.name}`), inputs[index]));
  const form = createForm(
    [h('div', { class: 'options host-options' }, ...fields), saved],
    t('host.save'),
    async () => {
      setText(saved, '');
      const given = limits.flatMap(({ name }, index) =>
        inputs[index].value === '' ? [] : [[name, Number(inputs[index].value)]],
      );
      await put(Object.fromEntries(given));
      setText(saved, t('host.saved'));
    },
  );
  form.querySelector('.primary')?.classList.remove('primary');
  return form;
}

/** Returns the field of a limit; an empty one is as usual. @param {ReportedLimit} limit */
function limitInput({ own, usual, least, most }) {
  return h('input', {
    type: 'number',
    min: String(least),
    max: String(most),
    step: '1',
    value: own === null ? '' : String(own),
    placeholder: t('host.limitUsual', { n: formatNumber(usual) }),
  });
}
