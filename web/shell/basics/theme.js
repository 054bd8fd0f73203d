/**
 * The theme, light or dark: that of the system unless the user has chosen one. Also whether the user prefers reduced
 * motion.
 */

import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';
import { Signal } from 'wag/shell/basics/signal.js';

const system = window.matchMedia('(prefers-color-scheme: dark)');
const still = window.matchMedia('(prefers-reduced-motion: reduce)');
/** @type {Signal<void>} */
export const themeChanged = new Signal();

export function isDark() {
  const chosen = loadSetting('theme');
  return chosen ? chosen === 'dark' : system.matches;
}

export function prefersReducedMotion() {
  return still.matches;
}

export function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
}

export function toggleTheme() {
  saveSetting('theme', isDark() ? 'light' : 'dark');
  applyTheme();
  themeChanged.emit();
}

system.addEventListener('change', () => {
  applyTheme();
  themeChanged.emit();
});
