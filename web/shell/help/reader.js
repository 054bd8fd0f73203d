/**
 * The document reader of the help: one document at a time, a search over all of them, and a back button.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { language, t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { listDocuments, readDocument, search } from 'wag/shell/help/documents.js';
import { drawBlocks, sectionId } from 'wag/shell/help/draw.js';

/** A place in a document. @typedef {{name: string, slug: string}} DocumentPlace */

/** Delay between the last key press and the search, in milliseconds. */
const TYPING = 200;

/** Returns the file name of the manual in the user's language. */
export function manualName() {
  return language() === 'de' ? 'handbuch.md' : 'manual.md';
}

/** @param {(place: DocumentPlace|null) => void} onShow receives the place that is shown; null for search results */
export function createReader(onShow) {
  const article = h('article', { class: 'doc', tabindex: '0', 'aria-label': t('help.document') });
  const back = h('button', { type: 'button', text: t('help.back'), disabled: true, onclick: () => goBack() });
  const field = h('input', {
    type: 'search',
    id: 'help-search',
    placeholder: t('help.searchIn'),
    'aria-label': t('help.searchIn'),
    autocomplete: 'off',
  });
  /** @type {DocumentPlace[]} */
  const before = [];
  /** @type {DocumentPlace|null} */
  let here = null;
  let [timer, requestId] = [0, 0];

  field.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(find, TYPING);
  });

  /** @param {DocumentPlace} place @param {boolean} [isBack] */
  async function go(place, isBack = false) {
    const request = ++requestId;
    try {
      const document = await readDocument(place.name);
      if (request !== requestId) return;
      if (here && !isBack) before.push(here);
      here = place;
      back.disabled = before.length === 0;
      onShow(place);
      fill(article, ...drawBlocks(document.blocks, (name, slug) => go({ name: name ?? place.name, slug })));
      showSection(place.slug);
    } catch (error) {
      if (request === requestId)
        fill(article, h('p', { class: 'failure', role: 'alert', text: errorText(error) }));
    }
  }

  /** @param {string} slug */
  function showSection(slug) {
    const section = slug ? article.querySelector(`#${CSS.escape(sectionId(slug))}`) : null;
    article.scrollTop = 0;
    if (section instanceof HTMLElement) {
      section.scrollIntoView({ block: 'start' });
      section.focus({ preventScroll: true });
    }
  }

  function goBack() {
    const place = before.pop();
    if (place) go(place, true);
  }

  /** Searches for the text in the field; if it is empty, shows the last document again. */
  async function find() {
    const request = ++requestId;
    const text = field.value.trim();
    if (text === '') return here && go(here, true);
    try {
      const other = manualName() === 'manual.md' ? 'handbuch.md' : 'manual.md';
      const names = [
        manualName(),
        ...(await listDocuments()).filter((name) => name !== manualName() && name !== other),
      ];
      const documents = await Promise.all(names.map(readDocument));
      if (request !== requestId) return;
      onShow(null);
      showFindings(search(documents, text));
    } catch (error) {
      if (request === requestId)
        fill(article, h('p', { class: 'failure', role: 'alert', text: errorText(error) }));
    }
  }

  /** @param {import('./documents.js').Finding[]} found */
  function showFindings(found) {
    const item = (/** @type {import('./documents.js').Finding} */ one) =>
      h(
        'li',
        {},
        h(
          'button',
          { type: 'button', class: 'help-finding', onclick: () => go({ name: one.name, slug: one.slug }) },
          h('strong', { text: one.title }),
          h('small', { text: one.document }),
          h('span', { text: one.text }),
        ),
      );
    fill(
      article,
      h('p', {
        class: 'hint',
        role: 'status',
        text: found.length === 0 ? t('help.nothing') : t('help.found', { n: found.length }),
      }),
      h('ol', { class: 'help-findings' }, ...found.map(item)),
    );
    article.scrollTop = 0;
  }

  return { article, field, back, go };
}
