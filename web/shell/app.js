/**
 * The page as a whole: the current view, the server's events, and the actions of the keys and the top bar.
 */

import { api, follow } from 'wag/shell/api.js';
import { createComparison } from 'wag/shell/compare.js';
import { forkSettings } from 'wag/shell/forks.js';
import { confirmPlayAgain, lossByKey, lossByButton } from 'wag/shell/play-again.js';
import { createHumanPrompt } from 'wag/shell/human-prompt.js';
import { fill, h, replacePart } from 'wag/shell/dom.js';
import { createEditor } from 'wag/shell/editor/editor.js';
import { onOpenEditor } from 'wag/shell/editor/open-editor.js';
import { createGames, gameIndex, isOver } from 'wag/shell/games.js';
import { showHelp } from 'wag/shell/help.js';
import { locale, setLanguage, t, translator } from 'wag/shell/i18n.js';
import { listenToKeys } from 'wag/shell/keys.js';
import { acceptDrops } from 'wag/shell/library.js';
import { applyLink, showLink, takeLink, writeLink } from 'wag/shell/link.js';
import { loadSetting, saveSetting } from 'wag/shell/storage.js';
import { endActions, noEndActions } from 'wag/shell/next-matches.js';
import { onMatchEnd } from 'wag/shell/playlist.js';
import { Refresher } from 'wag/shell/refresher.js';
import { present } from 'wag/shell/present.js';
import { errorText, loadReplay } from 'wag/shell/replay.js';
import { createReplayActions } from 'wag/shell/replay-actions.js';
import { createRunBar } from 'wag/shell/run-bar.js';
import { setupFailure } from 'wag/shell/setup.js';
import { createSetups, listSetups } from 'wag/shell/setups.js';
import { Signal } from 'wag/shell/signal.js';
import { embeddedSource, httpSource } from 'wag/shell/replay-source.js';
import { drawTopBar, skipLink } from 'wag/shell/top-bar.js';
import { createToast } from 'wag/shell/toast.js';
import {
  setOpenTournament,
  linkedTournament,
  tournamentOfReplay,
} from 'wag/shell/tournaments/open-tournament.js';
import { createWatch } from 'wag/shell/watch.js';

/** @typedef {import('../generated/server.js').Run} Run */
/** @typedef {import('./replay.js').Replay} Replay */

