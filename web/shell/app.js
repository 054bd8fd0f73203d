/**
 * The page as a whole: the current view, the server's events, and the actions of the keys and the top bar.
 */

import { api, follow } from 'wag/shell/basics/api.js';
import { createComparison } from 'wag/shell/match/compare.js';
import { CurrentRun } from 'wag/shell/page/current-run.js';
import { fill, h } from 'wag/shell/basics/dom.js';
import { createEditor } from 'wag/shell/editor/editor.js';
import { onOpenEditor } from 'wag/shell/editor/open-editor.js';
import { forkSettings } from 'wag/shell/panels/forks.js';
import { showHelp } from 'wag/shell/page/help.js';
import { locale, setLanguage, t, translator } from 'wag/shell/basics/i18n.js';
import { setFrame } from 'wag/shell/page/frame.js';
import { listenToKeys } from 'wag/shell/page/keys.js';
import { acceptDrops } from 'wag/shell/page/library.js';
import { can } from 'wag/shell/page/me.js';
import { applyLink, enterPlace, isHostPlace, takeLink, updateLink } from 'wag/shell/page/link.js';
import { endActions, noEndActions } from 'wag/shell/setup/next-matches.js';
import { onMatchEnd } from 'wag/shell/page/playlist.js';
import { present } from 'wag/shell/match/present.js';
import { errorText, gameOf, loadReplay } from 'wag/shell/replay/replay.js';
import { createReplayActions } from 'wag/shell/page/replay-actions.js';
import { embeddedSource, httpSource } from 'wag/shell/replay/replay-source.js';
import { setupFailure } from 'wag/shell/setup/setup.js';
import { SetupView } from 'wag/shell/setup/setup-view.js';
import { drawTopBar, skipLink } from 'wag/shell/page/top-bar.js';
import { createToast } from 'wag/shell/basics/toast.js';
import { tournamentOfReplay } from 'wag/shell/tournaments/open-tournament.js';
import { createWatch } from 'wag/shell/match/watch.js';

/** @typedef {import('./replay/replay.js').Replay} Replay */

