/**
 * The source of an AI, if the replay contains it, opened at a line.
 */

import { h } from 'wag/shell/basics/dom.js';
import { colorLines } from 'wag/shell/panels/code-colors.js';
import { t } from 'wag/shell/basics/i18n.js';
import { sanitize } from 'wag/shell/basics/text.js';
import { showDialog } from 'wag/shell/basics/dialog.js';
import { canOpenEditor, openEditor } from 'wag/shell/editor/open-editor.js';
import { gameOf } from 'wag/shell/replay/replay.js';

/** @param {string} at @returns {{file: string, line: number}} */
function splitLocation(at) {
  const colon = at.lastIndexOf(':');
  return { file: at.slice(0, colon), line: Number(at.slice(colon + 1)) };
}

/** @param {import('../replay/replay.js').Replay} replay @param {number|null} seat @param {string} at */
function findSource(replay, seat, at) {
  const { file } = splitLocation(at);
  const sources = replay.header.sources ?? {};
  for (const key of [`${seat}/${file}`, `${seat}:${file}`, file])
    if (Object.hasOwn(sources, key)) return sources[key];
  return null;
}

/** Returns the code of a line, or an empty string. @param {import('../replay/replay.js').Replay} replay @param {number|null} seat @param {string} at */
export function codeAt(replay, seat, at) {
  return (findSource(replay, seat, at)?.split('\n')[splitLocation(at).line - 1] ?? '').trim().slice(0, 200);
}

/** @param {import('../replay/replay.js').Replay} replay @param {number|null} seat @param {string} at */
export function hasSource(replay, seat, at) {
  return findSource(replay, seat, at) !== null;
}

/** @param {import('../replay/replay.js').Replay} replay @param {number|null} seat @param {string} at */
export function showSourceCode(replay, seat, at) {
  const text = findSource(replay, seat, at) ?? '';
  const { file, line } = splitLocation(at);
  const first = Math.max(0, line - 200);
  const lines = text
    .split('\n')
    .slice(first, line + 200)
    .map((code, index) => {
      const number = first + index + 1;
      return h(
        'div',
        { class: number === line ? 'line here' : 'line' },
        h('span', { class: 'number', text: String(number) }),
        h('code', { text: sanitize(code.slice(0, 1000)) }),
      );
    });
  const listing = h(
    'div',
    {
      class: 'listing',
      tabindex: '0',
      role: 'region',
      'aria-label': t('listing.title', { file: sanitize(file) }),
    },
    ...lines,
  );
  colorLines(text, [...listing.querySelectorAll('code')], first);
  const isOwn =
    replay.header.players.some((player) => player.seat === seat && !player.built_in) && !file.includes('/');
  const edit =
    isOwn &&
    canOpenEditor() &&
    h(
      'div',
      { class: 'actions' },
      h('button', {
        type: 'button',
        text: t('listing.edit'),
        onclick: () => {
          dialog.close();
          openEditor({ game: gameOf(replay.header), file, line });
        },
      }),
    );
  const dialog = showDialog(t('listing.title', { file: sanitize(file) }), listing, edit);
  listing.querySelector('.here')?.scrollIntoView({ block: 'center' });
}
