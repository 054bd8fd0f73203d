/**
 * Texts that are not written to their files yet, kept by the browser until they are: a reload, a crash or a server that
 * has stopped loses nothing.
 */

/** @typedef {{text: string, version: string|null}} Draft the version of the file that the text began with; null for a new file */

/** @param {string} folder @param {string} name */
const keyOf = (folder, name) => `wag.draft.${folder}/${name}`;

/** @param {string} folder @param {string} name @param {Draft} draft @returns {boolean} false if the browser stores nothing: the text is only in the page */
export function keepDraft(folder, name, draft) {
  try {
    localStorage.setItem(keyOf(folder, name), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder @param {string} name @returns {Draft|null} */
export function loadDraft(folder, name) {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(folder, name)) ?? 'null');
    return typeof draft?.text === 'string' ? draft : null;
  } catch {
    return null;
  }
}

/** @param {string} folder @param {string} name */
export function dropDraft(folder, name) {
  try {
    localStorage.removeItem(keyOf(folder, name));
  } catch {
    // There was none.
  }
}
