/**
 * The documents embedded in the program: fetched when first read, parsed once, and searched by section.
 */

import { parseMarkdown, plain, textOf } from 'wag/shell/help/markdown.js';

/** @typedef {import('./markdown.js').Block} Block */
/** @typedef {{name: string, title: string, blocks: Block[]}} Document */
/** A section that contains the search words. @typedef {{name: string, document: string, title: string, slug: string, text: string}} Finding */

/** The document that lists all others. */
export const INDEX = 'README.md';
/** Maximum number of sections found, and characters shown on each side of the first word. */
const FINDINGS_MAX = 40;
const AROUND = 90;

/** @type {Map<string, Promise<Document>>} */
const documents = new Map();

/** @param {string} name such as `manual.md` @returns {Promise<Document>} */
export function readDocument(name) {
  const found = documents.get(name) ?? fetchDocument(name);
  documents.set(name, found);
  // A failed request is repeated next time.
  found.catch(() => documents.delete(name));
  return found;
}

/** @param {string} name @returns {Promise<Document>} */
async function fetchDocument(name) {
  const answer = await fetch(`/web/docs/${name}`, { credentials: 'same-origin' }).catch(() => null);
  if (!answer) throw new Error('offline');
  if (!answer.ok) throw new Error(name);
  const blocks = parseMarkdown(await answer.text());
  const heading = blocks.find((block) => block.kind === 'heading');
  return { name, title: heading ? textOf(heading) : name, blocks };
}

/** Returns the names of all documents, in the order of the index. */
export async function listDocuments() {
  const index = await readDocument(INDEX);
  /** @type {Set<string>} */
  const names = new Set();
  for (const [, name] of JSON.stringify(index.blocks).matchAll(/"target":"([\w-]+\.md)/g)) names.add(name);
  return [...names];
}

/** Returns the sections that contain all of the words, those with words in their title first. @param {Document[]} documents @param {string} text @returns {Finding[]} */
export function search(documents, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  /** @type {(Finding & {rank: number})[]} */
  const found = [];
  for (const document of documents) {
    for (const section of sectionsOf(document)) {
      const title = section.title.toLowerCase();
      const whole = `${title} ${section.text.toLowerCase()}`;
      if (!words.every((word) => whole.includes(word))) continue;
      const isTitle = words.every((word) => title.includes(word));
      found.push({
        ...section,
        text: excerptAround(section.text, words),
        rank: isTitle ? 0 : words.some((word) => title.includes(word)) ? 1 : 2,
      });
    }
  }
  found.sort((one, other) => one.rank - other.rank);
  return found.slice(0, FINDINGS_MAX);
}

/** @param {Document} document @returns {Finding[]} */
function sectionsOf({ name, title, blocks }) {
  /** @type {Finding[]} */
  const sections = [];
  for (const block of blocks) {
    if (block.kind === 'heading')
      sections.push({ name, document: title, title: plain(block.parts), slug: block.slug, text: '' });
    else if (sections.length > 0 && !isContents(block))
      sections[sections.length - 1].text += `${textOf(block)} `;
  }
  return sections;
}

/** Returns true for a list that consists of links, such as a table of contents; search skips it. @param {Block} block @returns {boolean} */
function isContents(block) {
  const isLink = (/** @type {import('./markdown.js').Item} */ { parts, blocks }) =>
    parts.length === 1 && parts[0].kind === 'link' && blocks.every(isContents);
  return block.kind === 'list' && block.items.every(isLink);
}

/** @param {string} text @param {string[]} words */
function excerptAround(text, words) {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, at + AROUND)];
  return `${from > 0 ? '…' : ''}${text.slice(from, to).replace(/\s+/g, ' ').trim()}${to < text.length ? '…' : ''}`;
}
