/**
 * The paragraphs of the book about the names that an AI can use.
 */

import { readDocument, topicOfGame } from 'wag/shell/help/documents.js';
import { plain } from 'wag/shell/help/markdown.js';

/** @typedef {import('../help/markdown.js').Block} Block */

/** Returns the page about a game. @param {string} game */
export async function readReference(game) {
  return readDocument(await topicOfGame(game));
}

/**
 * Returns the paragraph about a name, and the section that it is in. Paragraphs about a method begin with it in bold.
 * @param {Block[]} blocks @param {string} owner the class of a method; empty for a class or a function @param {string} name
 * @returns {{text: string, slug: string}|null}
 */
export function paragraphAbout(blocks, owner, name) {
  let slug = '';
  let title = '';
  /** @type {{text: string, slug: string}|null} */
  let elsewhere = null;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      ({ slug } = block);
      title = plain(block.parts);
    }
    if (block.kind !== 'paragraph') continue;
    if (!owner && title === name) return { text: plain(block.parts), slug };
    const [first] = block.parts;
    const isAbout = first?.kind === 'strong' && new RegExp(`(?:^|\\W)${name}\\b`).test(plain([first]));
    if (isAbout && title === owner) return { text: plain(block.parts), slug };
    if (isAbout && owner === '') elsewhere ??= { text: plain(block.parts), slug };
  }
  return elsewhere;
}
