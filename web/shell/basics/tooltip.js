/**
 * The tooltip: the thing under the pointer, in a few lines. Hidden from screen readers, because the inspector says the
 * same.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { seatBadge } from 'wag/shell/basics/badge.js';
import { sanitize } from 'wag/shell/basics/text.js';

const FACTS = 7;

export function createTooltip() {
  const element = h('div', { class: 'tooltip', 'aria-hidden': 'true', hidden: true });

  /** @param {import('../game.js').Description} description @param {number} x @param {number} y */
  function show({ title, seat, facts }, x, y) {
    const rows = facts.slice(0, FACTS).map((fact) =>
      h(
        'div',
        { class: fact.tone ?? '' },
        h('span', { class: 'label', text: fact.label }),
        h('bdi', {
          text: sanitize(
            [fact.value, fact.at ?? '', fact.value ? '' : (fact.links?.[0]?.text ?? '')].join(' '),
          ),
        }),
      ),
    );
    fill(
      element,
      h('strong', {}, seat ? seatBadge(seat) : null, h('bdi', { text: sanitize(title) })),
      ...rows,
    );
    element.hidden = false;
    const { width, height } = element.getBoundingClientRect();
    const left = x + 18 + width > innerWidth ? x - width - 14 : x + 18;
    element.style.left = `${Math.max(4, left)}px`;
    element.style.top = `${Math.max(4, Math.min(innerHeight - height - 4, y + 14))}px`;
  }

  return { element, show, hide: () => (element.hidden = true) };
}
