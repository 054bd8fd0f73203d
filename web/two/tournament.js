/**
 * A tournament for two: progress, standings, and a list of its games, each of which a click opens.
 */

import { fill, h, setText } from 'wag/shell/basics/dom.js';
import { formatNumber, t } from 'wag/shell/basics/i18n.js';
import { sanitize, singleLine } from 'wag/shell/basics/text.js';
import { resultText } from 'wag/two/results.js';
import { createGame, gameName } from 'wag/two/game.js';
import { GAMES_LISTED } from 'wag/two/limits.js';
import { createOutput } from 'wag/two/output.js';

/** @param {import('./session.js').Session} session @param {import('./tab.js').Actions} actions @returns {import('./tab.js').SessionDisplay} */
export function createTournament(session, actions) {
  const seed = h('p', { class: 'hint' });
  const bar = h('progress', { max: '1', value: '0', 'aria-label': t('two.games') });
  const text = h('span', { class: 'run-text' });
  const state = h('p', { class: 'two-turn', role: 'status' });
  const standings = h('div', {
    class: 'two-standings',
    tabindex: '0',
    role: 'region',
    'aria-label': t('two.table'),
  });
  const printed = createOutput();
  const games = createList(session, (played) => open(played));
  const cancel = h('button', { type: 'button', text: t('two.cancel'), onclick: actions.cancel });
  const again = h(
    'button',
    { type: 'button', class: 'primary', onclick: actions.again },
    t('two.again'),
    ' ',
    h('kbd', { text: 'R' }),
  );
  /** The game that is open. @type {import('./tab.js').SessionDisplay|null} */
  let opened = null;
  const whole = h(
    'div',
    { class: 'two' },
    h(
      'header',
      { class: 'two-head' },
      h(
        'div',
        {},
        h('h1', { text: t('two.tournamentOf', { game: singleLine(gameName(session), 60) }) }),
        seed,
      ),
      h(
        'div',
        { class: 'actions' },
        again,
        cancel,
        h('button', { type: 'button', text: t('two.setup'), onclick: actions.setup }),
      ),
    ),
    h(
      'div',
      { class: 'two-columns' },
      h(
        'div',
        { class: 'panel two-stage' },
        h('div', { class: 'two-progress' }, bar, text),
        standings,
        state,
      ),
      h('div', { class: 'two-side' }, games.element, printed.element),
    ),
  );
  const element = h(
    'section',
    { tabindex: '-1', class: 'two-tournament', 'aria-label': t('two.tournament') },
    whole,
  );

  /** @param {import('./session.js').PlayedGame} played */
  function open(played) {
    opened = createGame(session.open(played), actions, close);
    fill(element, opened.element);
    opened.update();
    opened.element.focus();
  }

  function close() {
    opened = null;
    fill(element, whole);
    games.focus();
  }

  function update() {
    setText(
      seed,
      [t('two.seedOf', { seed: String(session.now?.wanted.seed ?? '') }), ...session.warnings]
        .map((words) => sanitize(words))
        .join(' · '),
    );
    bar.max = Math.max(1, session.games);
    bar.value = session.played;
    setText(text, t('two.progress', { played: session.played, all: session.games }));
    showStandings(standings, session);
    games.update();
    const { words, tone } = stateOf(session);
    state.className = `two-turn ${tone}`;
    setText(state, words);
    cancel.hidden = !session.isRunning;
    again.hidden = session.isRunning;
    printed.show(session.printed, t('two.nothingAtAll'));
  }

  /** @returns {import('../shell/page/keys.js').Keys} */
  const keys = () =>
    opened ? { ...opened.keys(), r: () => {}, Escape: close } : session.isRunning ? {} : { r: actions.again };
  return { element, update, keys };
}

/** @param {HTMLElement} place @param {import('./session.js').Session} session */
function showStandings(place, { rows }) {
  place.hidden = rows.length === 0;
  const key = JSON.stringify(rows);
  if (place.hidden || place.dataset.rows === key) return;
  place.dataset.rows = key;
  const columns = [
    'player',
    'points',
    'won',
    'drawn',
    'lost',
    ...(rows.some((row) => row.void > 0) ? ['void'] : []),
  ];
  const cells = (/** @type {import('./session.js').Row} */ row) =>
    [row.points, row.wins, row.draws, row.losses, row.void].slice(0, columns.length - 1);
  const line = (/** @type {import('./session.js').Row} */ row) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('bdi', { text: singleLine(row.name, 60) })),
      ...cells(row).map((value) => h('td', { text: formatNumber(value) })),
    );
  fill(
    place,
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h('tr', {}, ...columns.map((name) => h('th', { scope: 'col', text: t(`two.column.${name}`) }))),
      ),
      h('tbody', {}, ...rows.map(line)),
    ),
  );
}

/** Creates the list of games in order, with a button to show more. @param {import('./session.js').Session} session @param {(played: import('./session.js').PlayedGame) => void} onOpen */
function createList(session, onOpen) {
  const list = h('ol', { class: 'two-moves' });
  const hint = h('p', { class: 'hint', text: t('two.noGames') });
  const more = h('button', {
    type: 'button',
    hidden: true,
    onclick: () => {
      limit += GAMES_LISTED;
      update();
    },
  });
  const element = h(
    'section',
    { class: 'panel two-list', 'aria-label': t('two.games') },
    h('h2', { text: t('two.games') }),
    hint,
    list,
    more,
  );
  let limit = GAMES_LISTED;
  let listed = 0;
  /** The button of the game opened last. @type {HTMLButtonElement|null} */
  let last = null;

  function update() {
    for (; listed < Math.min(limit, session.list.length); listed += 1)
      list.append(item(session.list[listed]));
    hint.hidden = listed > 0;
    more.hidden = listed >= session.list.length;
    setText(more, t('two.moreGames', { n: session.list.length - listed }));
  }

  /** @param {import('./session.js').PlayedGame} played */
  function item(played) {
    const game = session.open({ ...played, positions: [] });
    const text = t('two.gameOf', {
      at: formatNumber(played.number + 1),
      first: singleLine(game.name(0), 30),
      second: singleLine(game.name(1), 30),
      end: resultText(game, played.result),
    });
    const isKept = played.positions.length > 0;
    const button = h('button', {
      type: 'button',
      class: 'two-move',
      text,
      disabled: !isKept,
      title: isKept ? undefined : t('two.notKept'),
      onclick: () => {
        last = button;
        onOpen(played);
      },
    });
    return h('li', {}, button);
  }

  return { element, update, focus: () => last?.focus() };
}

/** @param {import('./session.js').Session} session */
function stateOf({ now }) {
  if (now?.state === 'failed')
    return { words: t('two.failed', { error: sanitize((now.error ?? '').slice(0, 2000)) }), tone: 'bad' };
  if (now?.state === 'cancelled') return { words: t('two.cancelled'), tone: '' };
  return now?.state === 'done'
    ? { words: t('two.tableReady'), tone: '' }
    : { words: t('two.playing'), tone: '' };
}
