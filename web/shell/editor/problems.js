/**
 * The errors of a file, at their lines: of the check after each change, and of the turns of the last match.
 */

import { t } from 'wag/shell/basics/i18n.js';
import { messageOf, sentenceOf } from 'wag/shell/panels/problem.js';

/** @typedef {import('../../editor/src/code-view.js').Problem} Problem */
/** A problem of a file. @typedef {Problem & {file: string}} FileProblem */

/** Maximum number of rounds with errors that are kept. */
const ROUNDS_MAX = 50;

/** Returns the explanation of a problem with its message below it. @param {import('../panels/problem.js').Fault} fault */
function wordsOf(fault) {
  return [sentenceOf(fault), messageOf(fault)].filter(Boolean).join('\n');
}

/** Returns the problems that a check has found, the error first. @param {import('../../generated/server.js').CheckedFile} checked @returns {FileProblem[]} */
export function checkedProblems({ problem, uncalled }) {
  return [problem, ...uncalled].flatMap((one) => {
    if (!one?.place) return [];
    /** @type {FileProblem['severity']} */
    const severity = one === problem ? 'error' : 'warning';
    return [{ ...one.place, severity, message: wordsOf(one) }];
  });
}

/** Collects the errors of a match, as its rounds are shown or loaded. */
export class MatchProblems {
  /** By round and seat. @type {Map<string, FileProblem>} */
  #found = new Map();
  /** Files whose text is not that of the match any more. @type {Set<string>} */
  #changed = new Set();

  /** @param {import('../../generated/replay.js').Turn[]} turns @param {number|null} seat of the player whose files are edited @returns {boolean} whether there are new ones */
  add(turns, seat) {
    const before = this.#found.size;
    for (const { round, reports } of turns) {
      for (const { seat: of, fault } of reports ?? []) {
        if (of !== seat || !fault?.place || this.#found.size >= ROUNDS_MAX) continue;
        if (this.#changed.has(fault.place.file)) continue;
        const message = t('edit.error', { round, message: wordsOf(fault) });
        this.#found.set(`${round}/${of}`, { ...fault.place, severity: 'warning', message });
      }
    }
    return this.#found.size > before;
  }

  /** Forgets the errors of a file whose text has changed. @param {string} file */
  forget(file) {
    for (const [key, problem] of this.#found) if (problem.file === file) this.#found.delete(key);
    this.#changed.add(file);
  }

  /** Returns the first error of each line of a file. @param {string} file @returns {Problem[]} */
  of(file) {
    /** @type {Map<number, Problem>} */
    const first = new Map();
    for (const problem of this.#found.values())
      if (problem.file === file && !first.has(problem.line)) first.set(problem.line, problem);
    return [...first.values()];
  }
}
