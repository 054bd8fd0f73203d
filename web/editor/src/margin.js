/**
 * The margin beside the line numbers: how often a line ran in the shown turn; and the values after it, at the end of
 * the line.
 */

import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, gutter, GutterMarker, WidgetType } from '@codemirror/view';

/** `line` counts from 1. @typedef {{line: number, count: number, values: string}} TurnLine */

/** Replaces the lines that ran. @type {import('@codemirror/state').StateEffectType<TurnLine[]>} */
export const setTurnLines = StateEffect.define();

class Count extends GutterMarker {
  /** @param {number} count */
  constructor(count) {
    super();
    this.count = count;
  }

  /** @param {Count} other */
  eq(other) {
    return other.count === this.count;
  }

  toDOM() {
    return document.createTextNode(`${this.count}×`);
  }
}

class Values extends WidgetType {
  /** @param {string} text */
  constructor(text) {
    super();
    this.text = text;
  }

  /** @param {Values} other */
  eq(other) {
    return other.text === this.text;
  }

  toDOM() {
    const element = document.createElement('span');
    element.className = 'cm-values';
    element.textContent = this.text;
    return element;
  }
}

const NONE = { counts: RangeSet.empty, values: Decoration.none };

/** @param {import('@codemirror/state').EditorState} state @param {TurnLine[]} lines */
function place({ doc }, lines) {
  const known = lines.filter(({ line }) => line >= 1 && line <= doc.lines).sort((a, b) => a.line - b.line);
  return {
    counts: RangeSet.of(known.map(({ line, count }) => new Count(count).range(doc.line(line).from))),
    values: Decoration.set(
      known
        .filter((one) => one.values)
        .map(({ line, values }) =>
          Decoration.widget({ widget: new Values(values), side: 1 }).range(doc.line(line).to),
        ),
    ),
  };
}

const field = StateField.define({
  create: () => NONE,
  update: (value, transaction) => {
    const effect = transaction.effects.find((one) => one.is(setTurnLines));
    if (effect) return place(transaction.state, effect.value);
    // What the turn did belongs to the text that was run.
    return transaction.docChanged
      ? { counts: value.counts.map(transaction.changes), values: Decoration.none }
      : value;
  },
  provide: (own) => EditorView.decorations.from(own, (value) => value.values),
});

export function turnMargin() {
  return [field, gutter({ class: 'cm-counts', markers: (view) => view.state.field(field).counts })];
}
