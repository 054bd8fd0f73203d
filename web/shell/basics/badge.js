/**
 * A player's badge: its number on its color.
 */

import { h } from 'wag/shell/basics/dom.js';
import { seatColor, seatInk } from 'wag/shell/basics/seats.js';

/** @param {number} seat */
export function seatBadge(seat) {
  const badge = h('span', { class: 'badge', text: String(seat), 'aria-hidden': 'true' });
  for (const [name, dark] of /** @type {[string, boolean][]} */ ([
    ['light', false],
    ['dark', true],
  ])) {
    badge.style.setProperty(`--${name}`, seatColor(seat, dark));
    badge.style.setProperty(`--${name}-ink`, seatInk(seat, dark));
  }
  return badge;
}
