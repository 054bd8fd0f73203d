/**
 * Sanitizes untrusted text for display: names, output and messages may contain control characters, terminal colors or
 * very long lines. The result is still text and must only be inserted into a page as text.
 */

// Terminal sequences: colors and cursor movements, titles, and two-character sequences.
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences contain them.
const TERMINAL = /\u001b(?:\[[0-9;?:]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be found.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
// Characters that change the writing direction or are invisible; they could make one text look like another.
const DECEPTIVE = /[\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Removes terminal sequences and replaces other control characters with visible symbols.
 * @param {string} text
 */
export function sanitize(text) {
  return text
    .replace(/\r\n/g, '\n')
    .replace(TERMINAL, '')
    .replace(CONTROL, (sign) =>
      sign === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + sign.charCodeAt(0)),
    )
    .replace(DECEPTIVE, '\ufffd');
}

/**
 * Returns the text as one line of at most `limit` characters.
 * @param {unknown} text
 * @param {number} limit
 */
export function singleLine(text, limit = 60) {
  const whole = String(text ?? '');
  const line = sanitize(whole.slice(0, limit * 4)).replace(/\s+/g, ' ');
  return line.length <= limit && whole.length <= limit * 4 ? line : `${line.slice(0, limit - 1)}…`;
}

/**
 * Splits output into lines for display: at most `lines` lines of at most `width` characters.
 * @param {string} text
 * @param {{lines: number, width: number}} limits
 * @returns {{lines: {text: string, cut: number}[], more: number}} `cut` and `more` count the characters and lines that were left out
 */
export function excerpt(text, limits) {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  /** @type {{text: string, cut: number}[]} */
  const lines = [];
  let start = 0;
  while (lines.length < limits.lines && start <= body.length) {
    const found = body.indexOf('\n', start);
    const end = found < 0 ? body.length : found;
    const cut = Math.max(0, end - start - limits.width);
    lines.push({ text: sanitize(body.slice(start, end - cut)), cut });
    start = end + 1;
  }
  return { lines, more: countLines(body, start) };
}

/** @param {string} text @param {number} start */
function countLines(text, start) {
  if (start > text.length) return 0;
  let count = 1;
  for (let at = text.indexOf('\n', start); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/**
 * Returns the part of a line around a match, for the list of search results.
 * @param {string} line
 * @param {number} at
 * @param {number} length
 */
export function snippet(line, at, length) {
  const start = Math.max(0, at - 40);
  const end = Math.min(line.length, at + length + 120);
  return `${start > 0 ? '…' : ''}${sanitize(line.slice(start, end))}${end < line.length ? '…' : ''}`;
}
