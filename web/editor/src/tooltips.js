/**
 * Completions, the signature of the call around the cursor, and the text about the name under the mouse. One of them is
 * shown at a time, in this order.
 */

import {
  autocompletion,
  completionStatus,
  insertBracket,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { StateField } from '@codemirror/state';
import { closeHoverTooltips, hoverTooltip, showTooltip } from '@codemirror/view';

/** @typedef {import('./code-view.js').Page} Page */
/** @typedef {import('./code-view.js').About} About */

/** @param {About} about @param {() => void} [onOpen] called when the manual is opened @returns {HTMLElement} */
function drawAbout({ signature, text, more }, onOpen) {
  const element = document.createElement('div');
  element.className = 'cm-about';
  const strong = document.createElement('strong');
  strong.textContent = signature;
  element.append(strong, text);
  if (more) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = more.label;
    button.addEventListener('click', () => {
      onOpen?.();
      more.open();
    });
    element.append(document.createElement('br'), button);
  }
  return element;
}

/** Inserts a name; that of a function with brackets, and the cursor between them if there is something to type. @param {import('./code-view.js').Suggestion} suggestion @returns {import('@codemirror/autocomplete').Completion['apply']} */
function applyCall({ label, call }) {
  if (!call) return label;
  return (view, completion, from, to) => {
    view.dispatch({
      ...insertCompletionText(view.state, label, from, to),
      annotations: pickedCompletion.of(completion),
    });
    const { head } = view.state.selection.main;
    const isThere = view.state.sliceDoc(head, head + 1) === '(';
    const brackets = isThere ? null : insertBracket(view.state, '(');
    if (brackets) view.dispatch(brackets);
    // The cursor is between the brackets now.
    const by = isThere ? 1 : brackets && call === 'empty' ? 1 : 0;
    if (by > 0) view.dispatch({ selection: { anchor: view.state.selection.main.head + by } });
  };
}

/** @param {Page} page */
function completions(page) {
  const source = (/** @type {import('@codemirror/autocomplete').CompletionContext} */ context) => {
    const found = page.complete(context.state.doc.toString(), context.pos);
    if (
      !found ||
      found.list.length === 0 ||
      (!context.explicit &&
        found.from === context.pos &&
        context.state.sliceDoc(found.from - 1, found.from) !== '.')
    )
      return null;
    return {
      from: found.from,
      validFor: /^\w*$/,
      options: found.list.map((one) => ({
        label: one.label,
        detail: one.detail,
        type: one.kind,
        info: one.info || undefined,
        apply: applyCall(one),
      })),
    };
  };
  return autocompletion({ override: [source], icons: false });
}

/** True while the list of completions is visible: one that is about to change or close stays so until its source has answered. */
const isListShown = StateField.define({
  create: () => false,
  update: (value, { state }) => {
    const status = completionStatus(state);
    return status === 'active' || (status === 'pending' && value);
  },
});

/** Returns the field with the signature of the call around the cursor. @param {Page} page */
function signatureField(page) {
  /** @param {import('@codemirror/state').EditorState} state @returns {import('@codemirror/view').Tooltip|null} */
  const compute = (state) => {
    const { main } = state.selection;
    const isFree = main.empty && !state.field(isListShown);
    const about = isFree ? page.signature(state.doc.toString(), main.head) : null;
    return (
      about && {
        pos: main.head,
        above: true,
        create: () => ({ dom: drawAbout({ ...about, text: about.text.split('\n')[0] }) }),
      }
    );
  };
  return StateField.define({
    create: () => /** @type {import('@codemirror/view').Tooltip|null} */ (null),
    update: (value, transaction) => {
      const { startState, state } = transaction;
      const isChanged =
        transaction.docChanged ||
        transaction.selection ||
        startState.field(isListShown) !== state.field(isListShown);
      if (!isChanged) return value;
      return transaction.isUserEvent('select.pointer') ? null : compute(state);
    },
    provide: (field) => showTooltip.from(field),
  });
}

/** @param {Page} page */
export function tooltips(page) {
  const signature = signatureField(page);
  const hover = hoverTooltip(
    (view, pos) => {
      if (view.state.field(isListShown) || view.state.field(signature)) return null;
      const found = page.describe(view.state.doc.toString(), pos);
      const close = () => view.dispatch({ effects: closeHoverTooltips });
      return (
        found && {
          pos: found.from,
          end: found.to,
          above: true,
          create: () => ({ dom: drawAbout(found.about, close) }),
        }
      );
    },
    { hideOn: ({ docChanged, selection, state }) => docChanged || !!selection || state.field(isListShown) },
  );
  return [completions(page), isListShown, signature, hover];
}
