/**
 * The panel of notes on a finished match: what cost each player most, with links to the round, the thing on the board
 * and the source line. The owner places `element` on the page and calls `update` when the match has grown.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { inLanguage, t, textOr } from 'wag/shell/basics/i18n.js';
import { refusalReason } from 'wag/shell/panels/refusals.js';
import { singleLine } from 'wag/shell/basics/text.js';
import { drawCallStack } from 'wag/shell/panels/call-stack.js';

/** @typedef {import('../../generated/replay.js').Advice} Advice */
/** @typedef {import('../replay/replay.js').Replay} Replay */

/** Number of notes shown. The header lists the costliest first. */
const SHOWN = 5;

/** @param {Replay} replay @param {(seat: number|null, at: string) => void} showSource */
export function createAdvice(replay, showSource) {
  const list = h('ul');
  const heading = h('h2');
  const details = h('details', { open: true }, h('summary', {}, heading), list);
  const element = h(
    'section',
    { class: 'panel advice', 'aria-label': t('note.title'), hidden: true },
    details,
  );
  const follow = (/** @type {Advice} */ note, /** @type {number} */ round) => {
    // Folds the list, because the round it leads to needs the space.
    details.open = false;
    show(replay, note, round);
  };
  let shown = '';

  function update() {
    const notes = replay.isOver ? (replay.header.notes ?? []).slice(0, SHOWN) : [];
    const key = JSON.stringify(notes);
    if (key === shown) return;
    shown = key;
    element.hidden = notes.length === 0;
    setText(heading, t('note.count', { n: notes.length }));
    fill(list, ...notes.map((note) => item(replay, note, follow, showSource)));
  }
  return { element, update };
}

/** @param {Replay} replay @param {Advice} note @param {(note: Advice, round: number) => void} follow @param {(seat: number|null, at: string) => void} showSource */
function item(replay, note, follow, showSource) {
  const text = h('bdi', { text: adviceText(note, replay) });
  const round = note.round;
  const words =
    round === undefined
      ? h('span', { class: 'note' }, seatBadge(note.seat), text)
      : h(
          'button',
          {
            type: 'button',
            class: 'note',
            title: t('note.show', { round: String(round) }),
            onclick: () => follow(note, round),
          },
          seatBadge(note.seat),
          text,
        );
  return h('li', {}, words, ' ', drawCallStack(replay, note.seat, note, showSource));
}

/** Shows the round, the player and the selection that a note is about. @param {Replay} replay @param {Advice} note @param {number} round */
function show(replay, note, round) {
  replay.playback.playing = false;
  replay.live = false;
  replay.showSeat(note.seat);
  const selection = replay.game.selectionOf?.(note);
  if (selection) replay.select(selection);
  replay.seek(round);
}

/** Returns a note as a sentence. @param {Advice} note @param {Replay} replay */
export function adviceText(note, replay) {
  /** @type {Record<string, any>} */
  const values = {
    ...note.values,
    round: String(note.round ?? ''),
    at: note.field ? `[${note.field[0]}, ${note.field[1]}]` : '',
  };
  const { localizer } = replay;
  const all = {
    ...values,
    n: Number(values.n ?? 0),
    why: refusalReason({ kind: String(values.reason ?? ''), values, text: values.why }, localizer),
  };
  // A game may have a sentence for each cause. The text of a fault comes from the program.
  const keys = values.message ? [] : [`note.${note.kind}.${values.by ?? ''}`, `note.${note.kind}`];
  const translate = (/** @type {string} */ key) => localizer.t(key, all);
  const found = keys.map((key) => textOr(translate, key, '')).find((text) => text !== '');
  // A question takes no full stop.
  return singleLine(found ?? `${inLanguage(note.texts ?? note.text)}.`, 500).replace(/\?\.$/, '?');
}
