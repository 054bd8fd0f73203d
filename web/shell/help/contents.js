/**
 * The contents of the book: the parts and pages that `SUMMARY.md` names. Pages without a translation are in English.
 */

/** @typedef {{part: number, level: number, title: string, topic: string}} Entry */
/** @typedef {Entry & {language: string}} ContentsPage */
/** @typedef {{parts: string[], pages: ContentsPage[]}} Contents */

const ENTRY = /^( *)- \[(.*)\]\(([a-z0-9-]+)\.md\)\s*$/;

/** @param {string} text a SUMMARY.md, in the format of mdBook @returns {{parts: string[], entries: Entry[]}} */
export function parseSummary(text) {
  /** @type {string[]} */
  const parts = [];
  /** @type {Entry[]} */
  const entries = [];
  for (const line of text.split(/\r?\n/).slice(1)) {
    if (line.startsWith('# ')) parts.push(line.slice(2).trim());
    const [, indent, title, topic] = ENTRY.exec(line) ?? [];
    if (topic) entries.push({ part: parts.length - 1, level: indent.length / 2, title, topic });
  }
  return { parts, entries };
}

/** Returns the contents in a language: all pages of the English book, translated where the other book has them. @param {string} english @param {string} own @param {string} language @returns {Contents} */
export function mergeSummaries(english, own, language) {
  const { parts, entries } = parseSummary(own);
  const titles = new Map(entries.map(({ topic, title }) => [topic, title]));
  const pages = parseSummary(english).entries.map((entry) => {
    const title = titles.get(entry.topic);
    return title === undefined ? { ...entry, language: 'en' } : { ...entry, title, language };
  });
  return { parts, pages };
}

/** Returns the pages before and after a page; undefined at the ends. @param {Contents} contents @param {string} topic */
export function neighborsOf({ pages }, topic) {
  const at = pages.findIndex((page) => page.topic === topic);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: pages[at - 1], next: pages[at + 1] };
}
