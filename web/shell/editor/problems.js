/**
 * The errors of a file, at their lines: of the check after each change, and of the turns of the last match.
 */

import { faultText, hintOf } from 'wag/shell/explanation.js';
import { inLanguage, t } from 'wag/shell/i18n.js';
import { sanitize } from 'wag/shell/text.js';

/** @typedef {import('../../editor/src/code-view.js').Problem} Problem */
/** A problem of a file. @typedef {Problem & {file: string}} FileProblem */

/** Maximum length of a message. */
const LONGEST = 600;
/** Maximum number of rounds with errors that are kept. */
const ROUNDS_MAX = 50;

/** Returns the place at the end of a message: `... (bot.py, line 3)`. @param {import('../i18n.js').Text|null|undefined} text */
function placeIn(text) {
  const english = typeof text === 'object' ? text?.en : text;
  const [, file, line] = /\(([^()]+), line (\d+)\)\s*$/.exec(english ?? '') ?? [];
  return file ? { file, line: Number(line) } : null;
}

/** Returns the problem that a check has found. @param {import('../../generated/server.js').CheckedFile} checked @returns {FileProblem|null} */
export function checkedProblem({ problem }) {
  const place = placeIn(problem?.message);
  if (!problem || !place) return null;
  const hint = hintOf(/** @type {any} */ ({ explanation: problem.explanation }));
  return {
    ...place,
    severity: 'error',
    message: [sanitize(inLanguage(problem.message).slice(0, LONGEST)), hint].filter(Boolean).join('\n'),
  };
}

/** Collects the errors of a match, as its rounds are shown or loaded. */
export class MatchProblems {
  /** By round and seat. @type {Map<string, FileProblem>} */
  #found = new Map();

  /** @param {import('../../generated/replay.js').Turn[]} turns @param {number|null} seat of the player whose files are edited @returns {boolean} whether there are new ones */
  add(turns, seat) {
    const before = this.#found.size;
    for (const { round, reports } of turns) {
      for (const report of reports ?? []) {
        const place =
          report.seat === seat && report.fault ? placeIn(report.fault.texts ?? report.fault.message) : null;
        if (!place || !report.fault || this.#found.size >= ROUNDS_MAX) continue;
        const message = t('edit.error', {
          round,
          message: sanitize(faultText(report.fault).slice(0, LONGEST)),
        });
        this.#found.set(`${round}/${report.seat}`, {
          ...place,
          severity: 'warning',
          message: [message, hintOf(report.fault)].filter(Boolean).join('\n'),
        });
      }
    }
    return this.#found.size > before;
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
