/**
 * What the page remembers from visit to visit: language, theme, speed. Works without: a page opened from a disk may not
 * be allowed to keep anything.
 */

/** @param {string} key @returns {string|null} */
export function recall(key) {
  try {
    return localStorage.getItem(`wag.${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`wag.${key}`, value);
  } catch {
    // Then not.
  }
}
