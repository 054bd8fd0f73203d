/**
 * The people of a class: a class list becomes accounts and cards to print; one by one; cards, groups, removal.
 */

import { showConfirm } from 'wag/shell/basics/confirm.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { locale, t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { showCard, showCards } from 'wag/shell/host/card.js';
import {
  actButton,
  actions,
  checkField,
  createForm,
  failureLine,
  field,
  fileField,
  messageLine,
  nameOf,
  plainName,
  saveFile,
  table,
  tag,
} from 'wag/shell/host/parts.js';
import { placeLink } from 'wag/shell/host/place-link.js';
import { classAddress, getFile, requests } from 'wag/shell/host/requests.js';
import { agoText } from 'wag/shell/host/time.js';
import { whoAmI } from 'wag/shell/page/me.js';

/** @typedef {import('../requests.js').Class} Class */
/** @typedef {import('../requests.js').Card} Card */
/** @typedef {import('./page.js').ClassHost} ClassHost */

/** @param {Class} found @param {ClassHost} host @returns {import('./page.js').Part} */
export function createPeople(found, host) {
  const cards = h('div', { class: 'new-cards' });
  const failure = failureLine();
  const members = h('div', {});
  const show = (/** @type {Card[]} */ made) => {
    if (made.length > 0) showCards(cards, made, found.name);
    cards.scrollIntoView({ block: 'start' });
    void host.refresh();
  };
  const newCards = actButton(t('host.newCardsAll'), failure, () =>
    showConfirm(t('host.newCardsAll'), t('host.newCardsAsk'), [
      {
        label: t('host.newCardsAll'),
        act: () => void makeCards(found, show).catch((error) => setText(failure, errorText(error))),
      },
    ]),
  );
  const element = h(
    'div',
    { class: 'host-column' },
    cards,
    h('div', { class: 'setup-columns' }, classList(found, show), addOne(found, host)),
    failure,
    members,
    actions(newCards),
  );
  return {
    element,
    update: (now) => {
      if (!members.contains(document.activeElement)) fill(members, memberTable(now, host, failure));
    },
  };
}

/** Makes new cards for all pupils. @param {Class} found @param {(made: Card[]) => void} show */
async function makeCards(found, show) {
  const { blob, type, name } = await getFile(classAddress(found.id, '/cards'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ accounts: 'all' }),
  });
  if (!type.startsWith('application/json')) return saveFile(blob, name || 'cards.html');
  const made = JSON.parse(await blob.text());
  show(Array.isArray(made) ? made : made.cards);
}

/** Returns the part that reads a class list: first what was understood, then accounts and cards. @param {Class} found @param {(made: Card[]) => void} show */
function classList(found, show) {
  const preview = h('div', { role: 'status' });
  const failure = failureLine();
  const order = checkField(t('host.firstLast'), false);
  const how = (/** @type {boolean} */ dry) => ({ dry, isFirstLast: order.box.checked });
  /** @type {File|null} */
  let latest = null;
  order.box.addEventListener('change', () => latest && look(latest));
  /** @param {File} file */
  async function look(file) {
    latest = file;
    setText(failure, '');
    try {
      const { rows, understood } = await requests.roster(found.id, file, how(true));
      const good = rows.filter((row) => row.verdict !== 'error');
      const fresh = good.filter((row) => row.verdict === 'new').length;
      fill(
        preview,
        h('p', { class: 'hint', text: understoodText(understood) }),
        actButton(
          t('host.makeAccounts', { n: fresh }),
          failure,
          async () => {
            const { cards } = await requests.roster(found.id, file, how(false));
            latest = null;
            fill(preview);
            show(cards ?? []);
          },
          { class: 'primary' },
        ),
        table(
          t('host.classList'),
          [t('host.name'), t('host.group'), t('host.stateHead')],
          rows.map((row) => [
            nameOf(row.name || t('host.rowLine', { n: row.line })),
            row.group && nameOf(row.group),
            h(
              'span',
              {},
              tag(
                t(`host.verdict.${row.verdict}`),
                row.verdict === 'new' ? 'good' : row.verdict === 'error' ? 'bad' : '',
              ),
              ' ',
              messageLine(row.message),
            ),
          ]),
        ),
      );
    } catch (error) {
      setText(failure, errorText(error));
    }
  }
  return h(
    'section',
    { class: 'panel', 'aria-label': t('host.classList') },
    h('h2', { text: t('host.classList') }),
    h('p', { class: 'hint', text: t('host.classListHint') }),
    fileField(t('host.classListChoose'), '.csv,.txt,.tsv,text/csv', look),
    order.element,
    preview,
    failure,
  );
}