export class App {
  #games;
  #root;
  #embedded;
  /** @type {Replay|null} */
  #replay = null;
  /** The view of the match, or of two matches. @type {import('./match/compare.js').View|null} */
  #watch = null;
  #comparison = createComparison({
    games: () => this.#games,
    isShown: () => this.#view === 'compare',
    onLink: () => this.#writeLink(),
    begin: () => this.#request(),
    show: (left, view) => {
      this.#leave('compare');
      this.#replay = left;
      this.#watch = view;
      fill(this.#main, view.element);
      this.#writeLink(enterPlace);
      this.#drawBar();
    },
    fail: (error) => {
      this.#notify(errorText(error), true);
      if (!this.#view) this.#setups.show(false);
    },
  });
  #actions;
  #setups;
  /** The places of a class server. @type {import('./host/places.js').HostPlaces|null} */
  #places;
  #view = '';
  /** Counts requests for another view, so that a request that had to wait can tell whether it is still current. */
  #viewRequest = 0;
  #main = h('main', { id: 'main' });
  #bar = h('header', { class: 'top' });
  #toast = createToast();
  #notify = this.#toast.notify;
  #run = new CurrentRun({
    replay: () => this.#replay,
    isWatching: () => this.#view === 'watch',
    open: (id) => this.#open(httpSource(id), id),
    actions: () => this.#actions,
    onFirst: () => this.#watch?.runChanged(),
    drawBar: () => this.#drawBar(),
    attempt: (act) => this.#try(act),
    notify: this.#notify,
    openManual: (place) => this.#help(place),
  });
  #editor = createEditor({
    notify: this.#notify,
    attempt: (act) => this.#try(act),
    run: () => this.#run.now,
    replay: () => this.#replay,
    writeLink: () => this.#writeLink(enterPlace),
    drawBar: () => this.#drawBar(),
    openManual: (place) => this.#help(place),
    enter: (element) => {
      this.#request();
      this.#leave('edit');
      fill(this.#main, element);
      this.#drawBar();
    },
    showMatch: (replay) => this.#showWatch(replay),
    showSetup: () => this.#setups.show(false),
    play: async (start) => {
      await this.#run.cancelRunning();
      await this.#run.show(await start());
    },
  });

  /**
   * @param {import('./game.js').Game[]} games
   * @param {import('./game.js').Game[]} displays games without a tab, whose matches can be shown
   * @param {HTMLElement} root @param {any} data the match embedded in the page, if any
   * @param {((page: import('./host/places.js').Page) => import('./host/places.js').HostPlaces)|null} [createPlaces] of a class server
   */
  constructor(games, displays, root, data, createPlaces = null) {
    this.#games = [...games, ...displays];
    this.#root = root;
    this.#embedded = data;
    this.#actions = createReplayActions({
      games: this.#games,
      embedded: data !== null,
      replay: () => this.#replay,
      shown: () => (this.#view === 'watch' ? this.#replay?.id : null),
      open: (source, id, link) => this.#open(source, id, link),
      attempt: (act) => this.#try(act),
      notify: this.#notify,
      writeLink: () => this.#writeLink(),
    });
    this.#setups = new SetupView(games, displays, {
      main: this.#main,
      run: this.#run,
      request: () => this.#request(),
      enter: () => this.#leave('setup'),
      isShown: () => this.#view === 'setup',
      drawBar: () => this.#drawBar(),
      notify: this.#notify,
      openManual: (place) => this.#help(place),
      present: (replays, between) => {
        present(true);
        this.#actions.playInTurn(replays, between);
      },
    });
    this.#places = createPlaces && this.#createPlaces(createPlaces);
  }

  /** @param {(page: import('./host/places.js').Page) => import('./host/places.js').HostPlaces} create */
  #createPlaces(create) {
    return create({
      games: this.#games,
      main: this.#main,
      request: () => this.#request(),
      enter: () => this.#leave('place'),
      isShown: () => this.#view === 'place',
      drawBar: () => this.#drawBar(),
      notify: this.#notify,
      openManual: (place) => this.#help(place),
      openFile: (file) => this.#try(async () => this.#actions.upload(file)),
    });
  }

  async start() {
    document.documentElement.lang = locale();
    fill(
      this.#root,
      skipLink(this.#main),
      this.#bar,
      this.#places?.strip,
      ...this.#run.elements(),
      this.#main,
      this.#toast.element,
    );
    listenToKeys(() => this.#keys());
    window.addEventListener('hashchange', () => this.#followLink());
    const embedded = this.#embedded;
    if (embedded) {
      const game = this.#games.find((one) => one.name === embedded.header.game);
      return void this.#open(embeddedSource(embedded, game?.view?.restore), null, takeLink());
    }
    acceptDrops(this.#actions.upload);
    onOpenEditor((request) => this.#editor.open(request));
    follow({
      onRun: (run) => void this.#run.update(run),
      onFiles: (files) => {
        this.#setups.files.emit(files);
        this.#watch?.onFiles?.();
        if (this.#editor.place()) this.#editor.onFiles(files);
        else this.#run.offerRerun(files);
      },
      onTournament: (now) => this.#setups.tournament.emit(now),
      onLosses: (now) => this.#watch?.onLosses?.(now),
      onConnect: () => this.#editor.checkFiles(),
    });
    const link = takeLink();
    this.#setups.choose(link);
    if (link.replay) this.#run.holdBack(link.replay);
    const start = this.#places?.start(link, this.#setups) ?? link;
    if (start.replay || start.edit || isHostPlace(start)) await this.#go(start);
    else this.#setups.show(true);
  }

  /** Shows the place of a link. @param {import('./page/link.js').Link} link */
  async #go(link) {
    if (isHostPlace(link)) return this.#places ? this.#places.show(link) : this.#setups.show(false);
    if (link.replay && link.compare) return this.#comparison.open(link);
    if (link.replay) {
      if (!link.edit) this.#editor.close();
      const isShown = this.#view === 'watch' && link.replay === this.#replay?.id;
      if (isShown && this.#replay && !link.edit) this.#showWatch(this.#replay);
      if (isShown && this.#replay) applyLink(this.#replay, link);
      else if (!(await this.#open(httpSource(link.replay), link.replay, link))) return;
    }
    if (link.edit) {
      const ofLink = link.game ?? link.setup;
      const game = ofLink ?? (link.replay && this.#replay ? gameOf(this.#replay.header) : this.#setups.game);
      await this.#editor.open({ game, file: link.edit });
    } else if (!link.replay) this.#setups.follow(link);
  }

  /** Draws everything again, in another language. */
  #rebuild() {
    document.documentElement.lang = locale();
    this.#run.rebuild();
    if (this.#editor.place()) this.#editor.rebuild();
    else if (this.#view === 'setup') this.#setups.show(false);
    else if (this.#view === 'compare') this.#comparison.redraw();
    else if (this.#view === 'place') this.#places?.redraw();
    else if (this.#replay) this.#showWatch(this.#replay);
  }

  /** Asks for another view. @returns {() => boolean} whether nobody has asked for one after this */
  #request() {
    this.#viewRequest += 1;
    const request = this.#viewRequest;
    return () => request === this.#viewRequest;
  }

  /** Opens a match, and plays it from the start or shows what `link` says. Does nothing if the user asks for another view while it loads. @param {import('./replay/frames.js').ReplaySource} source @param {string|null} id @param {import('./page/link.js').Link} [link] @returns {Promise<boolean>} false if the match cannot be shown */
  async #open(source, id, link) {
    const isWanted = this.#request();
    try {
      const replay = await loadReplay(this.#games, source, id);
      if (!isWanted()) return true;
      this.#replay = replay;
      if (link) applyLink(replay, link);
      this.#showWatch(replay);
      if (!link) replay.playback.playing = true;
      replay.loadOverview();
      replay.moved.emit();
      return true;
    } catch (error) {
      if (!isWanted()) return true;
      this.#notify(errorText(error), true);
      if (!this.#view && this.#embedded) fill(this.#main, setupFailure(error));
      else if (!this.#view) this.#setups.show(false);
      return false;
    }
  }

  /** @param {Replay} replay */
  #showWatch(replay) {
    this.#leave('watch');
    this.#watch = createWatch(replay, {
      onLink: () => {
        this.#writeLink();
        this.#run.updateGames(replay);
      },
      onEnd: () => {
        onMatchEnd(replay.id);
        if (this.#run.isHeldBack(replay)) this.#run.revealResult();
      },
      end: this.#embedded
        ? noEndActions
        : {
            ...endActions(replay, this.#run.actions),
            opponent: () => this.#setups.follow({ setup: replay.header.game, game: gameOf(replay.header) }),
            share: this.#actions.share,
          },
      fork: this.#embedded
        ? null
        : async (fork) =>
            this.#run.show(await api.run(forkSettings(replay, fork)), () =>
              this.#replay?.seekWhenThere(fork.round - 1),
            ),
      openManual: this.#embedded ? null : (place) => this.#help(place),
      goToSource: (seat, at) => this.#editor.goToSource(replay, seat, at),
      canDebug: !this.#embedded,
      onStep: (step) => this.#editor.onStep(step),
    });
    if (!this.#run.isHeldBack(replay)) this.#run.revealResult();
    fill(this.#editor.place() ?? this.#main, this.#watch.element);
    this.#editor.onWatch(replay);
    if (!this.#editor.place()) window.scrollTo(0, 0);
    this.#writeLink(enterPlace);
    this.#run.follow(replay);
    replay.grew.emit();
    replay.moved.emit();
    this.#drawBar();
  }

  /** @param {string} view */
  #leave(view) {
    if (view !== 'watch') this.#run.revealResult();
    if (!['watch', 'edit'].includes(view)) this.#editor.close();
    this.#watch?.stop();
    this.#watch = null;
    this.#setups.stop();
    this.#places?.stop();
    if (this.#replay) this.#replay.playback.playing = false;
    this.#view = view;
    this.#root.dataset.view = view;
    setFrame(['watch', 'edit'].includes(view) ? 'match' : null);
    this.#run.leave();
  }

  #followLink() {
    const link = takeLink();
    if (!this.#embedded) void this.#go(link);
    else if (this.#replay) applyLink(this.#replay, link);
  }

  /** Writes the link of the match or the editor. @param {(link: import('./page/link.js').Link) => void} [write] `enterPlace` for a view that is new */
  #writeLink(write = updateLink) {
    const edit = this.#editor.file();
    if (edit && this.#view === 'edit') write({ ...this.#setups.place, edit });
    if (!['watch', 'compare'].includes(this.#view) || !this.#replay) return;
    const { id, playback, selection, debuggedSeat } = this.#replay;
    write({
      edit,
      debug: this.#view === 'watch' ? (debuggedSeat ?? undefined) : undefined,
      replay: id ?? undefined,
      compare: this.#view === 'compare' ? this.#comparison.other() : undefined,
      round: playback.round,
      select: selection ?? undefined,
      speed: playback.speed,
    });
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
        home: () => this.#places?.goHome() || this.#setups.showStart(),
        setup: () => this.#setups.show(false),
        tournament: () =>
          replay &&
          this.#setups.follow({
            setup: replay.header.game,
            game: gameOf(replay.header),
            tournament: tournamentOfReplay(replay.id),
          }),
        watch: () => this.#editor.leave(),
        edit: () =>
          this.#editor.open({
            game: this.#view === 'watch' && this.#replay ? gameOf(this.#replay.header) : this.#setups.game,
          }),
        load: this.#actions.load,
        save: this.#actions.save,
        link: this.#actions.share,
        changeLanguage: (name) => {
          setLanguage(name);
          this.#places?.changeLanguage(name);
          this.#rebuild();
        },
        help: () => this.#help(),
        stop: () => this.#stop(),
      },
      {
        served: !this.#embedded,
        canStop: can('server'),
        inPlace: this.#view === 'place',
        hosted: this.#places?.buttons() ?? [],
        watching: this.#view === 'watch' && replay !== null,
        comparing: this.#view === 'compare',
        editing: this.#view === 'edit' || this.#editor.place() !== null,
        canEdit: this.#view === 'watch' || (this.#setups.entry.runs && this.#setups.game !== ''),
        replay,
        heading: this.#view === 'setup' ? this.#setups.title : null,
        name: { setup: this.#setups.name, edit: this.#editor.file(), place: this.#places?.title }[this.#view],
        settings: this.#watch?.settings ?? [],
        isPartial: replay !== null && !replay.header.complete && this.#run.now?.replay !== replay.id,
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
    const game = (this.#view === 'watch' ? this.#replay?.header.game : undefined) ?? this.#setups.entry.id;
    showHelp(
      {
        served: !this.#embedded,
        game,
        translate: translator(this.#games.find((one) => one.name === game)?.view?.texts ?? {}),
      },
      place,
    );
  }

  /** @returns {import('./page/keys.js').Keys} */
  #keys() {
    const again = () => this.#run.againByKey();
    const served = this.#embedded ? {} : { r: again, ...(this.#watch && { 'Shift+Enter': again }) };
    return { '?': () => this.#help(), ...this.#watch?.keys(), ...served, ...this.#setups.keys() };
  }
}
