/**
 * A class, for its teachers: how everybody gets on, people and cards, the class link, contests; or one pupil.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { createTabs } from 'wag/shell/basics/tabs.js';
import { updateLink, writeLink } from 'wag/shell/page/link.js';
import { createContests } from 'wag/shell/host/class/contests.js';
import { createClassLink } from 'wag/shell/host/class/link.js';
import { createOverview } from 'wag/shell/host/class/overview.js';
import { createPeople } from 'wag/shell/host/class/people.js';
import { createClassSettings } from 'wag/shell/host/class/settings.js';
import { createPupil } from 'wag/shell/host/class/pupil.js';
import { nameOf, oneAtATime } from 'wag/shell/host/parts.js';
import { showFailure } from 'wag/shell/host/place-link.js';
import { requests } from 'wag/shell/host/requests.js';

/** @typedef {import('../requests.js').Class} Class */
/** A part of the class page: a tab. @typedef {{element: HTMLElement, update: (now: Class) => void}} Part */
/** The host of the parts. @typedef {import('../places.js').PlaceHost & {refresh: () => Promise<void>}} ClassHost */

const PARTS = {
  overview: createOverview,
  people: createPeople,
  link: createClassLink,
  contests: createContests,
  settings: createClassSettings,
};

/** @param {string} id @param {string|undefined} part @param {string|undefined} account @param {import('../places.js').PlaceHost} host @returns {import('../places.js').Place} */
export function createClassPage(id, part, account, host) {
  const element = h('div', { class: 'setup host-page' });
  const title = h('h1', { tabindex: '-1' });
  /** @type {Part[]} */
  let parts = [];
  const classHost = { ...host, refresh: () => refresh() };

  /** @param {Class} found */
  function build(found) {
    if (account) {
      parts = [createPupil(found, account, classHost)];
      fill(element, backLink(id), ...parts.map((one) => one.element));
      return;
    }
    const made = Object.entries(PARTS).map(([name, create]) => ({ name, ...create(found, classHost) }));
    parts = made;
    const tabs = createTabs(
      t('host.classParts'),
      made.map(({ name, element: content }) => ({
        id: `class-${name}`,
        title: t(`host.part.${name}`),
        content,
      })),
      (shown) => updateLink({ class: id, part: shown.slice('class-'.length) }),
    );
    tabs.element.className = 'kinds';
    fill(element, h('div', { class: 'setup-head' }, title), tabs.element);
    // A new class begins with its people.
    const isEmpty = found.members.every((one) => one.role !== 'pupil');
    const first = found.archived_at ? 'settings' : isEmpty ? 'link' : 'overview';
    tabs.show(`class-${part && part in PARTS ? part : first}`);
  }

  const refresh = oneAtATime(async () => {
    try {
      const found = await requests.class(id);
      fill(title, nameOf(found.name));
      if (parts.length === 0) build(found);
      for (const one of parts) one.update(found);
    } catch (error) {
      if (parts.length === 0) showFailure(element, error);
      else host.notify(error instanceof Error ? error.message : String(error), true);
    }
  });
  void refresh();
  return { element, title: t('host.class'), topic: `class:${id}`, refresh: () => void refresh() };
}

/** @param {string} id */
function backLink(id) {
  return h('a', { href: writeLink({ class: id }), text: t('host.backToClass') });
}
