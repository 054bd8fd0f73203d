/**
 * The setup page as a view: its tabs, the content of the open one, and which one that is.
 */

import { api } from 'wag/shell/basics/api.js';
import { fill } from 'wag/shell/basics/dom.js';
import { setFrame } from 'wag/shell/page/frame.js';
import { enterPlace } from 'wag/shell/page/link.js';
import { setupFailure } from 'wag/shell/setup/setup.js';
import { chooseGame } from 'wag/shell/setup/game-files.js';
import { createSetups, gameOfEntry, listSetups } from 'wag/shell/setup/setups.js';
import { Signal } from 'wag/shell/basics/signal.js';
import { loadSetting, saveSetting } from 'wag/shell/basics/storage.js';
import { linkedLesson, openLinkedLesson } from 'wag/shell/course/linked-lesson.js';
import { linkedTournament, setOpenTournament } from 'wag/shell/tournaments/open-tournament.js';

/** @typedef {import('./setups.js').Entry} Entry */
/**
 * @typedef {object} Page
 * @property {HTMLElement} main
 * @property {import('../page/current-run.js').CurrentRun} run
 * @property {() => void} request                  asks for another view, so that earlier requests are outdated
 * @property {() => void} enter                    leaves the current view for this one
 * @property {() => boolean} isShown
 * @property {() => void} drawBar
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {import('./setups.js').SetupHost['openManual']} openManual
 * @property {import('./setups.js').SetupHost['present']} present
 */

export class SetupView {
  #page;
  #entries;
  /** The entry whose tab is open. @type {Entry} */
  #entry;
  /** @type {import('./setups.js').Setup|null} */
  #setup = null;
  /** What stands in the bar. @type {HTMLElement|null} */
  title = null;
  /** Emits the state of the tournament. @type {Signal<import('../../generated/server.js').TournamentNow>} */
  tournament = new Signal();
  /** Emits the names of files that have changed in the folder. @type {Signal<string[]>} */
  files = new Signal();

  /** @param {import('../game.js').Game[]} games @param {import('../game.js').Game[]} displays of games in files @param {Page} page */
  constructor(games, displays, page) {
    this.#page = page;
    this.#entries = listSetups(games, displays);
    this.#entry = this.#find(loadSetting('setup')) ?? this.#entries[0];
  }

  get entry() {
    return this.#entry;
  }

  /** The game of the open tab, empty if none is chosen. */
  get game() {
    return gameOfEntry(this.#entry);
  }

  /** What the link says about the open tab. */
  get place() {
    return { setup: this.#entry.id, game: this.#entry.game?.() || undefined };
  }

  /** @param {string|null|undefined} id */
  #find(id) {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** Chooses the tab of a link, without showing it. @param {import('../page/link.js').Link} link */
  choose(link) {
    this.#entry = this.#find(link.setup) ?? this.#entry;
    if (!link.setup) return;
    if (this.#entry.game) chooseGame(link.game);
    setOpenTournament(this.game, link.tournament);
    openLinkedLesson(link.lesson ?? '');
  }

  /** @param {boolean} first true if a match that is running may be shown instead */
  show(first) {
    this.#page.request();
    this.#page.enter();
    const tabs = createSetups(this.#entries, (entry, place) => {
      this.#open(entry, place, first);
      first = false;
    });
    fill(this.#page.main, tabs.element);
    tabs.show(this.#entry.id);
    this.#page.drawBar();
  }

  /** Shows the open tab from its beginning: the course with its list of lessons. */
  showStart() {
    if (this.#entry.hasLessons) openLinkedLesson('');
    this.show(false);
  }

  /** The title of the open tab, or of its lesson. */
  get name() {
    return this.title?.querySelector('h1')?.textContent ?? this.#entry.title();
  }

  /** @param {Entry} entry @param {HTMLElement} place @param {boolean} first */
  async #open(entry, place, first) {
    const page = this.#page;
    const { run } = page;
    page.enter();
    this.#entry = entry;
    saveSetting('setup', entry.id);
    const updateLink = () => {
      enterPlace({
        ...this.place,
        tournament: linkedTournament(gameOfEntry(entry)),
        lesson: entry.hasLessons ? linkedLesson() : undefined,
      });
      // The game decides whether there is something to edit.
      page.drawBar();
    };
    // The course knows its lesson when it is open.
    if (!entry.hasLessons) updateLink();
    const isCurrent = () => page.isShown() && place.isConnected && this.#entry === entry;
    const start = async (/** @type {string} */ game) => {
      const started = await api.start(game);
      if (started.run) run.update(started.run);
      return started;
    };
    try {
      if (first && entry.runs && !linkedTournament(gameOfEntry(entry))) {
        // The current run is the same for every game, so no file is opened for it.
        const started = await start(entry.game ? '' : entry.id);
        if (started.run?.state === 'running' && isCurrent()) return await run.show(started.run);
      }
      const setup = await entry.open({
        start,
        updateLink: () => isCurrent() && updateLink(),
        run: async (settings) => run.show(await api.run(settings)),
        onTournament: (listener) => this.tournament.on(listener),
        notify: page.notify,
        showBoard: (isShown) => isCurrent() && setFrame(isShown ? 'setup' : null),
        showTitle: (title) => isCurrent() && this.#showTitle(title),
        go: (id, lesson) => this.follow({ setup: id, lesson }),
        onFiles: (listener) => this.files.on(listener),
        openManual: page.openManual,
        present: page.present,
      });
      if (!isCurrent()) return setup.stop?.();
      this.#setup = setup;
      fill(place, setup.element);
    } catch (error) {
      if (isCurrent()) fill(place, setupFailure(error));
    }
  }

  /** Shows a lesson beside its board, with its title in the bar; the tabs if the title is null. @param {HTMLElement|null} title */
  #showTitle(title) {
    this.title = title;
    setFrame(title ? 'lesson' : null);
    this.#page.drawBar();
  }

  /** Shows the tab of a link. @param {import('../page/link.js').Link} link */
  follow({ setup: id, game, tournament, lesson }) {
    const entry = this.#find(id);
    if (!entry) return;
    const before = gameOfEntry(entry);
    if (entry.game) chooseGame(game);
    const chosen = gameOfEntry(entry);
    const isSame =
      before === chosen &&
      linkedTournament(chosen) === tournament &&
      (!entry.hasLessons || linkedLesson() === lesson);
    if (this.#page.isShown() && entry === this.#entry && isSame) return;
    setOpenTournament(chosen, tournament);
    if (entry.hasLessons) openLinkedLesson(lesson ?? '');
    this.#entry = entry;
    this.show(false);
  }

  /** @returns {import('../page/keys.js').Keys} */
  keys() {
    return this.#setup?.keys() ?? {};
  }

  stop() {
    this.#setup?.stop?.();
    this.#setup = null;
    this.title = null;
  }
}
