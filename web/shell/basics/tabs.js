/**
 * Tabs as in the ARIA Authoring Practices Guide: the arrow keys move between them.
 */

import { h } from 'wag/shell/basics/dom.js';

/** @param {string} label @param {{id: string, title: string, content: HTMLElement}[]} tabs @param {(id: string) => void} onChange */
export function createTabs(label, tabs, onChange) {
  const list = h('div', { role: 'tablist', 'aria-label': label, class: 'tabs' });
  const buttons = tabs.map((tab) =>
    h('button', {
      type: 'button',
      role: 'tab',
      id: `tab-${tab.id}`,
      'aria-controls': `panel-${tab.id}`,
      text: tab.title,
      onclick: () => show(tab.id),
    }),
  );
  const panels = tabs.map((tab) =>
    h(
      'div',
      { role: 'tabpanel', id: `panel-${tab.id}`, 'aria-labelledby': `tab-${tab.id}`, class: 'tabpanel' },
      tab.content,
    ),
  );
  list.append(...buttons);
  list.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (by === 0 || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (at + by + tabs.length) % tabs.length;
    show(tabs[next].id);
    buttons[next].focus();
  });

  let current = '';
  /** @param {string} id */
  function show(id) {
    current = id;
    for (const [index, tab] of tabs.entries()) {
      const chosen = tab.id === id;
      buttons[index].setAttribute('aria-selected', String(chosen));
      buttons[index].tabIndex = chosen ? 0 : -1;
      panels[index].hidden = !chosen;
    }
    onChange(id);
  }

  return { element: h('div', { class: 'tabbed' }, list, ...panels), show, current: () => current };
}
