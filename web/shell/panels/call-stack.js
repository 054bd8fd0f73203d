/**
 * The call stack in an AI's code that led to something: its lines, the outermost first, each with a link to the source
 * if the replay contains it; and the code of the first line.
 */

import { h } from 'wag/shell/basics/dom.js';
import { codeAt, hasSource } from 'wag/shell/panels/source-code.js';
import { sanitize } from 'wag/shell/basics/text.js';

/** Anything with a location in the code. @typedef {{at?: string, calls?: string[]}} Located */

/** @param {Located} placed @returns {string[]} */
export function stackLines({ at, calls }) {
  return calls?.length ? calls.map(String) : at ? [String(at)] : [];
}

/**
 * @param {import('../replay/replay.js').Replay} replay @param {number|null} seat @param {Located} located
 * @param {(seat: number|null, at: string) => void} showSource
 */
export function drawCallStack(replay, seat, located, showSource) {
  const lines = stackLines(located);
  if (lines.length === 0) return null;
  const parts = lines.flatMap((at, index) => [index > 0 ? ' → ' : null, line(replay, seat, at, showSource)]);
  const code = codeAt(replay, seat, lines[0]);
  return h(
    'span',
    { class: 'call-stack' },
    ...parts,
    code ? h('code', { class: 'code', text: sanitize(code) }) : null,
  );
}

/** @param {import('../replay/replay.js').Replay} replay @param {number|null} seat @param {string} at @param {(seat: number|null, at: string) => void} showSource */
function line(replay, seat, at, showSource) {
  if (!hasSource(replay, seat, at)) return h('code', { class: 'at', text: sanitize(at) });
  return h('button', {
    type: 'button',
    class: 'link at',
    text: sanitize(at),
    onclick: () => showSource(seat, at),
  });
}
