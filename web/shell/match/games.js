/**
 * The strip with the games of a match that has several: the current one, the result of each, and the total. Results
 * stay hidden until the user has watched the current game to its end, or skipped to it.
 */

import { fill, h } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';

/** @typedef {import('../../generated/server.js').Run} Run */
/** @typedef {import('../../generated/server.js').GameNow} GameState */
/** @typedef {import('../replay/replay.js').Replay} Replay */

/** Returns the index of a replay among a run's games, or -1. @param {Run|null} run @param {Replay|null} replay */
export function gameIndex(run, replay) {
  return (run?.games ?? []).findIndex((game) => game.replay === replay?.id);
}

/** Returns true if no more of the game of a replay will be played. @param {Run|null} run @param {Replay|null} replay */
export function isOver(run, replay) {
  return run?.state !== 'running' || run.games?.[gameIndex(run, replay)]?.over === true;
}

/** Returns the name of a game of a match. @param {Replay} replay @param {number} index from 0 */
export function gameName(replay, index) {
  const { players } = replay.header;
  return replay.localizer.t('games.nth', {
    n: formatNumber(index + 1),
    name: replay.name(players[index % players.length]?.seat ?? 1),
  });
}

/** @param {(replay: string) => void} open */
export function createGames(open) {
  const element = h('nav', { class: 'games', 'aria-label': t('games.title'), hidden: true });
  /** The run whose results may be shown. */
  let seen = '';
  let drawn = '';

  /** @param {Run|null} run @param {Replay|null} replay the match that is shown */
  function update(run, replay) {
    const shown = gameIndex(run, replay);
    element.hidden = !run || !replay || shown < 0 || (run.games ?? []).length < 2;
    if (!run || !replay || element.hidden) return;
    if (replay.isOver && replay.playback.atEnd && !replay.playback.playing) seen = run.id;
    const key = JSON.stringify([run.id, run.state, run.games, shown, seen]);
    if (key === drawn) return;
    drawn = key;
    draw(run, replay, shown);
  }

  /** @param {Run} run @param {Replay} replay @param {number} shown */
  function draw(run, replay, shown) {
    const isRevealed = seen === run.id;
    const focus = [...element.children].indexOf(/** @type {Element} */ (document.activeElement));
    fill(
      element,
      ...(run.games ?? []).map((game, index) =>
        button(run, replay, game, index, index === shown, isRevealed),
      ),
      h('p', { class: 'games-total', role: 'status', text: isRevealed ? totalOf(run, replay) : '' }),
    );
    const focused = element.children[focus];
    if (focused instanceof HTMLElement) focused.focus();
  }

  /** @param {Run} run @param {Replay} replay @param {GameState} game @param {number} index @param {boolean} isShown @param {boolean} isRevealed */
  function button(run, replay, game, index, isShown, isRevealed) {
    const state = stateOf(run, replay, game, isRevealed);
    return h(
      'button',
      {
        type: 'button',
        disabled: !game.ready,
        'aria-current': isShown ? 'true' : undefined,
        onclick: () => isShown || open(game.replay),
      },
      h('bdi', { text: gameName(replay, index) }),
      state && h('small', { text: state }),
    );
  }

  return { element, update };
}

/** @param {Run} run @param {Replay} replay @param {GameState} game @param {boolean} isRevealed */
function stateOf(run, replay, game, isRevealed) {
  if (!game.over) return run.state !== 'running' ? '' : t(game.ready ? 'games.running' : 'games.later');
  if (!isRevealed) return '';
  return game.winners.length === 1
    ? t('games.won', { name: replay.name(game.winners[0]) })
    : game.winners.length > 1
      ? t('games.draw')
      : '';
}

/** @param {Run} run @param {Replay} replay */
function totalOf({ total }, replay) {
  if (!total) return '';
  const won = replay.header.players
    .map(({ seat }) => `${replay.name(seat)} ${formatNumber(total.won[seat - 1] ?? 0)}`)
    .join(' : ');
  return total.winners.length === 1
    ? t('games.total', { won, name: replay.name(total.winners[0]) })
    : t('games.tie', { won });
}
