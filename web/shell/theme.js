/**
 * The theme, light or dark: that of the system unless the user has chosen one. Also whether the user prefers reduced
 * motion.
 */

import { recall, remember } from 'wag/shell/storage.js';
import { Signal } from 'wag/shell/signal.js';

const system = window.matchMedia('(prefers-color-scheme: dark)');
const still = window.matchMedia('(prefers-reduced-motion: reduce)');
/** @type {Signal<void>} */
export const themeChanged = new Signal();

export function isDark() {
  const chosen = recall('theme');
  return chosen ? chosen === 'dark' : system.matches;
}

export function isStill() {
  return still.matches;
}

export function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
}

export function toggleTheme() {
  remember('theme', isDark() ? 'light' : 'dark');
  applyTheme();
  themeChanged.tell();
}

system.addEventListener('change', () => {
  applyTheme();
  themeChanged.tell();
});
