/**
 * Colors for Python code in listings. The colors come with the editor; without it, the code stays plain.
 */

import { h } from 'wag/shell/basics/dom.js';
import { sanitize } from 'wag/shell/basics/text.js';
import { loadCode } from 'wag/shell/editor/code-loader.js';

/** Longer texts stay plain, because all of it is parsed at once. */
const LENGTH_MAX = 200_000;

/** Colors the elements that show the lines of a text, starting with line `first`, counted from 0. @param {string} text @param {HTMLElement[]} lines @param {number} [first] @param {number} [lengthMax] of a line */
export async function colorLines(text, lines, first = 0, lengthMax = 1000) {
  if (text.length > LENGTH_MAX) return;
  const code = await loadCode().catch(() => null);
  const colored = code?.colorPython(text) ?? [];
  for (const [index, line] of lines.entries()) {
    const pieces = colored[first + index];
    if (!pieces || (line.textContent ?? '').length >= lengthMax) continue;
    line.replaceChildren(
      ...pieces.map(({ text: piece, kind }) =>
        kind ? h('span', { class: `code-${kind}`, text: sanitize(piece) }) : sanitize(piece),
      ),
    );
  }
}
