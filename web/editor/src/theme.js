/**
 * The look of the editor. All colours are those of the page, `web/style.css`, so that light and dark follow it.
 */

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const frame = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--code)', fontSize: 'inherit' },
  '&.cm-focused': { outline: '2.5px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'inherit',
    lineHeight: 'inherit',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
    { backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '.cm-gutters': {
    backgroundColor: 'var(--code)',
    color: 'var(--code-line)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLineGutter': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-counts .cm-gutterElement': {
    textAlign: 'right',
    color: 'var(--good)',
    fontSize: '12px',
    padding: '0 3px',
  },
  '.cm-values': { color: 'var(--soft)', fontStyle: 'italic', paddingLeft: '2.5em', whiteSpace: 'pre' },
  '.cm-shown-line': { backgroundColor: 'color-mix(in srgb, var(--second) 18%, transparent)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'color-mix(in srgb, var(--good) 24%, transparent)',
    outline: '1px solid var(--good)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--bad-ground)',
    outline: '1px solid var(--bad)',
  },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--second) 30%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--second) 55%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--second) 16%, transparent)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': { fontSize: '14px', padding: '6px 34px 6px 8px' },
  '.cm-textfield': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    padding: '4px 8px',
    fontSize: '14px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    padding: '4px 10px',
    fontSize: '14px',
  },
  '.cm-panel.cm-search [name=close]': {
    color: 'var(--ink)',
    fontSize: '20px',
    minWidth: '28px',
    minHeight: '28px',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '15em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionInfo, .cm-about': {
    maxWidth: '46ch',
    padding: '8px 12px',
    whiteSpace: 'pre-line',
    lineHeight: '1.45',
    fontFamily: 'system-ui, sans-serif',
  },
  '.cm-about strong': {
    display: 'block',
    fontFamily: 'ui-monospace, "DejaVu Sans Mono", monospace',
    fontWeight: '600',
    marginBottom: '4px',
  },
  '.cm-about button': {
    font: 'inherit',
    color: 'var(--accent)',
    background: 'none',
    border: '0',
    padding: '4px 0 0',
    textDecoration: 'underline',
    cursor: 'pointer',
  },
  '.cm-diagnostic': { padding: '5px 10px', whiteSpace: 'pre-wrap', maxWidth: '60ch' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--second)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--second)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker': { width: '0.9em', height: '0.9em' },
  '.cm-mergeView': { height: '100%', overflow: 'auto' },
  '.cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--second) 14%, transparent) !important' },
  '.cm-changedText': { background: 'color-mix(in srgb, var(--second) 34%, transparent) !important' },
});

const syntax = HighlightStyle.define([
  {
    tag: [
      tags.keyword,
      tags.operatorKeyword,
      tags.controlKeyword,
      tags.definitionKeyword,
      tags.moduleKeyword,
    ],
    color: 'var(--accent)',
    fontWeight: '600',
  },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--second)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)],
    fontWeight: '600',
  },
]);

export const theme = [frame, syntaxHighlighting(syntax)];
