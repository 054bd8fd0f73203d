/**
 * The editor of Python files, made of CodeMirror. It is bundled (`bundle.js`), and the pages load it when the editor is
 * opened; `web/shell/editor/` uses it. It knows no file and no server: it shows texts, and reports what the user does.
 *
 * CodeMirror lives in a shadow root, because there its styles are style sheets of the root. In the page itself they
 * would be style elements, which the content security policy forbids.
 */

import {
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentLess } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { python } from '@codemirror/lang-python';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { MergeView } from '@codemirror/merge';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, Transaction } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { insertIndent, unitOf } from './indent.js';
import { turnMargin, setTurnLines } from './margin.js';
import { theme } from './theme.js';
import { tooltips } from './tooltips.js';

export { colorPython } from './python-colors.js';

/** A name that can be completed. `call`: it is called, without or with arguments. @typedef {{label: string, detail: string, info: string, kind: 'class'|'method'|'variable'|'function'|'keyword', call?: 'empty'|'full'}} Suggestion */
/** What is known about a name: its signature, its documentation, and a section of the manual. @typedef {{signature: string, text: string, more?: {label: string, open: () => void}}} About */
/** @typedef {{line: number, column?: number, message: string, severity: 'error'|'warning'}} Problem */
/**
 * The page's part of the editor.
 * @typedef {object} Page
 * @property {string} label                              the name for screen readers
 * @property {Record<string, string>} phrases            CodeMirror's texts, by the English text
 * @property {() => void} onChange                       called after the user has changed the text
 * @property {() => void} onSave
 * @property {(newSeed: boolean) => void} onRun
 * @property {(code: string, position: number) => {from: number, list: Suggestion[]}|null} complete
 * @property {(code: string, position: number) => {from: number, to: number, about: About}|null} describe
 * @property {(code: string, position: number) => About|null} signature  the call whose arguments are being typed
 * @property {(code: string, position: number) => boolean} explain       opens the manual at the name at a position
 */
/** The state of an open file, with its undo history and selection. @typedef {import('@codemirror/state').EditorState} FileState */
/** How often a line ran in a turn, and values after it. @typedef {import('./margin.js').TurnLine} TurnLine */

/** Creates the element of an editor, with a shadow root. @returns {{host: HTMLElement, root: ShadowRoot}} */
function createHost() {
  const host = document.createElement('div');
  host.className = 'code-host';
  host.dataset.takesKeys = '';
  return { host, root: host.attachShadow({ mode: 'open' }) };
}

