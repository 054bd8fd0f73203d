/**
 * The pages of the book, which is embedded in the program: fetched when first read, parsed once, and searched by section.
 */

import { language } from 'wag/shell/basics/i18n.js';
import { mergeSummaries } from 'wag/shell/help/contents.js';
import { parseMarkdown, plain, textOf } from 'wag/shell/help/markdown.js';

/** @typedef {import('./markdown.js').Block} Block */
/** @typedef {import('./contents.js').Contents} Contents */
/** @typedef {{topic: string, title: string, language: string, blocks: Block[]}} Document */
/** A section that contains the search words. @typedef {{topic: string, document: string, language: string, title: string, slug: string, text: string}} Finding */

/** Maximum number of sections found, and characters shown on each side of the first word. */
const FINDINGS_MAX = 40;
const AROUND = 90;

/** The texts of the book by their addresses. @type {Map<string, Promise<string>>} */
const texts = new Map();
/** The parsed pages by the same addresses. @type {Map<string, Block[]>} */
const parsed = new Map();

/** @param {string} name such as `en/start.md` @returns {Promise<string>} */
function fetchText(name) {
  const found = texts.get(name) ?? requestText(name);
  texts.set(name, found);
  // A failed request is repeated next time.
  found.catch(() => texts.delete(name));
  return found;
}

/** @param {string} name @returns {Promise<string>} */
async function requestText(name) {
  const answer = await fetch(`/web/docs/${name}`, { credentials: 'same-origin' }).catch(() => null);
  if (!answer) throw new Error('offline');
  if (!answer.ok) throw new Error(name);
  return answer.text();
}

/** Returns the contents of the book in the language of the page. @returns {Promise<Contents>} */
export async function readContents() {
  const own = language() === 'de' ? 'de' : 'en';
  const [english, summary] = await Promise.all([fetchText('en/SUMMARY.md'), fetchText(`${own}/SUMMARY.md`)]);
  return mergeSummaries(english, summary, own);
}

/** @param {string} topic such as `start` @returns {Promise<Document>} */
export async function readDocument(topic) {
  const { pages } = await readContents();
  const page = pages.find((one) => one.topic === topic);
  if (!page) throw new Error(topic);
  const name = `${page.language}/${topic}.md`;
  const blocks = parsed.get(name) ?? parseMarkdown(await fetchText(name));
  parsed.set(name, blocks);
  return { topic, title: page.title, language: page.language, blocks };
}

/** Returns the topic of the page about a game. Games without a page are Python files. @param {string} game */
export async function topicOfGame(game) {
  const { pages } = await readContents();
  return pages.some(({ topic }) => topic === game) ? game : 'games-in-python';
}

/** Searches the book in the language of the page. If nothing is found, searches the pages that exist in English only. @param {string} text @returns {Promise<Finding[]>} */
export async function searchBook(text) {
  const { pages } = await readContents();
  const documents = await Promise.all(pages.map(({ topic }) => readDocument(topic)));
  const own = documents.filter((document) => document.language === language());
  const found = search(own, text);
  return found.length > 0 ? found : search(documents, text);
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
function sectionsOf({ topic, language, title, blocks }) {
  /** @type {Finding[]} */
  const sections = [];
  for (const block of blocks) {
    if (block.kind === 'heading')
      sections.push({
        topic,
        language,
        document: title,
        title: plain(block.parts),
        slug: block.slug,
        text: '',
      });
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
