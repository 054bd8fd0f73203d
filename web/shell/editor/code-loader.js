/**
 * Loads the bundled editor when it is first opened.
 */

import { t, textOr } from 'wag/shell/basics/i18n.js';

/** @typedef {typeof import('../../editor/src/code-view.js')} Code */

/** Where the server has the bundle; see `web/editor/bundle.js`. */
const BUNDLE = 'wag/editor.js';

/** @type {Promise<Code>|null} */
let loading = null;

/** @returns {Promise<Code>} */
export function loadCode() {
  loading ??= import(BUNDLE);
  // A failed request is repeated next time.
  loading.catch(() => (loading = null));
  return loading;
}

/** CodeMirror's texts that the editor shows. */
const PHRASES = [
  'Find',
  'Replace',
  'next',
  'previous',
  'all',
  'match case',
  'regexp',
  'by word',
  'replace',
  'replace all',
  'close',
  'current match',
  'replaced $ matches',
  'replaced match on line $',
  'on line',
  'Go to line',
  'go',
  'Fold line',
  'Unfold line',
  'folded code',
  'unfold',
  'to',
  'Folded lines',
  'Unfolded lines',
  'Completions',
  'Diagnostics',
  'No diagnostics',
  'Control character',
  'Selection deleted',
  '$ unchanged lines',
  'Revert this chunk',
  'My text',
  'Their text',
];

/** Returns these texts in the language of the page. @returns {Record<string, string>} */
export function phrases() {
  return Object.fromEntries(PHRASES.map((english) => [english, textOr(t, `code.${english}`, english)]));
}
