/**
 * Indentation: the Tab key inserts what a file indents with.
 */

import { indentMore } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { countColumn, EditorSelection } from '@codemirror/state';

const USUAL = '    ';
/** Numbers of blanks that files indent with. */
const WIDTHS = [2, 3, 4, 8];

/** Returns what a Python file indents with: a tab, or some blanks. @param {string} text */
export function unitOf(text) {
  /** How often a block begins with these signs more than the line before. @type {Map<string, number>} */
  const found = new Map();
  let before = '';
  for (const [, indent] of text.matchAll(/^([ \t]*)[^\s#]/gm)) {
    const more = indent.startsWith(before) ? indent.slice(before.length) : '';
    if (more) found.set(more, (found.get(more) ?? 0) + 1);
    before = indent;
  }
  const isUnit = (/** @type {string} */ more) => more === '\t' || WIDTHS.includes(more.length);
  const [best] = [...found].filter(([more]) => isUnit(more)).sort((a, b) => b[1] - a[1]);
  return best?.[0] ?? USUAL;
}

/** Indents the selected lines, or inserts an indentation at the cursor. @param {import('@codemirror/view').EditorView} view */
export function insertIndent(view) {
  const { state } = view;
  if (state.selection.ranges.some((range) => !range.empty)) return indentMore(view);
  const unit = state.facet(indentUnit);
  const change = state.changeByRange(({ head }) => {
    const line = state.doc.lineAt(head);
    const column = countColumn(line.text, state.tabSize, head - line.from);
    const insert = unit === '\t' ? unit : ' '.repeat(unit.length - (column % unit.length));
    return { changes: { from: head, insert }, range: EditorSelection.cursor(head + insert.length) };
  });
  view.dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.type' }));
  return true;
}
