/**
 * Opens the editor from anywhere in the page: `openEditor({ game, file })`.
 */

/**
 * What the editor shows.
 * @typedef {object} EditorRequest
 * @property {string} game      the name of the game that the file plays
 * @property {string} [file]    the file to open; the game's own player if omitted
 * @property {number} [line]    the line to go to, from 1
 */

/** @type {((request: EditorRequest) => void)|null} */
let open = null;

/** Opens a file of the working folder in the editor. Does nothing in pages without a server. @param {EditorRequest} request */
export function openEditor(request) {
  open?.(request);
}

/** Returns whether the page has an editor: pages without a server have none. */
export function canOpenEditor() {
  return open !== null;
}

/** Sets what `openEditor` does. @param {(request: EditorRequest) => void} act */
export function onOpenEditor(act) {
  open = act;
}
