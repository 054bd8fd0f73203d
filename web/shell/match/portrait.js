/**
 * The portrait of a player: what stands for it on the board, or its number if the game has no such picture or if the
 * user wants numbers.
 */

import { seatBadge } from 'wag/shell/basics/badge.js';
import { context, h } from 'wag/shell/basics/dom.js';
import { isDark, showsDigits } from 'wag/shell/basics/theme.js';

/** Side of the picture in page pixels; twice as many are drawn, for screens with a high resolution. */
const SIDE = 24;

/** @param {import('../game.js').GameDisplay} game @param {number} seat */
export function createPortrait(game, seat) {
  const element = h('span', { class: 'portrait', 'aria-hidden': 'true' });
  let shown = '';

  /** Draws the portrait again if the look of the page has changed. */
  function update() {
    const look = `${isDark()} ${showsDigits()}`;
    if (look === shown) return;
    shown = look;
    if (!game.portrait || showsDigits()) return element.replaceChildren(seatBadge(seat));
    const canvas = h('canvas', { width: String(2 * SIDE), height: String(2 * SIDE) });
    game.portrait(context(canvas), seat, 2 * SIDE, isDark());
    element.replaceChildren(canvas);
  }
  update();
  return { element, update };
}
