/**
 * The theme, light or dark: that of the system unless the user has chosen one. Also whether the user prefers reduced
 * motion, and numbers on boards besides colors.
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

/** Returns true if players are named by numbers on boards, for people who cannot tell the colors apart. */
export function showsDigits() {
  return loadSetting('digits') === 'yes';
}

/** @param {boolean} shown */
export function showDigits(shown) {
  saveSetting('digits', shown ? 'yes' : 'no');
  themeChanged.emit();
}

system.addEventListener('change', () => {
  applyTheme();
  themeChanged.emit();
});
