/**
 * Notices about the server for everybody: that the connection is not encrypted, that its clock was moved.
 */

import { h } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { actButton, failureLine, messageLine } from 'wag/shell/host/parts.js';
import { requests } from 'wag/shell/host/requests.js';
import { dateText } from 'wag/shell/host/time.js';
import { whoAmI } from 'wag/shell/page/me.js';

/** Returns why other devices do not reach the address in links and on cards, and how to change that; `null` if they may. */
export function onlyHereNote() {
  const why = whoAmI().server.only_here;
  return why ? h('p', { class: 'host-note', role: 'note', text: messageLine(why) }) : null;
}

/** @param {import('../page/me.js').Me} me @param {() => Promise<void>} [reload] loads `me` and draws the notices again */
export function createNotices({ server, rights }, reload) {
  const texts = [server.plain_http && t('host.plainHttp'), ...(server.notices ?? []).map(messageLine)];
  const clock = server.clock && clockLine(server.clock, rights.includes('teacher') ? reload : undefined);
  const shown = [...texts.filter(Boolean).map((text) => h('li', { text: String(text) })), clock].filter(
    Boolean,
  );
  return h(
    'section',
    { class: 'host-notices', 'aria-label': t('host.notices'), hidden: shown.length === 0 },
    h('ul', {}, ...shown),
  );
}

/** Returns the line about a clock that was moved. A teacher may say that its time is right. @param {{shown: number, expected: number}} clock @param {() => Promise<void>} [reload] */
function clockLine({ shown, expected }, reload) {
  const failure = failureLine();
  const confirm = async () => {
    await requests.confirmClock();
    await reload?.();
  };
  return h(
    'li',
    {},
    t('host.clockMoved', { shown: dateText(shown), expected: dateText(expected) }),
    ' ',
    reload && actButton(t('host.clockIsRight', { time: dateText(shown) }), failure, confirm),
    reload && failure,
  );
}
