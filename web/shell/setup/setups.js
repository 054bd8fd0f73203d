/**
 * The tabs of the setup page. Each entry of this list is a tab.
 */

import { api } from 'wag/shell/basics/api.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { t, textOr, translator } from 'wag/shell/basics/i18n.js';
import { errorText } from 'wag/shell/replay/replay.js';
import { createSetup } from 'wag/shell/setup/setup.js';
import { createTabs } from 'wag/shell/basics/tabs.js';
import { createTournaments } from 'wag/shell/tournaments/tab.js';
import { setOpenTournament, openTournamentIn } from 'wag/shell/tournaments/open-tournament.js';
import { FIRST } from 'wag/shell/course/linked-lesson.js';
import { courseEntry } from 'wag/shell/course/tab.js';
import { createWelcome } from 'wag/shell/page/welcome.js';
import { can } from 'wag/shell/page/me.js';
import { opponentsIn } from 'wag/shell/setup/opponents.js';
import { gameFilesEntry } from 'wag/shell/setup/game-files.js';

/** @typedef {import('../../generated/server.js').Start} Start */
/** The page's actions for an entry. @typedef {import('../tournaments/tab.js').TournamentHost & {run: (settings: import('../../generated/server.js').MatchRequest) => Promise<void>, go: (id: string, lesson?: string) => void, showTitle: (title: HTMLElement|null) => void, showBoard: (isShown: boolean) => void, openManual: (place: import('../help/reader.js').DocumentPlace) => void, onFiles: (listener: (files: string[]) => void) => () => void}} SetupHost */
/** The content of a tab. `keys` are active while it is shown; `stop` is called when it is removed. @typedef {{element: HTMLElement, keys: () => import('../page/keys.js').Keys, stop?: () => void}} Setup */
/**
 * @typedef {object} Entry
 * @property {string} id          part of a link
 * @property {() => string} title
 * @property {boolean} runs       true if its matches are runs, which are shown as soon as they have started
 * @property {boolean} [hasLessons]  true if its link names a lesson
 * @property {() => string} [game]   returns the chosen game, empty if there is none; without it, `id` is the game
 * @property {(host: SetupHost) => Promise<Setup>} open
 */

/** @param {import('../game.js').Game[]} games @param {import('../game.js').Game[]} displays of games in files @returns {Entry[]} */
export function listSetups(games, displays) {
  const entries = games.map((game) => gameEntry(game, games));
  // An embedded match has no games to choose from.
  if (games.length === 0) return entries;
  const ofFiles = displays.map((display) =>
    gameFilesEntry(display, (game, host) => openGame(game, host, games)),
  );
  // A class server has no games in the pupils' own files.
  return [...entries, ...(can('server') ? ofFiles : []), courseEntry(games)];
}

/** Returns the game that an entry shows, empty if none is chosen. @param {Entry} entry */
export function gameOfEntry(entry) {
  return entry.game ? entry.game() : entry.id;
}

/**
 * Returns the entry of a game of the engine.
 * @param {import('../game.js').Game} game @param {import('../game.js').Game[]} games all games
 * @returns {Entry}
 */
function gameEntry(game, games) {
  return {
    id: game.name,
    title: () => textOr(translator(game.view?.texts ?? {}), 'game.title', game.title),
    runs: true,
    open: (host) => openGame(game, host, games),
  };
}

/**
 * Returns the forms of a game: for a match and for tournaments.
 * @param {import('../game.js').Game} game @param {SetupHost} host @param {import('../game.js').Game[]} games all games
 * @returns {Promise<Setup>}
 */
