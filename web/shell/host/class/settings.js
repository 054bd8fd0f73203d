/**
 * The settings of a class: its name, whether pupils may delete themselves, and the archive.
 */

import { showConfirm } from 'wag/shell/basics/confirm.js';
import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import {
  actButton,
  actions,
  checkField,
  createForm,
  failureLine,
  field,
  panel,
} from 'wag/shell/host/parts.js';
import { createLimits } from 'wag/shell/host/limits.js';
import { requests } from 'wag/shell/host/requests.js';
import { dateText } from 'wag/shell/host/time.js';
import { isOwner } from 'wag/shell/page/me.js';
import { errorText } from 'wag/shell/replay/replay.js';

/** @typedef {import('../requests.js').Class} Class */

/** @param {Class} found @param {import('./page.js').ClassHost} host @returns {import('./page.js').Part} */
export function createClassSettings(found, host) {
  const saved = h('p', { class: 'hint', role: 'status' });
  const name = h('input', {
    type: 'text',
    required: true,
    maxlength: '60',
    autocomplete: 'off',
    value: found.name,
  });
  const mayDelete = checkField(t('host.pupilsMayDelete'), found.settings?.pupils_may_delete === true);
  let { settings } = found;
  const form = createForm(
    [field(t('host.className'), name), mayDelete.element, saved],
    t('host.save'),
    async () => {
      setText(saved, '');
      settings = { ...settings, pupils_may_delete: mayDelete.box.checked };
      await requests.changeClass(found.id, { name: name.value.trim(), settings });
      await changed();
      setText(saved, t('host.saved'));
    },
  );
  const archive = h('div', {});
  const limits = isOwner() && createLimits(t('host.limitsOfClass'), requests.classLimits(found.id));
  const changed = async () => {
    await host.reloadMe();
    await host.refresh();
  };
  return {
    element: h('div', { class: 'host-column' }, panel(t('host.settings'), form), limits, archive),
    update: (now) => {
      settings = now.settings;
      form.hidden = now.archived_at !== null;
      if (!archive.contains(document.activeElement)) fill(archive, archivePanel(now, changed));
    },
  };
}

/** Returns the part that puts a class into the archive and takes it out. @param {Class} now @param {() => Promise<void>} changed */
function archivePanel(now, changed) {
  const failure = failureLine();
  const set = async (/** @type {boolean} */ archived) => {
    try {
      await requests.changeClass(now.id, { archived });
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      await changed();
    } catch (error) {
      setText(failure, errorText(error));
    }
  };
  const isArchived = now.archived_at !== null;
  const ask = () =>
    showConfirm(t('host.archiveClass'), t('host.archiveClassAsk'), [
      { label: t('host.archiveClass'), act: () => void set(true) },
    ]);
  return panel(
    t('host.archive'),
    h('p', {
      text: isArchived
        ? t('host.archivedUntil', { time: now.delete_at ? dateText(now.delete_at) : '–' })
        : t('host.archiveHint'),
    }),
    actions(
      isArchived
        ? actButton(t('host.unarchiveClass'), failure, () => set(false), { class: 'primary' })
        : actButton(t('host.archiveClass'), failure, ask),
    ),
    failure,
  );
}
