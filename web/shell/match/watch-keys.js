/**
 * The keys of the view of a match.
 */

import { isPresenting, present } from 'wag/shell/match/present.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('./watch-parts.js').Parts} Parts */

/**
 * Returns the keys of the view of a match; more of them while the board has the focus.
 * @param {Replay} replay @param {Parts} parts
 * @param {{moveCursor: (dx: number, dy: number) => void, selectNext: (by: number) => void, cursor: () => import('../replay/frames.js').Point|null, dropCursor: () => void}} cursorActions
 * @param {() => void} redraw
 * @returns {import('../page/keys.js').Keys}
 */
export function keysOf(replay, parts, cursorActions, redraw) {
  const { actions } = parts.transport;
  const thenRedraw = (/** @type {() => void} */ act) => () => {
    act();
    redraw();
  };
  /** @type {import('../page/keys.js').Keys} */
  const keys = {
    ' ': actions.toggle,
    ArrowRight: actions.forward,
    ArrowLeft: actions.back,
    PageDown: () => actions.leap(10),
    PageUp: () => actions.leap(-10),
    Home: actions.first,
    End: actions.last,
    n: actions.nextEvent,
    p: actions.previousEvent,
    l: actions.live,
    '+': () => actions.faster(1),
    '=': () => actions.faster(1),
    '-': () => actions.faster(-1),
    ']': () => cursorActions.selectNext(1),
    '[': () => cursorActions.selectNext(-1),
    '.': () => cursorActions.selectNext(1),
    ',': () => cursorActions.selectNext(-1),
    0: thenRedraw(() => parts.board.fit()),
    f: thenRedraw(() => present(!isPresenting())),
    '/': () => {
      parts.tabs.show('search');
      parts.search.focus();
    },
    ...(parts.debugTurn && { d: () => replay.debug(replay.debuggedSeat === null ? replay.seat : null) }),
    Escape: () => {
      if (replay.debuggedSeat !== null) return replay.debug(null);
      present(false);
      cursorActions.dropCursor();
      replay.select(null);
    },
  };
  if (document.activeElement !== parts.canvas) return keys;
  const cursor = cursorActions.cursor();
  const pick = () => {
    const step = replay.step();
    if (cursor && step) replay.select(replay.game.pick(step, cursor[0], cursor[1]));
  };
  /** @param {number} dx @param {number} dy */
  const go = (dx, dy) => () => cursorActions.moveCursor(dx, dy);
  return {
    ...keys,
    Enter: pick,
    w: go(0, -1),
    s: go(0, 1),
    a: go(-1, 0),
    d: go(1, 0),
    'Shift+ArrowUp': go(0, -1),
    'Shift+ArrowDown': go(0, 1),
    'Shift+ArrowLeft': go(-1, 0),
    'Shift+ArrowRight': go(1, 0),
    i: thenRedraw(() => parts.board.zoom(1.4)),
    o: thenRedraw(() => parts.board.zoom(1 / 1.4)),
  };
}
