/**
 * The inspector: a bubble beside the selected thing, with its orders, the lines they come from, their results, and what it is.
 */

import { fill, h, iconButton } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';
import { sanitize } from 'wag/shell/basics/text.js';
import { notesOf } from 'wag/shell/match/notes.js';
import { createPortrait } from 'wag/shell/match/portrait.js';
import { drawCallStack } from 'wag/shell/panels/call-stack.js';

/** @typedef {import('../game.js').Fact} Fact */

/** Widths of the bubble, and its distances from the thing and from the edge of the board, in pixels. */
const [WIDTH, WIDTH_MIN, DISTANCE, EDGE] = [304, 200, 14, 8];
/** How far the bubble begins above the center of the thing that it stands beside. */
const ABOVE = 56;

/** @param {import('../replay/replay.js').Replay} replay @param {(seat: number|null, at: string) => void} showSource */
export function createInspector(replay, showSource) {
  const body = h('div', { class: 'inspector-body' });
  const element = h('section', { class: 'inspector', 'aria-label': t('inspect.title'), hidden: true }, body);
  /** Whether each part that folds is open. @type {Record<string, boolean>} */
  const isOpen = { facts: loadSetting('facts') === 'open', notes: true };
  /** The parts that fold, as drawn last. @type {Record<string, HTMLDetailsElement>} */
  let drawn = {};

  /** @param {import('../game.js').Step} step @param {number} steps number of steps of the path shown */
  function update(step, steps) {
    const { selection } = replay;
    element.hidden = selection === null;
    // The browser reports later that a part was opened; until then, only the element knows.
    for (const [name, part] of Object.entries(drawn)) isOpen[name] = part.open;
    drawn = {};
    if (!selection) return;
    const { title, seat, facts } = replay.game.describe(step, selection, replay.localizer, replay.hidden);
    const sign = seat ? createPortrait(replay.game, seat).element : null;
    const heading = h('h2', {}, sign, h('bdi', { text: sanitize(title) }));
    const close = iconButton('x', t('inspect.clear'), () => replay.select(null), 'Esc');
    // What it was ordered and what came of it stands first; the rest can be folded.
    const first = facts.findIndex((fact) => fact.at || fact.calls?.length);
    const [rest, account] = first < 0 ? [facts, []] : [facts.slice(0, first), facts.slice(first)];
    fill(
      body,
      h('header', {}, heading, close),
      account.length > 0 &&
        h(
          'dl',
          { class: 'account' },
          ...account.flatMap((fact, index) => entry(fact, seat, account[index - 1]?.label)),
        ),
      account.length > 0
        ? foldedFacts(rest, seat, steps)
        : h('dl', {}, ...rest.flatMap((fact) => entry(fact, seat)), ...pathFact(steps)),
      notes(step, seat),
    );
  }

  /** @param {Fact[]} facts @param {number|null} seat @param {number} steps */
  function foldedFacts(facts, seat, steps) {
    const list = h('dl', {}, ...facts.flatMap((fact) => entry(fact, seat)), ...pathFact(steps));
    const details = folding('facts', t('inspect.more'), list);
    details.addEventListener('toggle', () => saveSetting('facts', details.open ? 'open' : 'folded'));
    return details;
  }

  /** Returns a part that folds. @param {string} name @param {string} summary @param {HTMLElement} content */
  function folding(name, summary, content) {
    const details = h('details', { open: isOpen[name] }, h('summary', { text: summary }), content);
    drawn[name] = details;
    return details;
  }

  /** @param {Fact} fact @param {number|null} seat @param {string} [before] the label of the fact before, which is not repeated */
  function entry(fact, seat, before) {
    const links = (fact.links ?? []).map((link) =>
      h('button', {
        type: 'button',
        class: 'link',
        text: sanitize(link.text),
        onclick: () => replay.select(link.selection),
      }),
    );
    const stack = drawCallStack(replay, seat, fact, showSource);
    return [
      fact.label === before ? null : h('dt', { text: fact.label }),
      h(
        'dd',
        { class: fact.tone ?? '' },
        h('bdi', { text: sanitize(fact.value) }),
        stack && h('span', { class: 'because', text: ` ${t('inspect.because')} ` }),
        stack ?? ' ',
        ...links,
      ),
    ];
  }

  /**
   * Puts the bubble beside the thing, on the side with more room, or above or below it where both sides are narrow.
   * @param {import('../replay/frames.js').Point|null} point the center of the thing, in pixels of the board @param {number} size of a field @param {{width: number, height: number}} board
   */
  function place(point, size, { width, height }) {
    if (element.hidden) return;
    if (!point) return placeInCorner();
    const [x, y] = point;
    const away = size * 0.7 + DISTANCE;
    const isRight = x < width / 2;
    const room = (isRight ? width - x : x) - away - EDGE;
    const isBeside = room >= WIDTH_MIN;
    const wide = Math.min(WIDTH, isBeside ? room : width - 2 * EDGE);
    const isBelow = y < height / 2;
    const roomDown = (isBelow ? height - y : y) - away - EDGE;
    element.style.width = `${wide}px`;
    element.style.maxHeight = `${Math.max(120, isBeside ? height - 2 * EDGE : roomDown)}px`;
    const tall = element.offsetHeight;
    const [left, top] = isBeside
      ? [isRight ? x + away : x - away - wide, y - ABOVE]
      : [x - wide / 2, isBelow ? y + away : y - away - tall];
    const at = [
      Math.max(EDGE, Math.min(width - wide - EDGE, left)),
      Math.max(EDGE, Math.min(height - tall - EDGE, top)),
    ];
    element.style.left = `${Math.round(at[0])}px`;
    element.style.top = `${Math.round(at[1])}px`;
    element.style.setProperty('--arrow', `${Math.max(12, Math.min(tall - 28, y - at[1] - 8))}px`);
    element.dataset.side = isBeside ? (isRight ? 'right' : 'left') : 'none';
  }

  /** Puts the bubble of a thing that is not on the board into a corner of it. */
  function placeInCorner() {
    element.style.left = `${EDGE}px`;
    element.style.top = `${EDGE}px`;
    element.dataset.side = 'none';
  }

  /** Returns the path on the board, with a button that switches between its last steps and all of them. @param {number} steps */
  function pathFact(steps) {
    if (steps < 2) return [];
    const words = t(replay.wholePath ? 'inspect.allSteps' : 'inspect.lastSteps', { n: steps });
    const toggle = h('button', {
      type: 'button',
      class: 'link',
      text: t(replay.wholePath ? 'inspect.showLast' : 'inspect.showAll'),
      onclick: () => replay.showWholePath(!replay.wholePath),
    });
    return [h('dt', { text: t('inspect.path') }), h('dd', {}, words, ' ', toggle)];
  }

  /** @param {import('../game.js').Step} step @param {number|null} seat */
  function notes(step, seat) {
    const found = notesOf(step)
      .filter((one) => one.seat === seat && one.note.text)
      .slice(0, 20);
    if (found.length === 0) return null;
    const lines = found.map(({ note }) => h('li', { text: sanitize(String(note.text).slice(0, 300)) }));
    return folding('notes', t('inspect.notes'), h('ul', { class: 'notes' }, ...lines));
  }

  return { element, update, place };
}
