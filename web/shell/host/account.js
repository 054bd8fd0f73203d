/**
 * The menu of the account: places, devices, log out.
 */

import { showConfirm } from 'wag/shell/basics/confirm.js';
import { showDialog } from 'wag/shell/basics/dialog.js';
import { h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { createMenu } from 'wag/shell/basics/menu.js';
import { writeLink } from 'wag/shell/page/link.js';
import {
  actButton,
  createForm,
  drawInto,
  failureLine,
  field,
  nameOf,
  plainName,
  table,
} from 'wag/shell/host/parts.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { requests } from 'wag/shell/host/requests.js';
import { agoText } from 'wag/shell/host/time.js';

/** @typedef {import('../page/me.js').Me} Me */

/** @param {Me} me @param {(text: string, bad?: boolean) => void} notify */
export function createAccountMenu(me, notify) {
  const { account } = me;
  if (!account) return null;
  const link = (/** @type {string} */ name, /** @type {import('../page/link.js').Link} */ to) =>
    h('a', { class: 'button', href: writeLink(to) }, nameOf(name));
  const classes = me.classes.flatMap((one) => [
    h('p', { class: 'hint', text: t('host.classOf') }),
    one.role === 'teacher' || account.role === 'owner' ? link(one.name, { class: one.id }) : nameOf(one.name),
    ...one.contests.map((contest) => link(contest.name, { contest: contest.id })),
  ]);
  const failure = failureLine();
  const menu = createMenu({
    class: 'account-button',
    title: t('host.account', { name: plainName(account.name) }),
    label: [h('span', { class: 'account-name' }, nameOf(account.name))],
    content: [
      ...classes,
      account.role === 'owner' &&
        h('a', { class: 'button', href: writeLink({ server: 'classes' }), text: t('host.server') }),
      h('hr'),
      h('button', { type: 'button', text: t('host.devices'), onclick: () => showDevices() }),
      account.role !== 'pupil' &&
        h('button', { type: 'button', text: t('host.passphrase'), onclick: () => showPassphrase(notify) }),
      account.may_delete &&
        h('button', { type: 'button', text: t('host.deleteMe'), onclick: () => askToDelete(failure) }),
      actButton(t('host.logOut'), failure, () => logOut(notify)),
      failure,
    ],
  });
  menu.box.classList.add('account-menu');
  menu.box.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) menu.box.hidePopover();
  });
  return menu.element;
}

/** The least length of a passphrase, in characters. */
const PASSPHRASE_MIN = 12;

/** Shows the form for the own passphrase. @param {(text: string, bad?: boolean) => void} notify */
function showPassphrase(notify) {
  const failure = failureLine();
  const phrase = h('input', {
    type: 'password',
    required: true,
    minlength: String(PASSPHRASE_MIN),
    maxlength: '200',
    autocomplete: 'new-password',
  });
  const again = h('input', {
    type: 'password',
    required: true,
    maxlength: '200',
    autocomplete: 'new-password',
  });
  const done = (/** @type {string} */ text) => {
    dialog.close();
    notify(t(text));
  };
  const form = createForm(
    [field(t('host.passphrase'), phrase, t('host.passphraseHint')), field(t('host.passphraseAgain'), again)],
    t('host.save'),
    async () => {
      if (phrase.value !== again.value) throw new Error(t('host.passphraseDiffers'));
      await requests.setPassphrase(phrase.value);
      done('host.passphraseSet');
    },
  );
  const removeIt = actButton(t('host.passphraseRemove'), failure, async () => {
    await requests.setPassphrase(null);
    done('host.passphraseRemoved');
  });
  const dialog = showDialog(t('host.passphrase'), form, removeIt, failure);
}

/** Asks before the account and everything of it is deleted. @param {HTMLElement} failure */
function askToDelete(failure) {
  const act = async () => {
    try {
      await requests.deleteMe();
      forgetAccount();
      location.assign('/');
    } catch (error) {
      setText(failure, errorText(error));
    }
  };
  showConfirm(t('host.deleteMe'), t('host.deleteMeAsk'), [
    { label: t('host.deleteMe'), act: () => void act() },
  ]);
}

/** Ends the session, and removes from the browser what belongs to the account. @param {(text: string, bad?: boolean) => void} notify */
async function logOut(notify) {
  await requests.logOut();
  forgetAccount();
  notify(t('host.loggedOut'));
  location.assign('/');
}

/** The settings that belong to the device, not to an account. */
const OF_DEVICE = ['wag.language', 'wag.theme', 'wag.digits'];
const ACCOUNT = 'wag.account';

/** Removes the settings and unsaved texts of the account that was here before: a device may be shared. */
export function forgetAccount() {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('wag.') && !OF_DEVICE.includes(key)) localStorage.removeItem(key);
  } catch {
    // The browser stores nothing.
  }
}

/** Makes the browser's settings those of an account: what another one has left is removed. @param {string} id */
export function rememberAccount(id) {
  try {
    if (localStorage.getItem(ACCOUNT) !== id) forgetAccount();
    localStorage.setItem(ACCOUNT, id);
  } catch {
    // The browser stores nothing.
  }
}

/** Shows the devices on which the account is logged in. */
function showDevices() {
  const failure = failureLine();
  const list = h('div', {});
  const draw = () =>
    drawInto(list, async () => {
      const sessions = await requests.sessions();
      return table(
        t('host.devices'),
        [t('host.device'), t('host.lastSeen'), ''],
        sessions.map((one) => [
          h(
            'span',
            {},
            nameOf(one.device || t('host.unknownDevice')),
            one.current ? ` (${t('host.thisDevice')})` : '',
          ),
          agoText(one.seen_at),
          !one.current &&
            actButton(t('host.endSession'), failure, async () => {
              await requests.endSession(one.id);
              await draw();
            }),
        ]),
      );
    });
  showDialog(t('host.devices'), h('p', { class: 'hint', text: t('host.devicesHint') }), list, failure);
  void draw();
}
