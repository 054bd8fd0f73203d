/**
 * The frame of the page: where the board stands. See "The frame" in `style.css`.
 */

/** Puts the board at the right, with the chips of its players (`match`) or without (`lesson`, `setup`); null for pages without a board. @param {'match'|'lesson'|'setup'|null} kind */
export function setFrame(kind) {
  const root = document.getElementById('app');
  if (!root) return;
  if (kind) root.dataset.frame = kind;
  else delete root.dataset.frame;
}
