/**
 * Links to the places of a class server, and what a place shows that cannot be opened.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { writeLink } from 'wag/shell/page/link.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { plainName } from 'wag/shell/host/parts.js';

/** Returns a link to a place. @param {string} text @param {import('../page/link.js').Link} link @param {string} [kind] a class */
export function placeLink(text, link, kind = '') {
  return h('a', { class: kind, href: writeLink(link) }, h('bdi', { text: plainName(text) }));
}

/** Shows the failure of a place. @param {HTMLElement} element @param {unknown} error */
export function showFailure(element, error) {
  const isGone = /** @type {any} */ (error)?.status === 404;
  fill(
    element,
    h('p', { class: 'failure', role: 'alert', text: isGone ? t('host.gone') : errorText(error) }),
  );
}
