/**
 * Checks of the editor: compiles files after changes, one at a time, and keeps the problems that the last check has found.
 */

import { api } from 'wag/shell/basics/api.js';
import { checkedProblems } from 'wag/shell/editor/problems.js';

/** The pause after a file was saved until it is checked, in milliseconds. */
const DELAY = 250;

/** @param {string} game @param {() => void} onChecked */
export function createFileChecks(game, onChecked) {
  /** @type {import('./problems.js').FileProblem[]} */
  let found = [];
  /** The file that is being checked, and the one to check next. */
  let checking = '';
  let waiting = '';
  let timer = 0;

  /** Compiles a file after a change. @param {string} name */
  async function check(name) {
    if (!name.endsWith('.py')) return;
    if (checking) {
      waiting = name;
      return;
    }
    checking = name;
    try {
      found = checkedProblems(await api.checkFile(game, name));
    } catch {
      // The file was deleted, or the server has stopped; saving reports it.
      found = [];
    }
    checking = '';
    onChecked();
    const next = waiting;
    waiting = '';
    if (next) await check(next);
  }

  const cancel = () => window.clearTimeout(timer);

  return {
    found: () => found,
    /** Forgets the problems of a file whose text has changed. @param {string} name */
    forget: (name) => {
      found = found.filter(({ file }) => file !== name);
    },
    /** @param {string} name of a file */
    foundIn: (name) => found.filter(({ file }) => file === name),
    /** Checks a file soon. @param {string} name */
    later: (name) => {
      cancel();
      timer = window.setTimeout(() => void check(name), DELAY);
    },
    /** Starts a match, and checks a file when it has begun: the match compiles the file, too, and comes first. @param {() => void} start @param {() => string} name */
    afterStart: (start, name) => {
      cancel();
      start();
      timer = window.setTimeout(() => void check(name()), DELAY * 5);
    },
    cancel,
  };
}