async function openGame(game, host, games) {
  const match = await openMatch(game, host, games);
  if (!can('tournaments')) return onlyMatch(match, host);
  const tournaments = createTournaments(game, host);
  const places = { match: h('div', {}), tournament: h('div', {}) };
  const { element, show, current } = createTabs(
    t('setups.kinds'),
    [
      { id: 'set-match', title: t('setups.match'), content: places.match },
      { id: 'set-tournament', title: t('tour.title'), content: tournaments.element },
    ],
    (id) => {
      // Both forms have fields with the same ids, so only one of them may be in the page.
      fill(places.match, id === 'set-match' && match.element);
      host.showBoard(id === 'set-match' && match.hasBoard());
      if (id === 'set-tournament') return void tournaments.show();
      tournaments.clear();
      setOpenTournament(game.name, undefined);
      host.updateLink();
    },
  );
  element.className = 'kinds';
  show(openTournamentIn(game.name) ? 'set-tournament' : 'set-match');
  return {
    element,
    /** @returns {import('../page/keys.js').Keys} */
    keys: () => (current() === 'set-match' ? { Enter: () => match.run() } : tournaments.keys()),
    stop: () => {
      match.stop();
      tournaments.stop();
    },
  };
}

/** Returns the form for a match where tournaments are contests. @param {Awaited<ReturnType<typeof openMatch>>} match @param {SetupHost} host @returns {Setup} */
function onlyMatch(match, host) {
  host.showBoard(match.hasBoard());
  host.updateLink();
  return { element: match.element, keys: () => ({ Enter: () => match.run() }), stop: () => match.stop() };
}

/** Returns the form for a match; it is rebuilt after the first AI was created. @param {import('../game.js').Game} game @param {SetupHost} host @param {import('../game.js').Game[]} games all games */
async function openMatch(game, host, games) {
  const element = h('div', {});
  /** @type {ReturnType<typeof createSetup>} */
  let setup;
  const draw = async () => {
    const [start, opponents] = await Promise.all([host.start(game.name), opponentsIn(game.name)]);
    const createFirst = async () => {
      await api.createFirstAi(game.name);
      setup.stop();
      await draw();
    };
    setup = createSetup(start, game, host.run, createFirst, opponents);
    // In the tab of the first game, a folder without AIs offers ways to begin.
    const welcome = start.first && game === games[0] ? createWelcome(beginnings(start, games, host)) : null;
    fill(element, welcome, setup.element);
  };
  await draw();
  return {
    element,
    /** Returns whether the form shows a board. */
    hasBoard: () => element.querySelector('.preview') !== null,
    run: () => setup.run(),
    stop: () => setup.stop(),
  };
}

/** @param {Start} start @param {import('../game.js').Game[]} games @param {SetupHost} host @returns {import('../page/welcome.js').Beginnings} */
function beginnings(start, games, host) {
  const { game, settings } = start;
  const title = (/** @type {import('../game.js').Game} */ one) =>
    textOr(translator(one.view?.texts ?? {}), 'game.title', one.title);
  const isNew = !start.files.some((file) => /^lesson\d+\.py$/.test(file));
  return {
    isNew,
    // The lessons that are begun are in the list.
    learn: () => host.go('course', isNew ? FIRST : ''),
    watch: () =>
      void host
        .run({ game, players: settings.players, options: settings.options, seed: null, challenge: null })
        .catch((error) => host.notify(errorText(error), true)),
    others: games.slice(1).map((one) => ({ title: title(one), open: () => host.go(one.name) })),
  };
}

/**
 * Returns the row of tabs, with a place for the selected one below.
 * @param {Entry[]} entries @param {(entry: Entry, place: HTMLElement) => void} onChoose
 */
export function createSetups(entries, onChoose) {
  const places = entries.map(() => h('div', {}));
  const tabs = entries.map((entry, index) => ({
    id: `setup-${entry.id}`,
    title: entry.title(),
    content: places[index],
  }));
  let chosen = -1;
  const { element, show } = createTabs(t('setups.label'), tabs, (id) => {
    const index = tabs.findIndex((tab) => tab.id === id);
    // Clicking the open tab keeps its content.
    if (index === chosen) return;
    places[chosen]?.replaceChildren();
    chosen = index;
    onChoose(entries[index], places[index]);
  });
  element.className = 'setups';
  return { element, show: (/** @type {string} */ id) => show(`setup-${id}`) };
}
