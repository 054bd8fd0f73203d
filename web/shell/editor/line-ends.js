/**
 * Line ends of files: the editor shows a text with `\n` only, and a file keeps the ends that its lines have, whatever
 * they are.
 */

/** @param {string} raw the text of a file @returns {string} the text with `\n` as line ends */
export const withPlainEnds = (raw) => raw.replace(/\r\n?/g, '\n');

/** A line and its end, which is empty at the end of the text. @typedef {{line: string, end: string}} Line */

/** @param {string} raw @returns {Line[]} */
function linesOf(raw) {
  const parts = raw.split(/(\r\n|\r|\n)/);
  return Array.from({ length: Math.ceil(parts.length / 2) }, (_, at) => ({
    line: parts[2 * at],
    end: parts[2 * at + 1] ?? '',
  }));
}

/**
 * Returns a text for a file: lines that the file has already keep their ends, and a new line gets that of the line
 * before it.
 * @param {string} text with `\n` as line ends @param {string} raw the text of the file before
 */
export function withEndsOf(text, raw) {
  if (!raw.includes('\r')) return text;
  const old = linesOf(raw);
  const lines = text.split('\n');
  const common = Math.min(old.length, lines.length);
  let start = 0;
  while (start < common && old[start].line === lines[start]) start += 1;
  let tail = 0;
  while (tail < common - start && old[old.length - 1 - tail].line === lines[lines.length - 1 - tail])
    tail += 1;
  const isReplaced = old.length === lines.length;
  let end = old.find((one) => one.end)?.end ?? '\n';
  let next = start;
  const ends = lines.map((line, at) => {
    let found = at;
    if (at >= lines.length - tail) found = old.length - lines.length + at;
    else if (at >= start && !isReplaced) {
      found = old.findIndex((one, index) => index >= next && index < old.length - tail && one.line === line);
      if (found >= 0) next = found + 1;
    }
    const before = end;
    end = old[found]?.end || end;
    // These two would be one line end.
    if (at > 0 && line === '' && before === '\r' && end === '\n') end = '\r';
    return end;
  });
  return lines.map((line, at) => (at < lines.length - 1 ? line + ends[at] : line)).join('');
}
