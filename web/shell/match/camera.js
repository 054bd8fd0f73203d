/**
 * The camera of large boards: buttons that follow the selected thing, and that show where the last event happened.
 */

import { h, iconButton } from 'wag/shell/basics/dom.js';
import { t } from 'wag/shell/basics/i18n.js';
import { turnsOf } from 'wag/shell/replay/timeline.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('../replay/frames.js').Point} Point */

/** Number of fields from which a board is large. */
const LARGE = 48;
/** Minimum weight of an event that is worth looking at. */
const NOTABLE = 1;

/** Returns where the last notable event up to the current round happened, as far as it is loaded. @param {Replay} replay @returns {Point|null} */
export function lastEventPlace(replay) {
  const { game, timeline, playback, localizer } = replay;
  for (let round = playback.round; round > 0; round -= 1) {
    const chunk = timeline.peek(timeline.chunkOf(round));
    if (!chunk) return null;
    const events = turnsOf(chunk, round).flatMap((turn) => turn.events ?? []);
    for (const event of events.reverse()) {
      const sentence = game.describeEvent(event, localizer);
      if (!sentence?.selection || sentence.weight < NOTABLE) continue;
      const step = timeline.step(round);
      const place = step && game.positionOf(step, sentence.selection);
      if (place) return place;
    }
  }
  return null;
}

/** Returns a thing of the shown player to follow: the first one that is not always in the same place. @param {Replay} replay */
function somethingToFollow(replay) {
  const step = replay.step();
  if (!step) return null;
  const list = replay.game.selectionsOf(step, replay.seat);
  return list[1] ?? list[0] ?? null;
}

/**
 * Returns the buttons, or none if the board is small.
 * @param {Replay} replay @param {import('./board.js').Board} board @param {() => void} redraw
 */
export function createCamera(replay, board, redraw) {
  const { width, height } = replay.game.bounds(replay.header.scene);
  if (replay.game.isText || Math.max(width, height) < LARGE) return [];
  const follow = iconButton('locate', t('board.follow'), () => {
    board.follow(!board.isFollowing);
    if (board.isFollowing && !replay.selection) replay.select(somethingToFollow(replay));
    redraw();
  });
  const update = () => follow.setAttribute('aria-pressed', String(board.isFollowing));
  board.onFollow.on(update);
  update();
  const last = iconButton('zap', t('board.lastEvent'), () => {
    const place = lastEventPlace(replay);
    if (place) board.show(place[0], place[1]);
    redraw();
  });
  return [follow, last];
}

/** Returns the buttons of the view of a board. @param {Replay} replay @param {import('./board.js').Board} board @param {() => void} redraw */
export function createViewButtons(replay, board, redraw) {
  const then = (/** @type {() => void} */ act) => () => {
    act();
    redraw();
  };
  return h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': t('board.zoom') },
    iconButton(
      'plus',
      t('board.in'),
      then(() => board.zoom(1.4)),
    ),
    iconButton(
      'minus',
      t('board.out'),
      then(() => board.zoom(1 / 1.4)),
    ),
    iconButton(
      'maximize',
      t('board.fit'),
      then(() => board.fit()),
      '0',
    ),
    ...createCamera(replay, board, redraw),
  );
}
