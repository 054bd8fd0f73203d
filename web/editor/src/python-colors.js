/**
 * Python code in colors, for code that is shown without an editor.
 */

import { pythonLanguage } from '@codemirror/lang-python';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

/** A piece of a line; `kind` is empty for code without a color of its own. @typedef {{text: string, kind: ''|'key'|'string'|'number'|'comment'}} Piece */

const kinds = tagHighlighter([
  { tag: [tags.keyword, tags.bool, tags.null, tags.operatorKeyword], class: 'key' },
  { tag: [tags.string, tags.special(tags.string)], class: 'string' },
  { tag: tags.number, class: 'number' },
  { tag: tags.comment, class: 'comment' },
]);

/** Returns the lines of a text in pieces. @param {string} text @returns {Piece[][]} */
export function colorPython(text) {
  /** @type {Piece[][]} */
  const lines = [[]];
  highlightCode(
    text,
    pythonLanguage.parser.parse(text),
    kinds,
    (piece, kind) => lines[lines.length - 1].push({ text: piece, kind: /** @type {Piece['kind']} */ (kind) }),
    () => lines.push([]),
  );
  return lines;
}
