/**
 * Boards in the text of a position. Pure functions. The course's games, and games written like them, print a board as
 * rows of symbols separated by blanks: `X` and `O` for the pieces of the first and second player, a dot for a free
 * cell, and a number for a free cell that can be chosen. Numbers below the board choose columns.
 */

/** `sign` is empty in a free cell; `choice` is the number that chooses the cell, or 0. @typedef {{sign: string, choice: number}} Cell */
/** @typedef {{rows: Cell[][], byColumn: boolean, rest: string}} Board */

const SIDE_MAX = 26;

/** Returns the board in a text, or null if there is none. @param {string} text @returns {Board|null} */
export function boardOf(text) {
  const lines = text.split('\n');
  const ends = endsOf(lines[0] ?? '');
  if (ends.length < 2 || ends.length > SIDE_MAX) return null;
  /** @type {(string[])[]} */
  const rows = [];
  for (const line of lines) {
    const row = splitRow(line, ends);
    if (!row || rows.length > SIDE_MAX) break;
    rows.push(row);
  }
  const rest = lines.slice(rows.length).join('\n');
  const columns = chosenColumns(rows);
  const cells = columns ? rows.slice(0, -1) : rows;
  if (cells.length < 2 || cells.some((row) => row.includes(''))) return null;
  const board = cells.map((row) =>
    row.map((word, column) => cellOf(word, columns ? Number(columns[column]) : 0)),
  );
  return { rows: board, byColumn: columns !== null, rest };
}

/** @param {string} word @param {number} ofColumn @returns {Cell} */
function cellOf(word, ofColumn) {
  if (/^\d+$/.test(word)) return { sign: '', choice: Number(word) };
  return word === '.' ? { sign: '', choice: ofColumn } : { sign: word, choice: 0 };
}

/** Returns the end positions of the words in a line, or none unless all columns have the same width. @param {string} line */
function endsOf(line) {
  const words = [...line.matchAll(/\S+/g)];
  const ends = words.map((word) => word.index + word[0].length);
  const width = ends.length > 1 ? ends[1] - ends[0] : 0;
  const isEven = ends.every((end, index) => end === ends[0] + index * width) && ends[0] <= width;
  return isEven && words.every((word) => isSign(word[0])) ? ends : [];
}

/** Returns the words of a line that end at the given positions, some possibly empty; null if the line is not a row of the board. @param {string} line @param {number[]} ends */
function splitRow(line, ends) {
  if (line.trim() === '' || line.length > ends[ends.length - 1]) return null;
  const words = ends.map((end, index) => line.slice(index === 0 ? 0 : ends[index - 1], end).trim());
  return words.every((word) => word === '' || isSign(word)) ? words : null;
}

/** @param {string} word */
function isSign(word) {
  return /^(?:[XO.]|[1-9]\d{0,2})$/.test(word);
}

/** Returns the last row if it numbers the columns of a board that has free cells and no numbers, else null. @param {string[][]} rows */
function chosenColumns(rows) {
  const last = rows.at(-1) ?? [];
  const above = rows.slice(0, -1).flat();
  const areColumns = last.some(Boolean) && last.every((word) => word === '' || /^\d+$/.test(word));
  return areColumns && above.includes('.') && !above.some((word) => /^\d+$/.test(word)) ? last : null;
}
