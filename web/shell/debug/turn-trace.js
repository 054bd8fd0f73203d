/**
 * Reads the trace of a turn that was played again: the lines that ran, and the values of variables after them.
 */

/** @typedef {import('../../generated/inspect.js').TurnTrace} TurnTrace */
/** @typedef {import('../../generated/inspect.js').TracedFile} TracedFile */
/** @typedef {import('../../generated/inspect.js').Sample} Sample */
/** @typedef {{name: string, value: string, changed: boolean}} Variable */

/** Returns the variables of a sample, those that the line has changed first. @param {TurnTrace} trace @param {Sample} sample @returns {Variable[]} */
export function variablesOf(trace, sample) {
  return sample.values.map(([name, value], index) => ({
    name: trace.texts[name] ?? '',
    value: trace.texts[value] ?? '',
    changed: index < sample.changed,
  }));
}

/** Returns the variables of a file's module at the end of the turn. @param {TurnTrace} trace @param {TracedFile} file @returns {Variable[]} */
export function variablesAtEnd(trace, file) {
  return file.end.map(([name, value]) => ({
    name: trace.texts[name] ?? '',
    value: trace.texts[value] ?? '',
    changed: false,
  }));
}

/** Returns what is known about a line; null if it has no code. @param {TracedFile} file @param {number} line */
export function tracedLine(file, line) {
  return file.lines.find((one) => one.line === line) ?? null;
}

/** Returns the nearest line above or below that has run; the same line if there is none. @param {TracedFile} file @param {number} line @param {1|-1} by */
export function nextExecutedLine(file, line, by) {
  const lines = file.lines.filter((one) => one.count > 0).map((one) => one.line);
  const next = by > 0 ? lines.find((one) => one > line) : lines.findLast((one) => one < line);
  return next ?? line;
}