/** @param {Page} page */
function extensions(page) {
  return [
    Prec.highest(
      keymap.of([
        {
          key: 'Ctrl-Enter',
          mac: 'Cmd-Enter',
          preventDefault: true,
          run: () => {
            page.onRun(false);
            return true;
          },
          shift: () => {
            page.onRun(true);
            return true;
          },
        },
        {
          key: 'F1',
          preventDefault: true,
          run: (view) => page.explain(view.state.doc.toString(), view.state.selection.main.head),
        },
        {
          key: 'Mod-s',
          preventDefault: true,
          run: () => {
            page.onSave();
            return true;
          },
        },
      ]),
    ),
    keymap.of([
      { key: 'Tab', run: (view) => acceptCompletion(view) || insertIndent(view), shift: indentLess },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    lintGutter(),
    turnMargin(),
    lineNumbers(),
    foldGutter(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(4),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    rectangularSelection(),
    crosshairCursor(),
    highlightSelectionMatches(),
    search(),
    python(),
    tooltips(page),
    EditorState.phrases.of(page.phrases),
    EditorView.contentAttributes.of({
      'aria-label': page.label,
      tabindex: '0',
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.every((one) => one.annotation(Transaction.remote)))
        page.onChange();
    }),
    theme,
  ];
}

/** Creates an editor that shows one file at a time. @param {Page} page */
export function createCodeView(page) {
  const { host, root } = createHost();
  const locked = new Compartment();
  const wrapping = new Compartment();
  let isWrapped = false;
  const all = [extensions(page), locked.of([])];
  const view = new EditorView({ parent: root, root });

  /** @param {string} text @returns {FileState} */
  const newState = (text) =>
    EditorState.create({
      doc: text,
      extensions: [all, wrapping.of(lineWrapping()), indentUnit.of(unitOf(text))],
    });
  const lineWrapping = () => (isWrapped ? EditorView.lineWrapping : []);
  const updateWrapping = () => view.dispatch({ effects: wrapping.reconfigure(lineWrapping()) });

  return {
    element: host,
    newState,
    /** Shows a file. @param {FileState} state */
    show: (state) => {
      view.setState(state);
      updateWrapping();
    },
    /** @param {boolean} isOn whether long lines are shown as several */
    wrapLines: (isOn) => {
      isWrapped = isOn;
      updateWrapping();
    },
    /** Returns the file that is shown, as it is now. @returns {FileState} */
    state: () => view.state,
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    hasFocus: () => view.hasFocus,
    search: () => openSearchPanel(view),
    goTo,
    /** @param {Problem[]} problems */
    showProblems: (problems) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          problems.map((problem) => diagnostic(view.state, problem)),
        ),
      ),
    /** Shows how often the lines ran, and their values. @param {TurnLine[]} lines */
    showTurn: (lines) => view.dispatch({ effects: setTurnLines.of(lines) }),
    /** @param {boolean} isLocked */
    lock: (isLocked) =>
      view.dispatch({ effects: locked.reconfigure(isLocked ? EditorState.readOnly.of(true) : []) }),
    destroy: () => view.destroy(),
  };

  /** Moves the cursor to a line, counted from 1. @param {number} number */
  function goTo(number) {
    const line = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
    const from = line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0);
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    view.focus();
  }
}

/** Returns a file with another text, changed by somebody else. The user can undo it, and keeps the cursor's place. @param {FileState} state @param {string} text @returns {FileState} */
export function withText(state, text) {
  const old = state.doc.toString();
  let start = 0;
  while (start < old.length && start < text.length && old[start] === text[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < text.length - start &&
    old[old.length - 1 - end] === text[text.length - 1 - end]
  )
    end++;
  const changes = { from: start, to: old.length - end, insert: text.slice(start, text.length - end) };
  return state.update({ changes, annotations: Transaction.remote.of(true) }).state;
}

/** @param {FileState} state @param {Problem} problem @returns {import('@codemirror/lint').Diagnostic} */
function diagnostic(state, { line, column, message, severity }) {
  const at = state.doc.line(Math.max(1, Math.min(line, state.doc.lines)));
  const indent = /^\s*/.exec(at.text)?.[0].length ?? 0;
  const from = Math.min(at.to, at.from + (column ? column - 1 : indent));
  return { from, to: Math.max(from, at.to), severity, message };
}

/**
 * Creates a view of two versions of a text side by side; the left one can be edited, and takes parts of the right one.
 * @param {Page} page @param {string} mine @param {string} theirs
 */
export function createMergeView(page, mine, theirs) {
  const { host, root } = createHost();
  const common = [
    lineNumbers(),
    python(),
    theme,
    EditorState.phrases.of(page.phrases),
    EditorView.lineWrapping,
  ];
  const label = (/** @type {string} */ text) => EditorView.contentAttributes.of({ 'aria-label': text });
  const view = new MergeView({
    parent: root,
    root,
    revertControls: 'b-to-a',
    collapseUnchanged: { margin: 3, minSize: 6 },
    a: {
      doc: mine,
      extensions: [
        common,
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        label(page.phrases['My text']),
      ],
    },
    b: {
      doc: theirs,
      extensions: [common, EditorState.readOnly.of(true), label(page.phrases['Their text'])],
    },
  });
  return { element: host, text: () => view.a.state.doc.toString(), destroy: () => view.destroy() };
}
