/**
 * Starts the page: reads the match embedded in it, if any, and creates the app. A class server has more pages, which are loaded only there.
 */

import { games } from 'wag/games/index.js';
import python from 'wag/games/python.js';
import { sentences } from 'wag/i18n/sentences.js';
import { App } from 'wag/shell/app.js';
import { chooseLanguage } from 'wag/shell/basics/i18n.js';
import { isHosted, loadMe } from 'wag/shell/page/me.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { learn } from 'wag/shell/basics/translate-message.js';
import { applyTheme } from 'wag/shell/basics/theme.js';

const embedded = document.getElementById('wag-data');
const root = document.getElementById('app');
applyTheme();
chooseLanguage(navigator.languages);
learn(sentences);
/** All games in Python files have the same display. */
const displays = [{ name: python.name, title: '', view: python }];

/** @param {HTMLElement} root */
async function startServed(root) {
  await loadMe();
  if (!isHosted()) return new App(games, displays, root, null).start();
  const { enterHost } = await import('wag/shell/host/entry.js');
  await enterHost(root, (places) => new App(games, displays, root, null, places));
}

if (root && embedded) new App(games, displays, root, JSON.parse(embedded.textContent ?? 'null')).start();
else if (root) startServed(root).catch((error) => root.append(errorText(error)));
