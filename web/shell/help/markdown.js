/**
 * A parser for the Markdown of Wag's documents: headings, paragraphs, lists, tables, code, links, emphasis. The result
 * is a tree of plain values; text in it is never markup.
 */

/** @typedef {{kind: 'text', text: string}|{kind: 'code', text: string}|{kind: 'strong'|'em', parts: Inline[]}|{kind: 'link', target: string, parts: Inline[]}} Inline */
/** @typedef {{kind: 'heading', level: number, slug: string, parts: Inline[]}} Heading */
/** @typedef {{parts: Inline[], blocks: Block[]}} Item */
/** @typedef {Heading|{kind: 'paragraph', parts: Inline[]}|{kind: 'code', language: string, text: string}|{kind: 'list', ordered: boolean, items: Item[]}|{kind: 'table', head: Inline[][], rows: Inline[][][]}|{kind: 'quote', blocks: Block[]}|{kind: 'picture', target: string, text: string}} Block */

const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;
const FENCE = /^\s*(`{3,})(.*)$/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ROW = /^\s*\|/;
const PICTURE = /^!\[([^\]]*)\]\(([^)]*)\)$/;

/** @param {string} text @returns {Block[]} */
export function parseMarkdown(text) {
  /** @type {Map<string, number>} */
  const slugs = new Map();
  return blocksOf(text.replace(/\r\n/g, '\n').split('\n'), slugs);
}

/** @param {string[]} lines @param {Map<string, number>} slugs @returns {Block[]} */
function blocksOf(lines, slugs) {
  /** @type {Block[]} */
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    const picture = PICTURE.exec(line.trim());
    if (line.trim() === '' || line.startsWith('<!--')) at += 1;
    else if (picture) {
      blocks.push({ kind: 'picture', text: picture[1], target: picture[2] });
      at += 1;
    } else if (FENCE.test(line)) at = readCode(lines, at, blocks);
    else if (heading) {
      blocks.push({
        kind: 'heading',
        level: heading[1].length,
        slug: unique(slugOf(plain(inlinesOf(heading[2]))), slugs),
        parts: inlinesOf(heading[2]),
      });
      at += 1;
    } else if (ROW.test(line)) at = readTable(lines, at, blocks);
    else if (ITEM.test(line)) at = readList(lines, at, blocks, slugs);
    else if (line.startsWith('>')) at = readQuote(lines, at, blocks, slugs);
    else at = readParagraph(lines, at, blocks);
  }
  return blocks;
}

/** @param {string[]} lines @param {number} at @param {Block[]} blocks */
function readCode(lines, at, blocks) {
  const indent = lines[at].length - lines[at].trimStart().length;
  const [, fence, language] = FENCE.exec(lines[at]) ?? ['', '```', ''];
  let end = at + 1;
  // A longer fence can contain shorter ones.
  while (end < lines.length && lines[end].trim() !== fence) end += 1;
  const text = lines
    .slice(at + 1, end)
    .map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
    .join('\n');
  blocks.push({ kind: 'code', language: language.trim(), text });
  return end + 1;
}

/** @param {string[]} lines @param {number} at @param {Block[]} blocks */
function readTable(lines, at, blocks) {
  let end = at;
  while (end < lines.length && ROW.test(lines[end])) end += 1;
  const rows = lines.slice(at, end).map(cellsOf);
  const isRule = (/** @type {string[]} */ cells) => cells.every((cell) => /^:?-+:?$/.test(cell));
  const inlines = (/** @type {string[]} */ cells) => cells.map(inlinesOf);
  if (rows.length > 1 && isRule(rows[1]))
    blocks.push({ kind: 'table', head: inlines(rows[0]), rows: rows.slice(2).map(inlines) });
  else blocks.push({ kind: 'table', head: [], rows: rows.map(inlines) });
  return end;
}

/** Splits a row into cells. A `|` in code or after a backslash does not separate cells. @param {string} row */
function cellsOf(row) {
  const cells = [''];
  let isCode = false;
  for (const sign of row
    .trim()
    .replace(/^\||\|$/g, '')
    .match(/\\.|[\s\S]/g) ?? []) {
    if (sign === '`') isCode = !isCode;
    if (sign === '|' && !isCode) cells.push('');
    else cells[cells.length - 1] += sign === '\\|' ? '|' : sign;
  }
  return cells.map((cell) => cell.trim());
}

/** @param {string[]} lines @param {number} at @param {Block[]} blocks @param {Map<string, number>} slugs */
function readList(lines, at, blocks, slugs) {
  const [, indent, sign] = /** @type {RegExpExecArray} */ (ITEM.exec(lines[at]));
  /** @type {Item[]} */
  const items = [];
  while (at < lines.length) {
    const item = ITEM.exec(lines[at]);
    if (!item || item[1].length !== indent.length) break;
    const text = [item[3]];
    at += 1;
    /** @type {string[]} */
    const inside = [];
    while (at < lines.length && belongsToItem(lines, at, indent.length)) {
      if (inside.length === 0 && lines[at].trim() !== '' && !ITEM.test(lines[at]) && !FENCE.test(lines[at]))
        text.push(lines[at].trim());
      else inside.push(lines[at]);
      at += 1;
    }
    items.push({ parts: inlinesOf(text.join(' ')), blocks: blocksOf(unindented(inside), slugs) });
  }
  blocks.push({ kind: 'list', ordered: /\d/.test(sign), items });
  return at;
}

