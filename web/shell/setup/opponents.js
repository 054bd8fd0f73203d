/**
 * Opponents beside the files of the folder and the built-in players: hand-ins of a class. A field shows them by name, and the server knows them by
 * a word.
 */

/** @typedef {{word: string, label: string}} Opponent */

/** @type {(game: string) => Promise<Opponent[]>} */
let load = async () => [];

/** Sets where opponents come from. @param {(game: string) => Promise<Opponent[]>} act */
export function onOpponents(act) {
  load = act;
}

/** Returns the opponents in a game; none if they cannot be loaded, because a match can be played without. @param {string} game @returns {Promise<Opponent[]>} */
export function opponentsIn(game) {
  return load(game).catch(() => []);
}

/** Returns the word for what a field says. @param {Opponent[]} opponents @param {string} text */
export function wordFor(opponents, text) {
  return opponents.find((one) => one.label === text)?.word ?? text;
}

/** Returns what a field shows for a word. @param {Opponent[]} opponents @param {string} word */
export function labelFor(opponents, word) {
  return opponents.find((one) => one.word === word)?.label ?? word;
}
