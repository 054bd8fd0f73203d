/**
 * Starts the page: reads the match that is inside it, if there is one, and hands everything to the app.
 */

import { games } from 'wag/games/index.js';
import { App } from 'wag/shell/app.js';
import { chooseLanguage } from 'wag/shell/i18n.js';
import { applyTheme } from 'wag/shell/theme.js';

const data = document.getElementById('wag-data');
const root = document.getElementById('app');
applyTheme();
chooseLanguage(navigator.languages);
if (root) new App(games, root, data ? JSON.parse(data.textContent ?? 'null') : null).start();
