/**
 * The class link, as a large QR code for the projector; closed with one click.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import {
  actButton,
  actions,
  checkField,
  createForm,
  failureLine,
  field,
  nameOf,
  qrImage,
} from 'wag/shell/host/parts.js';
import { onlyHereNote } from 'wag/shell/host/notices.js';
import { requests } from 'wag/shell/host/requests.js';
import { dateText } from 'wag/shell/host/time.js';

/** @typedef {import('../requests.js').Class} Class */

/** @param {Class} found @param {import('./page.js').ClassHost} host @returns {import('./page.js').Part} */
export function createClassLink(found, host) {
  const large = h('div', { class: 'class-link' });
  const open = h('div', {});
  const failure = failureLine();
  const uses = h('input', { type: 'number', min: '1', max: '500', value: '30' });
  const hours = h('input', { type: 'number', min: '1', max: '720', value: '2' });
  const confirm = checkField(t('host.confirmNames'), false);
  const form = createForm(
    [
      h('div', { class: 'options' }, field(t('host.uses'), uses), field(t('host.hoursOpen'), hours)),
      confirm.element,
    ],
    t('host.makeLink'),
    async () => {
      const made = await requests.invite(found.id, {
        uses: Number(uses.value),
        hours: Number(hours.value),
        role: 'pupil',
        confirm: confirm.box.checked,
      });
      drawLarge(made);
      await host.refresh();
    },
  );

  const count = h('p', { class: 'hint', role: 'status' });
  const address = h('code', {});
  const copied = h('span', { role: 'status' });

  /** Shows the link as long as it is open. @param {import('../requests.js').NewInvitation} made */
  function drawLarge(made) {
    const close = async () => {
      await requests.closeInvitation(found.id, made.id);
      hideLarge();
      await host.refresh();
    };
    form.hidden = true;
    setText(address, made.link);
    setText(copied, '');
    fill(
      large,
      h(
        'p',
        { class: 'host-large' },
        ...t('host.joinClass')
          .split('{name}')
          .flatMap((text, index) => (index ? [nameOf(found.name), text] : [text])),
      ),
      qrImage(made.qr, t('host.qrOfClass')),
      h('p', { class: 'class-address' }, address),
      onlyHereNote(),
      count,
      actions(
        actButton(t('host.closeLink'), failure, close, { class: 'primary' }),
        h('button', {
          type: 'button',
          text: t('host.fullScreen'),
          onclick: () =>
            void large.requestFullscreen?.().catch((error) => setText(failure, errorText(error))),
        }),
        h('button', { type: 'button', text: t('host.copyLink'), onclick: () => void copyLink() }),
        copied,
      ),
    );
    large.dataset.id = made.id;
    drawCount(made, 0);
  }

  function hideLarge() {
    fill(large);
    delete large.dataset.id;
    form.hidden = false;
  }

  /** @param {import('../requests.js').NewInvitation} link @param {number} joined how many people the class has */
  function drawCount(link, joined) {
    const here = joined > 0 ? `${t('host.inClass', { n: joined })} · ` : '';
    setText(count, here + t('host.linkUntil', { time: dateText(link.expires_at), n: link.uses }));
  }

  /** Copies the address; without the right to do so, selects it. */
  async function copyLink() {
    try {
      await navigator.clipboard.writeText(address.textContent ?? '');
      setText(copied, t('host.copied'));
    } catch {
      window.getSelection()?.selectAllChildren(address);
    }
  }

  const element = h(
    'div',
    { class: 'host-column' },
    large,
    failure,
    form,
    h('p', { class: 'hint', text: t('host.linkHint') }),
    open,
  );
  return {
    element,
    update: (now) => {
      const link = now.open_link;
      if (!link && large.dataset.id) hideLarge();
      if (link && link.id !== large.dataset.id) drawLarge(link);
      if (link) drawCount(link, now.members.filter((one) => one.role === 'pupil').length);
      const others = now.invitations.filter((one) => one.id !== large.dataset.id);
      fill(
        open,
        others.length > 0 && h('h2', { text: t('host.openLinks') }),
        ...others.map((one) =>
          h(
            'p',
            { class: 'actions' },
            t('host.linkUntil', { time: dateText(one.expires_at), n: one.uses_left }),
            actButton(t('host.closeLink'), failure, async () => {
              await requests.closeInvitation(found.id, one.id);
              await host.refresh();
            }),
          ),
        ),
      );
    },
  };
}
