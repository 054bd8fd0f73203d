/**
 * Starts the page: reads the match embedded in it, if any, and creates the app.
 */

import { games } from 'wag/games/index.js';
import python from 'wag/games/python.js';
import { sentences } from 'wag/i18n/sentences.js';
import { App } from 'wag/shell/app.js';
import { chooseLanguage } from 'wag/shell/basics/i18n.js';
import { learn } from 'wag/shell/basics/translate-message.js';
import { applyTheme } from 'wag/shell/basics/theme.js';

const data = document.getElementById('wag-data');
const root = document.getElementById('app');
applyTheme();
chooseLanguage(navigator.languages);
learn(sentences);
/** All games in Python files have the same display. */
const displays = [{ name: python.name, title: '', view: python }];
if (root) new App(games, displays, root, data ? JSON.parse(data.textContent ?? 'null') : null).start();
