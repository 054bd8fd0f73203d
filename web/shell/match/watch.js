/**
 * The view of a match: its parts, the loop that draws them, the keys, and the selection.
 */

import { setText } from 'wag/shell/basics/dom.js';
import { createDrawLoop } from 'wag/shell/match/draw-loop.js';
import { stepInRing } from 'wag/shell/basics/ring.js';
import { sanitize } from 'wag/shell/basics/text.js';
import { themeChanged } from 'wag/shell/basics/theme.js';
import { keysOf } from 'wag/shell/match/watch-keys.js';
import { createParts } from 'wag/shell/match/watch-parts.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../game.js').Step} Step */

/** The page's handlers, and its actions at the end of a match. @typedef {{onLink: () => void, onEnd: () => void, end: import('./story.js').EndActions, fork?: import('../panels/forks.js').StartFork|null, openManual: import('../panels/problem.js').OpenManual, goToSource?: (seat: number|null, at: string) => boolean, onStep?: (step: Step) => void, canDebug?: boolean}} Page `canDebug` says whether a server can play turns again */

/** @param {Replay} replay @param {Page} page handles changes of the link and the end of the match */
export function createWatch(replay, page) {
  const parts = createParts(replay, page);
  const { board, transport, element } = parts;
  /** @type {import('../replay/frames.js').Point|null} */
  let cursor = null;
  /** Number of things to move the selection by, as soon as the round is loaded. */
  let pendingSteps = 0;
  const loop = createDrawLoop(replay, parts, page, () => cursor);
  const redraw = () => loop.request();
  const stops = [
    replay.moved.on(() => {
      // The tooltip describes the previous round.
      parts.tooltip.hide();
      if (pendingSteps !== 0) selectNext(0);
      parts.debugTurn?.follow();
      redraw();
    }),
    replay.selected.on(() => {
      parts.debugTurn?.follow();
      loop.request(true);
    }),
    replay.debugged.on(() => {
      parts.debugTurn?.sync();
      loop.request(true);
    }),
    replay.grew.on(() => {
      parts.trail.invalidate();
      parts.curves.refresh();
      parts.explanation.update();
      parts.story.redraw();
      transport.draw();
      loop.request(true);
    }),
    parts.explanation.changed.on(() => {
      transport.scrubber.refresh();
      parts.story.redraw();
      loop.request(true);
    }),
    parts.losses?.changed.on(() => loop.request(true)) ?? (() => {}),
    replay.failed.on((text) => setText(parts.failure, text)),
    themeChanged.on(() => loop.resize()),
  ];
  const observer = new ResizeObserver(() => loop.resize());
  observer.observe(parts.canvas);
  parts.debugTurn?.sync();
  parts.onView(redraw);

  /** @param {number} dx @param {number} dy */
  function moveCursor(dx, dy) {
    const step = replay.step();
    const { width, height } = replay.game.bounds(replay.header.scene);
    const from = cursor ??
      (step && replay.selection ? replay.game.positionOf(step, replay.selection) : null) ?? [
        (width >> 1) - dx,
        (height >> 1) - dy,
      ];
    cursor = [
      Math.max(0, Math.min(width - 1, from[0] + dx)),
      Math.max(0, Math.min(height - 1, from[1] + dy)),
    ];
    board.reveal(cursor[0], cursor[1]);
    const picked = step && replay.game.pick(step, cursor[0], cursor[1]);
    if (step && picked) setText(parts.cursorText, shortDescription(replay, step, picked));
    loop.request();
  }

  /** @param {number} by number of things to move by; 0 to apply earlier key presses */
  function selectNext(by) {
    pendingSteps += by;
    const step = replay.step();
    if (!step || pendingSteps === 0) return;
    const list = replay.game.selectionsOf(step, replay.seat);
    const chosen = stepInRing(list, replay.selection, pendingSteps);
    pendingSteps = 0;
    replay.select(chosen);
  }

  return {
    element,
    keys: () =>
      keysOf(
        replay,
        parts,
        { moveCursor, selectNext, cursor: () => cursor, dropCursor: () => (cursor = null) },
        redraw,
      ),
    onFiles: () => parts.debugTurn?.onFiles(),
    onLosses: (/** @type {import('../../generated/server.js').LossesNow} */ now) => parts.losses?.take(now),
    runChanged: () => parts.story.redraw(),
    settings: parts.settings,
    stop: () => {
      observer.disconnect();
      loop.stop();
      parts.debugTurn?.stop();
      for (const stop of stops) stop();
    },
  };
}

/** @param {Replay} replay @param {Step} step @param {string} selection */
function shortDescription(replay, step, selection) {
  const { title, facts } = replay.game.describe(step, selection, replay.localizer, replay.hidden);
  return [title, ...facts.slice(0, 5).map((fact) => `${fact.label} ${fact.value}`)].map(sanitize).join(', ');
}
