/**
 * Cards with the codes by which people log in: one large on the screen, to photograph, or many on paper. A code is shown only once.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { showDialog } from 'wag/shell/basics/dialog.js';
import { t } from 'wag/shell/basics/i18n.js';
import { onlyHereNote } from 'wag/shell/host/notices.js';
import { actions, nameOf, plainName, qrImage } from 'wag/shell/host/parts.js';

/** @typedef {import('./requests.js').Card} Card */

/** Returns a card. @param {Card} card @param {string} [className] */
export function drawCard({ name, code, qr, link }, className = '') {
  return h(
    'article',
    { class: 'login-card', 'aria-label': t('host.cardOf', { name: plainName(name) }) },
    h(
      'div',
      {},
      h('strong', { class: 'login-name' }, nameOf(name)),
      className && h('p', { class: 'hint' }, nameOf(className)),
      h('p', { class: 'login-code' }, h('code', { text: code })),
      h('p', { class: 'hint', text: t('host.cardHint', { address: addressOf(link) }) }),
    ),
    qrImage(qr, t('host.qrOf', { name: plainName(name) })),
  );
}

/** Returns the address that a person types to log in, without the code. @param {string|undefined} link */
function addressOf(link) {
  return (link ?? `${location.origin}/l`).replace(/#.*$/, '').replace(/^https?:\/\//, '');
}

/** Shows a new card in a dialog. @param {Card} card @param {string} className */
export function showCard(card, className) {
  showDialog(
    t('host.newCard'),
    onlyHereNote(),
    drawCard(card, className),
    h('p', { class: 'hint', text: t('host.cardOnce') }),
    actions(
      h('button', { type: 'button', text: t('host.print'), onclick: () => printCards([card], className) }),
    ),
  );
}

/** Shows new cards above the page, with a button that prints them. @param {HTMLElement} place @param {Card[]} cards @param {string} className */
export function showCards(place, cards, className) {
  fill(
    place,
    h('p', { class: 'host-note', role: 'status', text: t('host.cardsReady', { n: cards.length }) }),
    onlyHereNote(),
    actions(
      h('button', {
        type: 'button',
        class: 'primary',
        text: t('host.printCards', { n: cards.length }),
        onclick: () => printCards(cards, className),
      }),
    ),
    h('div', { class: 'cards' }, ...cards.map((card) => drawCard(card, className))),
  );
}

/** Prints cards, and nothing else of the page. @param {Card[]} cards @param {string} className */
export function printCards(cards, className) {
  const drawn = cards.map((card) => drawCard(card, className));
  const sheet = h('div', { class: 'print-sheet cards' }, onlyHereNote(), ...drawn);
  document.body.append(sheet);
  document.documentElement.dataset.printing = '';
  const end = () => {
    sheet.remove();
    delete document.documentElement.dataset.printing;
    window.removeEventListener('afterprint', end);
  };
  window.addEventListener('afterprint', end);
  window.print();
}