export class App {
  #games;
  #root;
  #embedded;
  /** @type {Replay|null} */
  #replay = null;
  /** The view of the match, or of two matches. @type {import('./compare.js').View|null} */
  #watch = null;
  #comparison = createComparison({
    games: () => this.#games,
    isShown: () => this.#view === 'compare',
    onLink: () => this.#writeLink(),
    begin: () => {
      this.#viewRequest += 1;
      const request = this.#viewRequest;
      return () => request === this.#viewRequest;
    },
    show: (left, view) => {
      this.#leave('compare');
      this.#replay = left;
      this.#watch = view;
      fill(this.#main, view.element);
      this.#drawBar();
    },
    fail: (error) => {
      this.#notify(errorText(error), true);
      if (!this.#view) this.#showSetup(false);
    },
  });
  #entries;
  #actions;
  /** The entry whose tab is open. @type {import('./setups.js').Entry} */
  #entry;
  /** @type {import('./setups.js').Setup|null} */
  #setup = null;
  /** @type {Run|null} */
  #run = null;
  /** Emits the state of the tournament. @type {Signal<import('../generated/server.js').TournamentNow>} */
  #tournament = new Signal();
  /** Emits the names of files that have changed in the folder. @type {Signal<string[]>} */
  #files = new Signal();
  /** Removes the listeners of the displayed replay. */
  #removeListeners = () => {};
  /** Callback for the moment when the run has something to show. @type {(() => Promise<void>)|null} */
  #onReady = null;
  #refresher = new Refresher(
    () => this.#drawBar(),
    (error) => this.#notify(errorText(error), true),
  );
  /** Id of the run's replay while its result is held back, because the user has not seen the end yet. */
  #heldBack = '';
  #view = '';
  /** Counts requests for another view, so that a request that had to wait can tell whether it is still current. */
  #viewRequest = 0;
  #main = h('main', { id: 'main' });
  #bar = h('header', { class: 'top' });
  #toast = createToast();
  #notify = this.#toast.notify;
  /** The page's actions for the end of a match. @type {import('./next-matches.js').MatchActions} */
  #matchActions = {
    run: () => this.#run,
    again: () => this.#again(lossByButton(this.#run)),
    play: (settings) => void this.#try(async () => this.#watchRun(await api.run(settings))),
  };
  #editor = createEditor({
    notify: this.#notify,
    attempt: (act) => this.#try(act),
    run: () => this.#run,
    replay: () => this.#replay,
    writeLink: () => this.#writeLink(),
    openManual: (place) => this.#help(place),
    enter: (element) => {
      this.#viewRequest += 1;
      this.#leave('edit');
      fill(this.#main, element);
      this.#drawBar();
    },
    showMatch: (replay) => this.#showWatch(replay),
    showSetup: () => this.#showSetup(false),
    play: async (start) => {
      if (this.#run?.state === 'running') this.#onRun(await api.cancel());
      await this.#watchRun(await start());
    },
  });
  #runBar = this.#makeRunBar();
  #prompt = this.#makePrompt();
  #gameStrip = createGames((replay) => this.#openGame(replay));
  /** The most recent question. */
  #question = '';
  #find = (/** @type {string|null|undefined} */ id) => this.#entries.find((entry) => entry.id === id);

  /** @param {import('./game.js').Game[]} games @param {HTMLElement} root @param {any} data the match embedded in the page, if any */
  constructor(games, root, data) {
    this.#games = games;
    this.#root = root;
    this.#embedded = data;
    this.#actions = createReplayActions({
      games,
      embedded: data !== null,
      replay: () => this.#replay,
      shown: () => (this.#view === 'watch' ? this.#replay?.id : null),
      open: (source, id, link) => this.#open(source, id, link),
      attempt: (act) => this.#try(act),
      notify: this.#notify,
      writeLink: () => this.#writeLink(),
    });
    this.#entries = listSetups(games);
    this.#entry = this.#find(loadSetting('setup')) ?? this.#entries[0];
  }

  async start() {
    document.documentElement.lang = locale();
    fill(
      this.#root,
      skipLink(this.#main),
      this.#bar,
      this.#runBar.element,
      this.#gameStrip.element,
      this.#prompt.element,
      this.#main,
      this.#toast.element,
    );
    listenToKeys(() => this.#keys());
    window.addEventListener('hashchange', () => this.#followLink());
    if (this.#embedded) return void this.#open(embeddedSource(this.#embedded), null, takeLink());
    acceptDrops(this.#actions.upload);
    onOpenEditor((request) => this.#editor.open(request));
    follow(
      (run) => this.#onRun(run),
      (files) => {
        this.#files.emit(files);
        this.#watch?.onFiles?.();
        if (this.#editor.place()) this.#editor.onFiles(files);
        else if (this.#run) this.#runBar.offerRerun(files);
      },
      (now) => this.#tournament.emit(now),
    );
    const link = takeLink();
    this.#entry = this.#find(link.setup) ?? this.#entry;
    if (link.setup) setOpenTournament(this.#entry.id, link.tournament);
    if (link.replay && link.compare) await this.#comparison.open(link);
    else if (link.replay) {
      this.#heldBack = link.replay;
      await this.#open(httpSource(link.replay), link.replay, link);
    } else if (!link.edit) await this.#showSetup(true);
    if (link.edit)
      await this.#editor.open({ game: this.#replay?.header.game ?? this.#entry.id, file: link.edit });
  }

  #makeRunBar() {
    return createRunBar({
      cancel: () => this.#try(async () => this.#onRun(await api.cancel())),
      again: this.#matchActions.again,
    });
  }

  #makePrompt() {
    return createHumanPrompt(
      (run, question, answer) => {
        api.answer(run, question, answer).catch((error) => {
          this.#prompt.enable();
          this.#notify(errorText(error), true);
        });
      },
      (replay) => this.#openGame(replay),
    );
  }

  /** Opens another game of the match. @param {string} replay */
  async #openGame(replay) {
    await this.#open(httpSource(replay), replay);
    if (this.#run && this.#replay?.id === replay) this.#onRun(this.#run);
  }

  /** Draws everything again, in another language. */
  #rebuild() {
    document.documentElement.lang = locale();
    this.#runBar = replacePart(this.#runBar, this.#makeRunBar());
    this.#prompt = replacePart(this.#prompt, this.#makePrompt());
    this.#gameStrip = replacePart(
      this.#gameStrip,
      createGames((replay) => this.#openGame(replay)),
    );
    this.#showRun();
    if (this.#editor.place()) this.#editor.rebuild();
    else if (this.#view === 'setup') this.#showSetup(false);
    else if (this.#view === 'compare') this.#comparison.redraw();
    else if (this.#replay) this.#showWatch(this.#replay);
  }

  /** @param {boolean} first true if a match that is running may be shown instead */
  async #showSetup(first) {
    this.#viewRequest += 1;
    this.#leave('setup');
    const tabs = createSetups(this.#entries, (entry, place) => {
      this.#openSetup(entry, place, first);
      first = false;
    });
    fill(this.#main, tabs.element);
    tabs.show(this.#entry.id);
    this.#drawBar();
  }

  /** @param {import('./setups.js').Entry} entry @param {HTMLElement} place @param {boolean} first */
  async #openSetup(entry, place, first) {
    this.#leave('setup');
    this.#entry = entry;
    saveSetting('setup', entry.id);
    const updateLink = () => showLink(writeLink({ setup: entry.id, tournament: linkedTournament(entry.id) }));
    updateLink();
    const isCurrent = () => this.#view === 'setup' && place.isConnected && this.#entry === entry;
    const start = async (/** @type {string} */ game) => {
      const started = await api.start(game);
      if (started.run) this.#onRun(started.run);
      return started;
    };
    try {
      if (first && entry.runs && !linkedTournament(entry.id)) {
        const { run } = await start(entry.id);
        if (run?.state === 'running' && isCurrent()) return await this.#watchRun(run);
      }
      const setup = await entry.open({
        start,
        updateLink: () => isCurrent() && updateLink(),
        run: async (settings) => this.#watchRun(await api.run(settings)),
        onTournament: (listener) => this.#tournament.on(listener),
        notify: this.#notify,
        go: (id) => this.#followSetup(id),
        onFiles: (listener) => this.#files.on(listener),
        openManual: (place) => this.#help(place),
        present: (replays, between) => {
          present(true);
          this.#actions.playInTurn(replays, between);
        },
      });
      if (!isCurrent()) return setup.stop?.();
      this.#setup = setup;
      fill(place, setup.element);
    } catch (error) {
      if (isCurrent()) fill(place, setupFailure(error));
    }
  }

  /** Shows a run as soon as there is something to see. @param {Run} run @param {() => void} [then] */
  async #watchRun(run, then = () => {}) {
    this.#heldBack = run.replay;
    this.#onReady = async () => {
      await this.#open(httpSource(run.replay), run.replay);
      // The run may have ended while the page loaded its beginning.
      if (this.#replay?.id === run.replay && isOver(this.#run, this.#replay))
        await this.#refresher.refresh(this.#replay, true);
      then();
    };
    // The page may have received this run already, in a newer state.
    await this.#onRun(this.#run?.id === run.id ? this.#run : run);
  }

  /** Plays the last match again, after a confirmation if something would be lost. @param {'running'|'unsaved'|null} loss */
  #again(loss) {
    if (!this.#run) return;
    const isShown = this.#view === 'watch' && this.#replay?.id === this.#run.replay;
    confirmPlayAgain(
      loss,
      () => this.#playAgain(),
      isShown && loss === 'unsaved' ? this.#actions.save : null,
    );
  }

  #playAgain() {
    this.#try(async () => {
      if (this.#run?.state === 'running') this.#onRun(await api.cancel());
      const { playback, selection } = this.#replay ?? {};
      const link = { round: playback?.round || undefined, select: selection ?? undefined };
      await this.#watchRun(await api.again(), () => this.#replay && applyLink(this.#replay, link));
    });
  }

  /** Opens a match, and plays it from the start or shows what `link` says. Does nothing if the user asks for another view while it loads. @param {import('./frames.js').ReplaySource} source @param {string|null} id @param {import('./link.js').Link} [link] @returns {Promise<boolean>} false if the match cannot be shown */
  async #open(source, id, link) {
    const request = ++this.#viewRequest;
    try {
      const replay = await loadReplay(this.#games, source, id);
      if (request !== this.#viewRequest) return true;
      this.#replay = replay;
      if (link) applyLink(replay, link);
      this.#showWatch(replay);
      if (!link) replay.playback.playing = true;
      replay.loadOverview();
      replay.moved.emit();
      return true;
    } catch (error) {
      if (request !== this.#viewRequest) return true;
      this.#notify(errorText(error), true);
      if (!this.#view)
        await (this.#embedded ? fill(this.#main, setupFailure(error)) : this.#showSetup(false));
      return false;
    }
  }

  /** @param {Replay} replay */
  #showWatch(replay) {
    this.#leave('watch');
    this.#watch = createWatch(replay, {
      onLink: () => {
        this.#writeLink();
        this.#gameStrip.update(this.#run, replay);
      },
      onEnd: () => {
        onMatchEnd(replay.id);
        if (replay.id === this.#heldBack) this.#revealResult();
      },
      end: this.#embedded ? noEndActions : endActions(replay, this.#matchActions),
      fork: this.#embedded
        ? null
        : async (fork) =>
            this.#watchRun(await api.run(forkSettings(replay, fork)), () =>
              this.#replay?.seekWhenThere(fork.round - 1),
            ),
      openManual: this.#embedded ? null : (place) => this.#help(place),
      goToSource: (seat, at) => this.#editor.goToSource(replay, seat, at),
      canDebug: !this.#embedded,
      onStep: (step) => this.#editor.onStep(step),
    });
    if (replay.id !== this.#heldBack) this.#revealResult();
    fill(this.#editor.place() ?? this.#main, this.#watch.element);
    this.#editor.onWatch(replay);
    if (!this.#editor.place()) window.scrollTo(0, 0);
    this.#removeListeners();
    const removers = [
      replay.selected.on(() => this.#prompt.onSelection(replay)),
      replay.moved.on(() => this.#prompt.refresh()),
    ];
    this.#removeListeners = () => {
      for (const remove of removers) remove();
    };
    this.#prompt.update(this.#run, replay);
    this.#gameStrip.update(this.#run, replay);
    replay.grew.emit();
    replay.moved.emit();
    this.#drawBar();
  }

  /** Shows a result that was held back: the user has seen the end, or is not watching. */
  #revealResult() {
    if (this.#heldBack === '') return;
    this.#heldBack = '';
    this.#showRun();
  }

  /** Shows the run, and its result unless it is held back. */
  #showRun() {
    this.#runBar.update(this.#run, this.#run?.state !== 'done' || this.#run.replay !== this.#heldBack);
  }

  /** @param {string} view */
  #leave(view) {
    if (view !== 'watch') this.#revealResult();
    if (!['watch', 'edit'].includes(view)) this.#editor.close();
    this.#watch?.stop();
    this.#watch = null;
    this.#setup?.stop?.();
    this.#setup = null;
    if (this.#replay) this.#replay.playback.playing = false;
    this.#view = view;
    this.#root.dataset.view = view;
    this.#prompt.update(null, null);
    this.#gameStrip.update(null, null);
  }

  #followLink() {
    const link = takeLink();
    if (link.edit && !link.replay && !this.#embedded)
      return void this.#editor.open({ game: link.setup ?? this.#entry.id, file: link.edit });
    if (link.replay && link.compare && !this.#embedded) return void this.#comparison.open(link);
    if (link.replay && (link.replay !== this.#replay?.id || this.#view !== 'watch') && !this.#embedded)
      this.#open(httpSource(link.replay), link.replay, link);
    else if (link.setup && !this.#embedded) this.#followSetup(link.setup, link.tournament);
    else if (this.#replay) applyLink(this.#replay, link);
  }

  /** @param {string} id @param {string} [tournament] */
  #followSetup(id, tournament) {
    const entry = this.#find(id);
    if (!entry || (this.#view === 'setup' && entry === this.#entry && linkedTournament(id) === tournament))
      return;
    setOpenTournament(id, tournament);
    this.#entry = entry;
    this.#showSetup(false);
  }

  #writeLink() {
    const edit = this.#editor.file();
    if (edit && this.#view === 'edit') showLink(writeLink({ setup: this.#entry.id, edit }));
    if (!['watch', 'compare'].includes(this.#view) || !this.#replay) return;
    const { id, playback, selection, debuggedSeat } = this.#replay;
    const compare = this.#view === 'compare' ? this.#comparison.other() : undefined;
    const debug = this.#view === 'watch' ? (debuggedSeat ?? undefined) : undefined;
    const link = writeLink({
      edit,
      debug,
      replay: id ?? undefined,
      compare,
      round: playback.round,
      select: selection ?? undefined,
      speed: playback.speed,
    });
    if (link !== location.hash) showLink(link);
  }

  /** @param {Run} run @returns {Promise<void>|void} resolves when the run is shown, if it is shown now */
  #onRun(run) {
    const ended = this.#run?.id === run.id && !isOver(this.#run, this.#replay) && isOver(run, this.#replay);
    const isFirst = this.#run === null;
    this.#run = run;
    // After a reload, the end of the match may be displayed before the page learns that the match was run here.
    if (isFirst) this.#watch?.runChanged();
    this.#showRun();
    const onReady = this.#onReady;
    if (run.ready || run.state !== 'running') this.#onReady = null;
    if (onReady && run.ready) return onReady();
    if (!this.#replay || gameIndex(run, this.#replay) < 0) return;
    if (this.#view === 'watch') {
      this.#prompt.update(run, this.#replay);
      this.#gameStrip.update(run, this.#replay);
    }
    if (ended) this.#refresher.refresh(this.#replay, true);
    if (this.#replay.id !== run.replay || ended) return;
    // The player must see what has happened before answering.
    const question = run.question ? `${run.id} ${run.question.number}` : '';
    const isNew = question !== '' && question !== this.#question;
    this.#question = question;
    if (isNew) this.#refresher.refresh(this.#replay, true);
    else if (run.state === 'running') this.#refresher.refreshThrottled(this.#replay);
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    try {
      await act();
    } catch (error) {
      this.#notify(errorText(error), true);
    }
  }

  #drawBar() {
    const replay = this.#replay;
    drawTopBar(
      this.#bar,
      {
        setup: () => this.#showSetup(false),
        tournament: () => replay && this.#followSetup(replay.header.game, tournamentOfReplay(replay.id)),
        watch: () => this.#editor.leave(),
        edit: () =>
          this.#editor.open({
            game: this.#view === 'watch' && this.#replay ? this.#replay.header.game : this.#entry.id,
          }),
        load: this.#actions.load,
        save: this.#actions.save,
        link: this.#actions.share,
        changeLanguage: (name) => {
          setLanguage(name);
          this.#rebuild();
        },
        help: () => this.#help(),
        stop: () => this.#stop(),
      },
      {
        served: !this.#embedded,
        watching: this.#view === 'watch' && replay !== null,
        comparing: this.#view === 'compare',
        editing: this.#view === 'edit' || this.#editor.place() !== null,
        canEdit: this.#view === 'watch' || this.#entry.runs,
        replay,
        isPartial: replay !== null && !replay.header.complete && this.#run?.replay !== replay.id,
      },
    );
  }

  #stop() {
    this.#try(async () => {
      await api.stop();
      this.#leave('stopped');
      fill(this.#main, h('p', { class: 'stopped', role: 'status', text: t('top.stopped') }));
    });
  }

  /** @param {import('./help/reader.js').DocumentPlace} [place] in the documents; the keys if omitted */
  #help(place) {
    const game = (this.#view === 'watch' ? this.#replay?.header.game : undefined) ?? this.#entry.id;
    showHelp(
      {
        served: !this.#embedded,
        game,
        translate: translator(this.#games.find((one) => one.name === game)?.view?.texts ?? {}),
      },
      place,
    );
  }

  /** @returns {import('./keys.js').Keys} */
  #keys() {
    const again = () => this.#again(lossByKey(this.#run, this.#actions.saved));
    const served = this.#embedded ? {} : { r: again, ...(this.#watch && { 'Shift+Enter': again }) };
    return { '?': () => this.#help(), ...this.#watch?.keys(), ...served, ...this.#setup?.keys() };
  }
}
