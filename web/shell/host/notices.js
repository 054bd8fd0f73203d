/**
 * What everybody must know of the server: that the connection is not encrypted, that a clock is wrong.
 */

import { h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { messageLine } from 'wag/shell/host/parts.js';

/** @param {import('../page/me.js').Me} me */
export function createNotices({ server }) {
  const texts = [server.plain_http && t('host.plainHttp'), ...(server.notices ?? []).map(messageLine)];
  const shown = texts.filter(Boolean);
  return h(
    'ul',
    { class: 'host-notices', 'aria-label': t('host.notices'), hidden: shown.length === 0 },
    ...shown.map((text) => h('li', { text: String(text) })),
  );
}
