/**
 * How often the lines of a file ran in a turn, and the values of the variables that they changed, for the margin of the
 * editor.
 */

import { variablesOf } from 'wag/shell/debug/turn-trace.js';
import { sanitize } from 'wag/shell/basics/text.js';

/** @typedef {import('../../editor/src/code-view.js').TurnLine} TurnLine */
/** @typedef {import('../../generated/inspect.js').TurnTrace} TurnTrace */

/** Maximum number of characters of the values beside a line, and of one value. */
const VALUES_MAX = 120;
const VALUE_MAX = 50;

/**
 * Returns the lines of a file that ran. Beside a line stand the variables that it changed: the last time that concerned
 * the selected thing, or else the last time.
 * @param {TurnTrace|null} trace @param {string} name the file @param {string} text of the file; if another text ran, nothing is known
 * @param {((value: string) => boolean)|null} [isSelected] whether a value is the selected thing
 * @returns {TurnLine[]}
 */
export function linesOfTurn(trace, name, text, isSelected = null) {
  const file = trace?.files.find((one) => one.name === name);
  if (!trace || !file || file.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n') !== text) return [];
  return file.lines
    .filter((one) => one.count > 0)
    .map(({ line, count, samples }) => {
      const times = samples.map((sample) => ({ hit: sample.hit, variables: variablesOf(trace, sample) }));
      // The last time that a loop looks for another value, it changes nothing.
      const changes = times.filter(({ variables }) => variables.some(({ changed }) => changed));
      const concerns = changes.filter(({ variables }) =>
        variables.some(({ value }) => isSelected?.(value) ?? false),
      );
      const shown = concerns.at(-1) ?? changes.at(-1);
      const changed = shown?.variables.filter((variable) => variable.changed) ?? [];
      const values = changed
        .map((variable) => `${variable.name} = ${cut(variable.value, VALUE_MAX)}`)
        .join(', ');
      const which = shown && count > 1 ? `${shown.hit}/${count}: ` : '';
      return { line, count, values: which + sanitize(cut(values, VALUES_MAX)) };
    });
}

/** @param {string} text @param {number} most */
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
