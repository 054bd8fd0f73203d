/**
 * One pupil, for teachers: files (read only), hand-ins, a new card, disabling, removal. Each look at a file is recorded by the server.
 */

import { showConfirm } from 'wag/shell/basics/confirm.js';
import { showDialog } from 'wag/shell/basics/dialog.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { showCard } from 'wag/shell/host/card.js';
import { showText } from 'wag/shell/host/listing.js';
import { showExtension } from 'wag/shell/host/contest/entries.js';
import { reasonText } from 'wag/shell/host/contest/hand-in.js';
import { createLimits } from 'wag/shell/host/limits.js';
import {
  actButton,
  createForm,
  downloadLink,
  drawInto,
  failureLine,
  field,
  nameOf,
  panel,
  plainName,
  saveFile,
  table,
  tag,
} from 'wag/shell/host/parts.js';
import { accountAddress, getFile, handInAddress, requests } from 'wag/shell/host/requests.js';
import { agoText, dateText } from 'wag/shell/host/time.js';
import { isOwner } from 'wag/shell/page/me.js';

/** @typedef {import('../requests.js').Class} Class */
/** @typedef {import('./page.js').ClassHost} ClassHost */

/** @param {Class} found @param {string} account @param {ClassHost} host @returns {import('./page.js').Part} */
export function createPupil(found, account, host) {
  const title = h('h1', { tabindex: '-1' });
  const state = h('p', { class: 'hint' });
  const buttons = h('div', { class: 'actions' });
  const failure = failureLine();
  const files = h('div', {});
  const handIns = h('div', {});
  const element = h(
    'div',
    { class: 'host-column' },
    h('div', { class: 'setup-head' }, title, state),
    buttons,
    failure,
    panel(t('host.files'), h('p', { class: 'hint', text: t('host.filesHint') }), files),
    panel(t('host.handIns'), handIns),
    isOwner() && createLimits(t('host.limitsOfAccount'), requests.limitsOf(account)),
  );
  void drawInto(files, () => fileTable(found.id, account, failure));
  void drawInto(handIns, () => handInTable(account));
  return {
    element,
    update: (now) => {
      const member = now.members.find((one) => one.account === account);
      fill(title, nameOf(member?.name ?? ''));
      setText(
        state,
        member
          ? [
              nameText(found.name),
              member.group ?? '',
              t('host.seenAgo', { time: agoText(member.seen_at) }),
              member.disabled ? t('host.disabled') : '',
            ]
              .filter(Boolean)
              .join(' · ')
          : t('host.notInClass'),
      );
      fill(buttons, ...(member ? pupilButtons(found, member, host, failure) : []));
    },
  };
}

const nameText = (/** @type {string} */ name) => plainName(name);

/** @param {Class} found @param {import('../requests.js').Member} member @param {ClassHost} host @param {HTMLElement} failure */
function pupilButtons(found, member, host, failure) {
  const { account, name, disabled } = member;
  const leave = () => host.go({ class: found.id, part: 'people' });
  const attempt = (/** @type {() => Promise<unknown>} */ act) => () =>
    void act().catch((error) => setText(failure, errorText(error)));
  const ask = (/** @type {string} */ key, /** @type {() => Promise<unknown>} */ act) => () =>
    showConfirm(t(`host.${key}`), t(`host.${key}Ask`, { name: plainName(name) }), [
      { label: t(`host.${key}`), act: attempt(act) },
    ]);
  return [
    actButton(t('host.newCard'), failure, async () => {
      showCard({ ...(await requests.newCard(account)), name }, found.name);
    }),
    ...found.contests
      .filter((one) => ['open', 'frozen'].includes(one.state))
      .map((one) =>
        actButton(t('host.extendIn', { name: plainName(one.name) }), failure, async () =>
          showExtension(await requests.contest(one.id), account, name),
        ),
      ),
    h('button', { type: 'button', text: t('host.rename'), onclick: () => showRename(found, member, host) }),
    actButton(t(disabled ? 'host.enable' : 'host.disable'), failure, async () => {
      await requests.disable(account, !disabled);
      await host.refresh();
    }),
    actButton(t('host.export'), failure, async () => {
      const file = await getFile(accountAddress(account, '/export'), { method: 'POST' });
      saveFile(file.blob, file.name || 'export.zip');
    }),
    actButton(
      t('host.removeFromClass'),
      failure,
      ask('removeFromClass', async () => {
        await requests.removeMember(found.id, account);
        leave();
      }),
    ),
    actButton(
      t('host.deletePerson'),
      failure,
      ask('deletePerson', async () => {
        await requests.deleteAccount(account);
        leave();
      }),
    ),
  ];
}

/** @param {Class} found @param {import('../requests.js').Member} member @param {ClassHost} host */
function showRename(found, { account, name }, host) {
  const input = h('input', { type: 'text', required: true, maxlength: '40', value: name });
  const form = createForm([field(t('host.name'), input)], t('host.save'), async () => {
    await requests.changeMember(found.id, account, { name: input.value.trim() });
    dialog.close();
    await host.refresh();
  });
  const dialog = showDialog(t('host.rename'), form);
}

/** @param {string} classId @param {string} account @param {HTMLElement} failure */
async function fileTable(classId, account, failure) {
  const { files } = await requests.filesOf(account);
  if (files.length === 0) return h('p', { class: 'hint', text: t('host.noFiles') });
  const address = (/** @type {string} */ name) =>
    accountAddress(account, `/files/${name.split('/').map(encodeURIComponent).join('/')}`);
  return table(
    t('host.files'),
    [t('host.file'), t('host.bytes'), t('host.changed'), ''],
    files.map(({ name, bytes, changed_at: changed }) => [
      h('bdi', { text: singleLine(name, 80) }),
      formatNumber(bytes),
      agoText(changed),
      actButton(t('host.read'), failure, async () =>
        showText(
          name,
          await (await getFile(address(name))).blob.text(),
          await lastErrorIn(classId, account, name),
        ),
      ),
    ]),
  );
}

/** Returns the last error of a pupil if it is in this file. @param {string} classId @param {string} account @param {string} file */
async function lastErrorIn(classId, account, file) {
  // Without the overview, the file is shown all the same.
  const { pupils } = await requests.overview(classId).catch(() => ({ pupils: [] }));
  const error = pupils.find((one) => one.account === account)?.last_error;
  return error?.file === file && error.line ? { ...error, line: error.line } : null;
}

/** @param {string} account */
async function handInTable(account) {
  const all = await requests.handInsOf(account);
  if (all.length === 0) return h('p', { class: 'hint', text: t('host.noHandIn') });
  return table(
    t('host.handIns'),
    [t('host.versionHead'), t('host.stateHead'), t('host.arrived'), ''],
    all.map((one) => [
      t('host.version', { n: one.version }),
      h(
        'span',
        {},
        tag(
          t(`host.handIn.${one.state}`),
          one.state === 'valid' ? 'good' : one.state === 'invalid' ? 'bad' : '',
        ),
        one.is_late && tag(t('host.late'), 'warn'),
        one.reason && h('p', { class: 'why', text: reasonText(one.reason) }),
      ),
      dateText(one.arrived_at),
      downloadLink(t('host.download'), handInAddress(one.id, '/files')),
    ]),
  );
}
