/**
 * Searches everything that was printed in a match, chunk by chunk, so that the page stays responsive.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { FINDINGS } from 'wag/shell/basics/limits.js';
import { snippet } from 'wag/shell/basics/text.js';

/** @typedef {{round: number, seat: number, text: string}} Finding */

/**
 * Returns the lines of a chunk that contain a text, ignoring case.
 * @param {import('../../generated/replay.js').Chunk} chunk
 * @param {string} query
 * @param {number} seat 0 for all
 * @param {number} limit
 * @returns {Finding[]}
 */
export function searchChunk(chunk, query, seat, limit) {
  /** @type {Finding[]} */
  const found = [];
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi');
  for (const turn of chunk.turns) {
    for (const report of turn.reports ?? []) {
      if (seat !== 0 && report.seat !== seat) continue;
      const text = report.fault
        ? `${report.fault.message ?? ''}\n${report.output ?? ''}`
        : (report.output ?? '');
      pattern.lastIndex = 0;
      for (let match = pattern.exec(text); match && found.length < limit; match = pattern.exec(text)) {
        const start = text.lastIndexOf('\n', match.index - 1) + 1;
        const newline = text.indexOf('\n', match.index);
        const line = text.slice(start, newline < 0 ? text.length : newline);
        found.push({
          round: turn.round,
          seat: report.seat,
          text: snippet(line, match.index - start, query.length),
        });
        pattern.lastIndex = newline < 0 ? text.length : newline;
      }
    }
  }
  return found;
}

/** @param {import('../replay/replay.js').Replay} replay */
export function createSearch(replay) {
  const query = h('input', {
    type: 'search',
    placeholder: t('search.hint'),
    'aria-label': t('search.label'),
  });
  const player = h(
    'select',
    { 'aria-label': t('search.player') },
    h('option', { value: '0', text: t('search.everyone') }),
    ...replay.header.players.map(({ seat }) =>
      h('option', { value: String(seat), text: `${seat} ${replay.name(seat)}` }),
    ),
  );
  const status = h('p', { class: 'hint', role: 'status' });
  const list = h('ol', { class: 'findings' });
  const form = h(
    'form',
    { role: 'search', class: 'search-form' },
    query,
    player,
    h('button', { type: 'submit', text: t('search.go') }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(query.value, Number(player.value));
  });
  let current = 0;

  /** @param {string} text @param {number} seat */
  async function run(text, seat) {
    const searchId = ++current;
    fill(list);
    if (text === '') return setText(status, '');
    const chunks = replay.timeline.chunkOf(Math.max(1, replay.playback.last)) + 1;
    let found = 0;
    for (let chunk = 0; chunk < chunks && found < FINDINGS; chunk += 1) {
      const loaded = replay.timeline.peek(chunk) ?? (await replay.source.chunk(chunk).catch(() => null));
      if (searchId !== current) return;
      const findings = loaded ? searchChunk(loaded, text, seat, FINDINGS - found) : [];
      found += findings.length;
      list.append(...findings.map(item));
      if (chunk % 16 === 0)
        setText(status, t('search.running', { part: Math.round(((chunk + 1) / chunks) * 100) }));
      // Lets the page respond during a long search.
      if (chunk % 4 === 3) await new Promise((resolve) => setTimeout(resolve));
    }
    setText(status, found >= FINDINGS ? t('search.many', { n: found }) : t('search.found', { n: found }));
  }

  /** @param {Finding} finding */
  function item(finding) {
    const go = () => {
      replay.playback.playing = false;
      replay.showSeat(finding.seat);
      replay.seek(finding.round);
    };
    return h(
      'li',
      {},
      h(
        'button',
        { type: 'button', class: 'finding', onclick: go },
        h('span', { class: 'finding-round', text: formatNumber(finding.round) }),
        seatBadge(finding.seat),
        h('bdi', { text: finding.text }),
      ),
    );
  }

  return { element: h('div', { class: 'search' }, form, status, list), focus: () => query.focus() };
}
