/**
 * What the editor knows about the names in a file: from the stubs of the game, and from its manual.
 */

import { api } from 'wag/shell/basics/api.js';
import { Names } from 'wag/shell/editor/names.js';
import { signatureInWords } from 'wag/shell/editor/plain-types.js';
import { paragraphAbout, readReference } from 'wag/shell/editor/reference.js';
import { readStubs } from 'wag/shell/editor/stubs.js';
import { language, t } from 'wag/shell/basics/i18n.js';

/** @typedef {import('./stubs.js').Declaration} Declaration */
/** @typedef {import('../../editor/src/code-view.js').About} About */
/** @typedef {Pick<import('../../editor/src/code-view.js').Page, 'complete'|'describe'|'signature'|'explain'>} Knowledge */

/**
 * Loads the stubs and the manual of a game. Until they are there, nothing is known.
 * @param {string} game @param {(place: import('../help/reader.js').DocumentPlace) => void} openManual @returns {Knowledge}
 */
export function createKnowledge(game, openManual) {
  /** @type {Names|null} */
  let names = null;
  /** @type {import('../help/documents.js').Document|null} */
  let reference = null;
  api
    .stubs(game, language())
    .then((stubs) => (names = new Names(readStubs(stubs))))
    .catch(() => {});
  readReference(game)
    .then((document) => (reference = document))
    .catch(() => {});

  /** Returns what to show about a declaration: the manual's paragraph, or else the text of the stub. @param {Declaration} found @returns {About} */
  function about(found) {
    const document = reference;
    const paragraph =
      document && paragraphAbout(document.blocks, found.kind === 'class' ? '' : found.owner, found.name);
    const more =
      document && paragraph
        ? {
            label: t('fault.manual'),
            open: () => openManual({ topic: document.topic, slug: paragraph.slug }),
          }
        : undefined;
    return { signature: signatureInWords(found.signature), text: paragraph?.text ?? found.text, more };
  }

  return {
    complete: (code, position) => {
      const found = names?.complete(code, position);
      if (!found) return null;
      const inWords = (/** @type {import('../../editor/src/code-view.js').Suggestion} */ one) => ({
        ...one,
        detail: signatureInWords(one.detail),
      });
      return { from: found.from, list: found.list.map(inWords) };
    },
    describe: (code, position) => {
      const found = names?.declarationAt(code, position);
      return found ? { from: found.from, to: found.to, about: about(found.found) } : null;
    },
    signature: (code, position) => {
      const found = names?.callAt(code, position);
      return found
        ? {
            signature: signatureInWords(
              found.name === '__init__' ? found.signature.replace('__init__', found.owner) : found.signature,
            ),
            text: found.text,
          }
        : null;
    },
    explain: (code, position) => {
      const found = names?.declarationAt(code, position);
      if (found) about(found.found).more?.open();
      return Boolean(found);
    },
  };
}
