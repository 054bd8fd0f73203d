/**
 * Draws a document: every text becomes a text node, and links stay within the help.
 */

import { h } from 'wag/shell/basics/dom.js';

/** @typedef {import('./markdown.js').Block} Block */
/** @typedef {import('./markdown.js').Inline} Inline */
/** Opens a page, or a section of the current one. @typedef {(topic: string|null, slug: string) => void} Go */

/** @param {Block[]} blocks @param {Go} go @returns {HTMLElement[]} */
export function drawBlocks(blocks, go) {
  return blocks.map((block) => drawBlock(block, go));
}

/** @param {Block} block @param {Go} go @returns {HTMLElement} */
function drawBlock(block, go) {
  const inlines = (/** @type {Inline[]} */ parts) => parts.map((part) => drawInline(part, go));
  switch (block.kind) {
    case 'heading': {
      const level = /** @type {'h2'|'h3'|'h4'|'h5'} */ (`h${Math.min(5, block.level + 1)}`);
      return h(level, { id: sectionId(block.slug), tabindex: '-1' }, ...inlines(block.parts));
    }
    case 'code':
      return h('pre', { tabindex: '0', class: 'doc-code' }, h('code', { text: block.text }));
    case 'picture':
      return h('img', { src: `/web/docs/${block.target.replace(/^(\.\.\/)+/, '')}`, alt: block.text });
    case 'quote':
      return h('blockquote', {}, ...drawBlocks(block.blocks, go));
    case 'list':
      return h(
        block.ordered ? 'ol' : 'ul',
        {},
        ...block.items.map((item) => h('li', {}, ...inlines(item.parts), ...drawBlocks(item.blocks, go))),
      );
    case 'table':
      return drawTable(block, inlines);
    default:
      return h('p', {}, ...inlines(block.parts));
  }
}

/** @param {{head: Inline[][], rows: Inline[][][]}} table @param {(parts: Inline[]) => (Node|string)[]} inlines */
function drawTable({ head, rows }, inlines) {
  const line = (/** @type {Inline[][]} */ cells) =>
    h('tr', {}, ...cells.map((cell) => h('td', {}, ...inlines(cell))));
  return h(
    'div',
    { class: 'doc-table', tabindex: '0' },
    h(
      'table',
      {},
      head.length > 0 &&
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...head.map((cell) => (cell.length > 0 ? h('th', { scope: 'col' }, ...inlines(cell)) : h('td'))),
          ),
        ),
      h('tbody', {}, ...rows.map(line)),
    ),
  );
}

/** @param {Inline} part @param {Go} go @returns {Node|string} */
function drawInline(part, go) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return h('code', { text: part.text });
    case 'strong':
      return h('strong', {}, ...part.parts.map((one) => drawInline(one, go)));
    case 'em':
      return h('em', {}, ...part.parts.map((one) => drawInline(one, go)));
    default:
      return drawLink(
        part.target,
        part.parts.map((one) => drawInline(one, go)),
        go,
      );
  }
}

/** Draws a link. Links to files that are no pages of the book become plain text, because the program does not contain those files. @param {string} target @param {(Node|string)[]} content @param {Go} go */
function drawLink(target, content, go) {
  const inside = /^(?:(?:\.\.\/(?:en|de)\/)?([\w-]+)\.md)?(?:#(.*))?$/.exec(target);
  if (inside)
    return h(
      'button',
      { type: 'button', class: 'link', onclick: () => go(inside[1] ?? null, inside[2] ?? '') },
      ...content,
    );
  if (/^https?:\/\//.test(target))
    return h('a', { href: target, target: '_blank', rel: 'noopener noreferrer' }, ...content);
  return h('span', {}, ...content);
}

/** @param {string} slug */
export function sectionId(slug) {
  return `doc-${slug}`;
}
