/**
 * The way into a class server: a screen, a visitor's pages, or the pages of an account. Loaded only where a class server serves the page.
 */

import de from 'wag/i18n/host-de.js';
import en from 'wag/i18n/host-en.js';
import { sessionEnded } from 'wag/shell/basics/api.js';
import { addTexts } from 'wag/shell/basics/i18n.js';
import { loadMe, whoAmI } from 'wag/shell/page/me.js';
import { onOpponents } from 'wag/shell/setup/opponents.js';
import { rememberAccount } from 'wag/shell/host/account.js';
import { loadOpponents } from 'wag/shell/host/opponents.js';
import { HostPlaces } from 'wag/shell/host/places.js';
import { showScreen } from 'wag/shell/host/screen.js';
import { showVisitor, takeVisit } from 'wag/shell/host/visitor.js';

/** @param {HTMLElement} root @param {(createPlaces: (page: import('./places.js').Page) => HostPlaces) => {start: () => Promise<void>}} createApp */
export async function enterHost(root, createApp) {
  addTexts({ en, de });
  if (location.pathname === '/s') return showScreen(root, decodeURIComponent(location.hash.slice(1)));
  const open = async (/** @type {boolean} */ first) => {
    const { account } = whoAmI();
    if (account) rememberAccount(account.id);
    if (location.pathname !== '/') history.replaceState(null, '', `/${location.hash}`);
    onOpponents(loadOpponents);
    sessionEnded.on(() => location.assign('/'));
    await createApp((page) => new HostPlaces(page, first)).start();
  };
  const visit = takeVisit();
  if (visit.kind === 'start' && whoAmI().account) return open(false);
  showVisitor(root, whoAmI(), visit, async (first) => {
    await loadMe();
    root.replaceChildren();
    await open(first);
  });
}
