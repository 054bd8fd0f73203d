/**
 * Settings that the page keeps between visits, such as language, theme and speed. Works without storage: a page opened
 * from a disk may not be allowed to store anything.
 */

/** @param {string} key @returns {string|null} */
export function loadSetting(key) {
  try {
    return localStorage.getItem(`wag.${key}`);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function saveSetting(key, value) {
  try {
    localStorage.setItem(`wag.${key}`, value);
  } catch {
    // The value is not stored.
  }
}