/** Returns true if a line belongs to the list item above: it is indented further, possibly after a blank line. @param {string[]} lines @param {number} at @param {number} indent */
function belongsToItem(lines, at, indent) {
  const depth = (/** @type {string} */ line) => line.length - line.trimStart().length;
  if (lines[at].trim() === '')
    return at + 1 < lines.length && lines[at + 1].trim() !== '' && depth(lines[at + 1]) > indent;
  return (
    depth(lines[at]) > indent ||
    (!ITEM.test(lines[at]) &&
      !HEADING.test(lines[at]) &&
      !ROW.test(lines[at]) &&
      !FENCE.test(lines[at]) &&
      lines[at - 1].trim() !== '')
  );
}

/** @param {string[]} lines */
function unindented(lines) {
  const depths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const least = Math.min(...depths, Infinity);
  return lines.map((line) => line.slice(Math.min(least, line.length)));
}

/** @param {string[]} lines @param {number} at @param {Block[]} blocks @param {Map<string, number>} slugs */
function readQuote(lines, at, blocks, slugs) {
  let end = at;
  while (end < lines.length && lines[end].startsWith('>')) end += 1;
  blocks.push({
    kind: 'quote',
    blocks: blocksOf(
      lines.slice(at, end).map((line) => line.replace(/^>\s?/, '')),
      slugs,
    ),
  });
  return end;
}

/** @param {string[]} lines @param {number} at @param {Block[]} blocks */
function readParagraph(lines, at, blocks) {
  const ends = (/** @type {string} */ line) =>
    line.trim() === '' || FENCE.test(line) || HEADING.test(line) || ROW.test(line) || ITEM.test(line);
  let end = at + 1;
  while (end < lines.length && !ends(lines[end])) end += 1;
  blocks.push({
    kind: 'paragraph',
    parts: inlinesOf(
      lines
        .slice(at, end)
        .map((line) => line.trim())
        .join(' '),
    ),
  });
  return end;
}

// Code comes first, because nothing inside it is markup.
const INLINE =
  /(`+)(.+?)\1(?!`)|!\[[^\]]*\]\([^)\s]*\)|\[((?:[^[\]]|`[^`]*`|\[[^\]]*\])*)\]\(([^)\s]*)\)|<(https?:[^>\s]+)>|\*\*(.+?)\*\*(?!\*)|(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*(?!\w)|\\([\\`*_[\]|<>#-])/;

/** @param {string} text @returns {Inline[]} */
export function inlinesOf(text) {
  /** @type {Inline[]} */
  const parts = [];
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    if (found.index > 0) parts.push({ kind: 'text', text: rest.slice(0, found.index) });
    const [, , code, label, target, address, strong, em, sign] = found;
    if (code !== undefined)
      parts.push({ kind: 'code', text: code.trim() === '' ? code : code.replace(/^ (.*) $/, '$1') });
    else if (label !== undefined) parts.push({ kind: 'link', target, parts: inlinesOf(label) });
    else if (address !== undefined)
      parts.push({ kind: 'link', target: address, parts: [{ kind: 'text', text: address }] });
    else if (strong !== undefined) parts.push({ kind: 'strong', parts: inlinesOf(strong) });
    else if (em !== undefined) parts.push({ kind: 'em', parts: inlinesOf(em) });
    else if (sign !== undefined) parts.push({ kind: 'text', text: sign });
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest !== '') parts.push({ kind: 'text', text: rest });
  return parts;
}

/** Returns the text without its formatting. @param {Inline[]} parts @returns {string} */
export function plain(parts) {
  return parts.map((part) => ('parts' in part ? plain(part.parts) : part.text)).join('');
}

/** Returns the anchor of a heading, as GitHub does. @param {string} title */
export function slugOf(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** @param {string} slug @param {Map<string, number>} slugs */
function unique(slug, slugs) {
  const count = slugs.get(slug) ?? 0;
  slugs.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

/** @param {Block} block @returns {string} */
export function textOf(block) {
  if (block.kind === 'code') return block.text;
  if (block.kind === 'picture') return '';
  if (block.kind === 'list')
    return block.items.map((item) => [plain(item.parts), ...item.blocks.map(textOf)].join(' ')).join(' ');
  if (block.kind === 'table')
    return [block.head, ...block.rows].map((row) => row.map(plain).join(' ')).join(' ');
  if (block.kind === 'quote') return block.blocks.map(textOf).join(' ');
  return plain(block.parts);
}