/** @param {import('../requests.js').Roster['understood']} understood */
function understoodText({ encoding, separator, heading }) {
  const names = /** @type {Record<string, string>} */ ({ ',': 'comma', ';': 'semicolon', '\t': 'tab' });
  const named = names[separator] ?? separator;
  return t(heading ? 'host.understoodHeading' : 'host.understood', {
    encoding,
    separator: named in SEPARATORS ? t(SEPARATORS[named]) : named,
  });
}

/** @type {Record<string, string>} */
const SEPARATORS = { comma: 'host.comma', semicolon: 'host.semicolon', tab: 'host.tab' };

/** @param {Class} found @param {ClassHost} host */
function addOne(found, host) {
  const name = h('input', { type: 'text', required: true, maxlength: '40', autocomplete: 'off' });
  const role = h(
    'select',
    {},
    h('option', { value: 'pupil', text: t('host.role.pupil') }),
    h('option', { value: 'teacher', text: t('host.role.teacher') }),
  );
  const isOwner = whoAmI().account?.role === 'owner';
  const form = createForm(
    [field(t('host.name'), name), isOwner && field(t('host.role'), role)],
    t('host.addOne'),
    async () => {
      const chosen = isOwner && role.value === 'teacher' ? 'teacher' : 'pupil';
      const card = await requests.addMember(found.id, name.value.trim(), chosen);
      name.value = '';
      showCard(card, found.name);
      await host.refresh();
    },
  );
  form.querySelector('.primary')?.classList.remove('primary');
  return h(
    'section',
    { class: 'panel', 'aria-label': t('host.addOne') },
    h('h2', { text: t('host.addOne') }),
    form,
  );
}

/** @param {Class} found @param {ClassHost} host @param {HTMLElement} failure */
function memberTable(found, host, failure) {
  const act = (/** @type {() => Promise<unknown>} */ change) => async () => {
    await change();
    await host.refresh();
  };
  // Teachers first, then pupils as a list of the school has them.
  const members = [...found.members].sort(
    (a, b) => b.role.localeCompare(a.role) || a.name.localeCompare(b.name, locale()),
  );
  const rows = members.map((one) => [
    h(
      'span',
      { class: 'pupil-name' },
      one.role === 'pupil'
        ? placeLink(one.name, { class: found.id, account: one.account })
        : nameOf(one.name),
      one.waiting && tag(t('host.waitingTag'), 'warn'),
      one.disabled && tag(t('host.disabled'), 'bad'),
    ),
    t(`host.role.${one.role}`),
    one.group && nameOf(one.group),
    agoText(one.seen_at),
    h(
      'div',
      { class: 'actions' },
      one.waiting &&
        actButton(
          t('host.confirm'),
          failure,
          act(() => requests.changeMember(found.id, one.account, { confirmed: true })),
          {
            class: 'primary',
          },
        ),
      one.waiting &&
        actButton(
          t('host.refuse'),
          failure,
          act(() => requests.removeMember(found.id, one.account)),
        ),
      one.role === 'pupil' &&
        actButton(
          t('host.newCard'),
          failure,
          async () => showCard({ ...(await requests.newCard(one.account)), name: one.name }, found.name),
          { title: t('host.newCardOf', { name: plainName(one.name) }) },
        ),
    ),
  ]);
  if (rows.length === 0) return h('p', { class: 'hint', text: t('host.noPupils') });
  const heads = [t('host.name'), t('host.role'), t('host.group'), t('host.lastSeen'), ''];
  return table(t('host.part.people'), heads, rows, 'people-table');
}
