/**
 * The inspector: what the selected thing is, its orders and their results in the current round.
 */

import { fill, h, iconButton } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { t } from 'wag/shell/basics/i18n.js';
import { sanitize } from 'wag/shell/basics/text.js';
import { notesOf } from 'wag/shell/match/notes.js';
import { drawCallStack } from 'wag/shell/panels/call-stack.js';

/** @typedef {import('../game.js').Fact} Fact */

/** Number of facts before the path. */
const FACTS_BEFORE_PATH = 4;

/** @param {import('../replay/replay.js').Replay} replay @param {(seat: number|null, at: string) => void} showSource */
export function createInspector(replay, showSource) {
  const body = h('div', { class: 'inspector-body' });
  const element = h('section', { class: 'panel inspector', 'aria-label': t('inspect.title') }, body);

  /** @param {import('../game.js').Step} step @param {number} steps number of steps of the path shown */
  function update(step, steps) {
    const { selection } = replay;
    element.classList.toggle('selected', selection !== null);
    if (!selection)
      return fill(
        body,
        h('h2', { text: t('inspect.title') }),
        h('p', { class: 'hint', text: t('inspect.hint') }),
      );
    const { title, seat, facts } = replay.game.describe(step, selection, replay.localizer, replay.hidden);
    const heading = h('h2', {}, seat ? seatBadge(seat) : null, h('bdi', { text: sanitize(title) }));
    const close = iconButton('x', t('inspect.clear'), () => replay.select(null), 'Esc');
    fill(body, h('header', {}, heading, close), factList(facts, seat, steps), notes(step, seat));
  }

  /** @param {Fact[]} facts @param {number|null} seat @param {number} steps */
  function factList(facts, seat, steps) {
    const list = h('dl');
    for (const [index, fact] of facts.entries()) {
      if (index === FACTS_BEFORE_PATH) list.append(...pathFact(steps));
      const links = (fact.links ?? []).map((link) =>
        h('button', {
          type: 'button',
          class: 'link',
          text: sanitize(link.text),
          onclick: () => replay.select(link.selection),
        }),
      );
      list.append(
        h('dt', { text: fact.label }),
        h(
          'dd',
          { class: fact.tone ?? '' },
          h('bdi', { text: sanitize(fact.value) }),
          ' ',
          drawCallStack(replay, seat, fact, showSource),
          ...links,
        ),
      );
    }
    if (facts.length <= FACTS_BEFORE_PATH) list.append(...pathFact(steps));
    return list;
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
    return h(
      'details',
      { open: true },
      h('summary', { text: t('inspect.notes') }),
      h(
        'ul',
        { class: 'notes' },
        ...found.map(({ note }) => h('li', { text: sanitize(String(note.text).slice(0, 300)) })),
      ),
    );
  }

  return { element, update };
}
