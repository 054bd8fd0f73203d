/**
 * The reader of the book in the help: its contents, one page at a time, a search, and a back button.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { language, t } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { neighborsOf } from 'wag/shell/help/contents.js';
import { readContents, readDocument, searchBook } from 'wag/shell/help/documents.js';
import { drawBlocks, sectionId } from 'wag/shell/help/draw.js';

/** @typedef {import('./contents.js').ContentsPage} ContentsPage */
/** A place in the book: the page and the section; without a section, its beginning. @typedef {{topic: string, slug: string}} DocumentPlace */

/** Delay between the last key press and the search, in milliseconds. */
const TYPING = 200;
/** The width of the window from which on the contents stand beside the page. */
const WIDE = '(min-width: 760px)';

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
  const list = h('nav', { class: 'help-pages', 'aria-label': t('help.pages'), tabindex: '0' });
  const contents = h(
    'details',
    { class: 'help-contents', open: matchMedia(WIDE).matches },
    h('summary', { text: t('help.pages') }),
    list,
  );
  /** @type {DocumentPlace[]} */
  const before = [];
  /** @type {DocumentPlace|null} */
  let here = null;
  let [timer, requestId] = [0, 0];

  field.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(find, TYPING);
  });
  readContents()
    .then((book) => fill(list, ...drawContents(book, (topic) => goFromContents(topic))))
    .then(() => markPage(here?.topic))
    .catch((error) => fill(list, h('p', { class: 'failure', role: 'alert', text: errorText(error) })));

  /** @param {DocumentPlace} place @param {boolean} [isBack] */
  async function go(place, isBack = false) {
    const request = ++requestId;
    try {
      const [document, book] = await Promise.all([readDocument(place.topic), readContents()]);
      if (request !== requestId) return;
      if (here && !isBack) before.push(here);
      here = place;
      back.disabled = before.length === 0;
      onShow(place);
      markPage(place.topic);
      article.lang = document.language;
      fill(
        article,
        document.language === language() || language() !== 'de'
          ? null
          : h('p', { class: 'hint', lang: language(), text: t('help.onlyEnglish') }),
        ...drawBlocks(document.blocks, (topic, slug) => go({ topic: topic ?? place.topic, slug })),
        drawNeighbors(neighborsOf(book, place.topic), (topic) => go({ topic, slug: '' })),
      );
      showSection(place.slug);
    } catch (error) {
      if (request === requestId)
        fill(article, h('p', { class: 'failure', role: 'alert', text: errorText(error) }));
    }
  }

  /** @param {string} topic */
  function goFromContents(topic) {
    contents.open = matchMedia(WIDE).matches;
    return go({ topic, slug: '' });
  }

  /** Marks a page in the contents. @param {string} [topic] none if omitted */
  function markPage(topic) {
    for (const button of list.querySelectorAll('button')) {
      const isHere = button.dataset.topic === topic;
      button.setAttribute('aria-current', isHere ? 'page' : 'false');
      if (isHere) list.scrollTop = Math.max(0, button.offsetTop - list.clientHeight / 2);
    }
  }

  /** Shows something that is no page of the book. @param {HTMLElement} content */
  function showOther(content) {
    requestId += 1;
    markPage();
    article.removeAttribute('lang');
    fill(article, content);
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
      const found = await searchBook(text);
      if (request !== requestId) return;
      onShow(null);
      markPage();
      showFindings(found);
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
          { type: 'button', class: 'help-finding', onclick: () => go({ topic: one.topic, slug: one.slug }) },
          h('strong', { text: one.title }),
          h('small', { text: documentOf(one) }),
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

  return { article, contents, field, back, go, showOther };
}

/** Returns the title of a finding's page; the mark says that the page is in another language. @param {import('./documents.js').Finding} finding */
function documentOf({ document, language: own }) {
  return own === language() || language() !== 'de' ? document : `${document} (${t('help.english')})`;
}

/** @param {import('./contents.js').Contents} book @param {(topic: string) => void} go @returns {HTMLElement[]} */
function drawContents({ parts, pages }, go) {
  const item = (/** @type {ContentsPage} */ { topic, title, level, language: own }) =>
    h(
      'li',
      { class: level > 0 ? 'help-below' : '' },
      h(
        'button',
        { type: 'button', 'data-topic': topic, onclick: () => go(topic) },
        h('span', { lang: own, text: title }),
        own === language() || language() !== 'de' ? null : h('small', { text: ` ${t('help.english')}` }),
      ),
    );
  return parts.flatMap((title, part) => {
    const own = pages.filter((page) => page.part === part);
    return own.length > 0 ? [h('h3', { text: title }), h('ul', {}, ...own.map(item))] : [];
  });
}

/** @param {ReturnType<typeof neighborsOf>} neighbors @param {(topic: string) => void} go */
function drawNeighbors({ previous, next }, go) {
  const button = (/** @type {ContentsPage|undefined} */ page, /** @type {'previous'|'next'} */ side) =>
    page &&
    h('button', {
      type: 'button',
      class: `help-${side}`,
      text: t(`help.${side}`, { title: page.title }),
      onclick: () => go(page.topic),
    });
  return h(
    'div',
    { class: 'help-neighbors', lang: language() },
    button(previous, 'previous'),
    button(next, 'next'),
  );
}
