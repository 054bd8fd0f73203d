/**
 * A button that opens a box of controls beside it. The browser closes the box on Escape or a click elsewhere.
 */

import { h } from 'wag/shell/basics/dom.js';

/** Space between the button and the box, and between the box and the edge of the window, in pixels. */
const GAP = 6;

let count = 0;

/** @param {{class?: string, title: string, label: import('./dom.js').Child[], content: import('./dom.js').Child[]}} options `title` names the box and, together with the label, the button */
export function createMenu({ class: name, title, label, content }) {
  count += 1;
  const box = h(
    'div',
    { class: 'menu panel', id: `menu-${count}`, popover: 'auto', role: 'group', 'aria-label': title },
    ...content,
  );
  const button = h(
    'button',
    {
      type: 'button',
      class: name,
      title,
      // A button with an icon alone has no other name.
      'aria-label': label.some((part) => part instanceof HTMLElement) ? undefined : title,
      'aria-expanded': 'false',
      popovertarget: box.id,
    },
    ...label,
  );
  box.addEventListener('toggle', () => {
    const isOpen = box.matches(':popover-open');
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) place(box, button);
  });
  return { element: h('span', { class: 'menu-place' }, button, box), button, box };
}

/** Puts the box below the button, or above it where there is more room. @param {HTMLElement} box @param {HTMLElement} button */
function place(box, button) {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = innerHeight - bottom > top;
  const fromLeft = left + width + GAP <= innerWidth ? left : right - width;
  box.style.left = `${Math.max(GAP, Math.min(innerWidth - width - GAP, fromLeft))}px`;
  box.style.top = `${Math.max(GAP, below ? bottom + GAP : top - GAP - height)}px`;
}
